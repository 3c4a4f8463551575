"""Coaching: the rule that applies now, and why a bot would make a move.

A reason claims only what the view shows; a bot's own estimate is worded as one.
"""

from games.core.text import Text, say, seat
from games.diced_tomatoes.ai.policy import gain, is_to_clear, karma_gain
from games.diced_tomatoes.questions.views import DicedView
from games.diced_tomatoes.rules import legal, moves
from games.diced_tomatoes.rules.dice import HANDFULS, RED, Die
from games.diced_tomatoes.rules.karma import reward, room
from games.diced_tomatoes.rules.scoring import slot_points
from games.diced_tomatoes.rules.state import NOBODY, Stage
from games.diced_tomatoes.rules.texts import points
from games.diced_tomatoes.rules.vines import RIPEST, VINE_AT, is_ripe, owner_of, worth

_RULES = {Stage.DRAW: 9, Stage.PLACE: 10, Stage.CLEAR: 8, Stage.END: 21}
ENDING_A_TURN = 12


def rule(view: DicedView) -> int:
    """The number of the rule that applies while the viewer decides or waits."""
    is_done = view.stage is Stage.PLACE and not any(legal.places(view).values())
    return ENDING_A_TURN if is_done else _RULES[view.stage]


def reason(view: DicedView, move: moves.DicedMove) -> Text | None:
    """Why a bot makes this move; None for a move bots never make."""
    why: Text | None = None
    match move:
        case moves.Draw() if HANDFULS[move.dice][RED] == max(
            HANDFULS[way][RED] for way in legal.draws(view)
        ):
            why = say("Only red dice can be planted, so take as many of them as you can.")
        case moves.Roll():
            why = say("*Clean* and *Flip* can wait until you have seen your dice.")
        case moves.Place() | moves.Finish():
            why = _placing(view, move)
        case moves.Reroll():
            why = _rerolling(view, move)
        case moves.Shift() | moves.Rollover() | moves.Change():
            why = _turning(view, move)
        case moves.EndTurn():
            why = _leaving(view) if view.stage is Stage.CLEAR else _ending(view)
        case moves.Clear():
            why = _clearing(view, move)
        case moves.Clean() | moves.Flip():
            why = _treating(view, move)
    return why


def _ending(view: DicedView) -> Text:
    if view.hand:
        return say("None of your remaining dice has a place.")
    return say("All your dice are placed.")


def _clearing(view: DicedView, move: moves.Clear) -> Text | None:
    if not all(is_to_clear(view, VINE_AT[vine]) for vine in move.vines):
        return None
    if view.finisher != NOBODY:
        return say("Unfinished vines can still score for others at the end.")
    return say("A worthless vine only takes up one of your places.")


def _leaving(view: DicedView) -> Text | None:
    if any(is_to_clear(view, vine) for vine in legal.zero_vines(view)):
        return None
    if view.finisher != NOBODY:
        return say("This is your last turn, so an empty place is of no use to you.")
    return say("The vines worth nothing belong to others, and take up their places.")


def _treating(view: DicedView, move: moves.Clean | moves.Flip) -> Text | None:
    vine = VINE_AT[move.vine]
    is_own = owner_of(vine) == view.turn
    if karma_gain(view, move) <= 0 or (is_own and isinstance(move, moves.Clean)):
        return None
    if not is_own:
        return say("A bot estimates that this costs {who} more than it costs you.",
                   who=seat(owner_of(vine)))  # fmt: skip
    return say("A bot estimates that flipping the seed gains more than the karma is worth.")


def _has_place(view: DicedView, die: Die) -> bool:
    return any(die in legal.acceptance(view, vine) for vine in range(len(view.vines)))


def _rerolling(view: DicedView, move: moves.Reroll) -> Text | None:
    most = view.options.karma_between_turns
    if _has_place(view, move.die) or view.karma[view.turn] <= most:
        return None
    return say("The die has no place, and karma over {most} would be lost when the turn ends.",
               most=most)  # fmt: skip


def _turning(view: DicedView, move: moves.Shift | moves.Rollover | moves.Change) -> Text | None:
    if karma_gain(view, move) <= 0:
        return None
    if not _has_place(view, move.die):
        return say("The die has no place as it is, but will have one once it's turned.")
    return say("A bot estimates that the turned die gains more than the karma is worth.")


def _placing(view: DicedView, move: moves.Place | moves.Finish) -> Text | None:
    vine = VINE_AT[move.vine]
    held, flipped = view.vines[vine], view.flipped[vine]
    after = (*held, move.die)
    own = owner_of(vine) == view.turn
    if is_ripe(after, flipped):
        return _completing(view, vine, worth(after, flipped))
    gains = gain(view, move.die, vine)
    if gains < max(
        gain(view, die, place) for die, vines in legal.places(view).items() for place in vines
    ):
        return None
    if not 1 <= worth(after, flipped) <= RIPEST:
        return _spoiling(view, vine)
    if gains <= 0:
        return say(
            "A bot estimates that no place gains you anything, and that the die costs least here."
        )
    if own:
        return say("A bot estimates that the die gains you most here, in your own garden.")
    return say("A bot estimates that the die gains you most here, though the vine isn't yours.")


def _spoiling(view: DicedView, vine: int) -> Text:
    """A die after which the vine cannot be harvested as it is."""
    held, flipped = view.vines[vine], view.flipped[vine]
    if not 1 <= worth(held, flipped) <= RIPEST:
        return say("That vine could not have been harvested as it was either.")
    if owner_of(vine) == view.turn:
        return say("It spoils your vine, but by a bot's estimate no other place is better.")
    return say("It spoils the vine of {who}.", who=seat(owner_of(vine)))


def _completing(view: DicedView, vine: int, score: int) -> Text:
    """A fourth die that harvests: what the owner gets, and the karma for it."""
    owner = owner_of(vine)
    slot = len(view.tracks[owner]) + 1
    if legal.is_solo(view):
        if score == slot:
            return say("It completes a vine that matches slot {slot}.", slot=slot)
        return say("It completes a vine and fills slot {slot}.", slot=slot)
    brought = points(slot_points(view.options, score, slot))
    if owner == view.turn:
        return say("It completes your vine for {points}.", points=brought)
    earned = min(reward(view.options, score), room(view, vine, view.bits[view.turn]))
    if not earned:
        return say("It completes the vine of {who}, and your karma is full.", who=seat(owner))
    return say(
        "It completes the vine of {who}, and that brings you {n} karma.", who=seat(owner), n=earned
    )
