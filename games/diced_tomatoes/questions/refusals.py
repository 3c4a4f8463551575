"""Why something cannot be done now, and the check of every move."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from games.core.prompt import Move
from games.core.text import Text, say
from games.diced_tomatoes.questions.views import DicedView
from games.diced_tomatoes.rules import legal, moves
from games.diced_tomatoes.rules.dice import FACE, Die
from games.diced_tomatoes.rules.state import Stage
from games.diced_tomatoes.rules.texts import DIE_NAMES, described, vine_of
from games.diced_tomatoes.rules.vines import EACH_SEAT, FULL, VINE_AT, owner_of

NO_PLACE = say("It doesn't fit on any vine.")
_NOTHING_DONE = say("There's nothing to take back since the last roll.")
ONLY_CORNERS = say("You can only roll over a 1 or a 6.")
STRICT = say("The vine would be neither a set nor a run.")
_NOT_ASKED = say("You can't make that move right now.")
_NO_SUCH_VINE = say("That vine doesn't exist.")

_KINDS: dict[Stage, frozenset[str]] = {
    Stage.DRAW: frozenset({"draw", "roll", "clean", "flip", "take_back"}),
    Stage.PLACE: frozenset({"place", "finish", *moves.COSTS, "end_turn", "take_back"}),
    Stage.CLEAR: frozenset({"clear", "end_turn", "take_back"}),
    Stage.END: frozenset(),
}
"""The answers allowed at each stage."""


@lru_cache(maxsize=16)
def _cannot_afford(karma: int) -> Text:
    """Say that there is not enough karma."""
    return say("You only have {karma} karma.", karma=karma)


@lru_cache(maxsize=512)
def _still(die: Die, vines: int) -> Text:
    if vines == 1:
        return say("The {die} still fits in one place.", die=DIE_NAMES[die])
    return say("The {die} still fits in {n} places.", die=DIE_NAMES[die], n=vines)


def still_placeable(spots: dict[Die, list[int]]) -> Text | None:
    """Say which die prevents the end of the turn (D14)."""
    return next((_still(die, len(vines)) for die, vines in spots.items() if vines), None)


def why_not(view: DicedView, move: moves.DicedMove) -> Text | None:
    """Say why the viewer may not make this move; None when it is legal."""
    if view.viewer is None or view.viewer not in view.awaiting.seats:
        return say("It's not your turn.")
    if isinstance(move, moves.PlayOn) or move.kind not in _KINDS[view.stage]:
        return _NOT_ASKED
    if move.kind in moves.COSTS and view.karma[view.turn] < moves.COSTS[move.kind]:
        return _cannot_afford(view.karma[view.turn])
    return _CHECKS[type(move)](view, move)


def _taking_back(view: DicedView, _: moves.TakeBack) -> Text | None:
    return None if view.undoable else _NOTHING_DONE


def _ending(view: DicedView, _: moves.EndTurn) -> Text | None:
    return still_placeable(legal.places(view))


def _drawing(view: DicedView, move: moves.Draw | moves.Roll) -> Text | None:
    ways = legal.draws(view)
    if isinstance(move, moves.Roll):
        return say("Choose which dice to draw.") if ways else None
    if move.dice in ways:
        return None
    return say("You can't draw that many dice of those colours right now.")


def _not_held(view: DicedView, die: Die) -> Text | None:
    if die in view.hand:
        return None
    return say("You don't have a {die} in your hand.", die=DIE_NAMES[die])


def _placing(view: DicedView, move: moves.Place | moves.Finish) -> Text | None:
    """Section 4, place (D10 to D13, D22, D35)."""
    missing = _not_held(view, move.die)
    if missing is not None:
        return missing
    vine = VINE_AT[move.vine]
    if vine >= len(view.vines):
        return _NO_SUCH_VINE
    if not view.vines[vine] and legal.is_later_empty(view, vine):
        return say("Plant in the first empty place.")
    if move.die in legal.acceptance(view, vine):
        return None
    return why_unfit(view, move.die, vine)


def _finishing(view: DicedView, move: moves.Finish) -> Text | None:
    """A turn ends with its last die only."""
    if not legal.is_last_die(view):
        return say("You have more dice to place.")
    return _placing(view, move)


def why_unfit(now: legal.Situation, die: Die, vine: int) -> Text:
    """Say why a vine does not take a die."""
    held = now.vines[vine]
    if not held:
        return say("You can only plant a red die.")
    name = described(vine, now.turn, tuple(held), now.flipped[vine])
    if len(held) >= FULL:
        return say("{vine}: it's full.", vine=name)
    if len(held) == FULL - 1 and legal.is_finished(now, owner_of(vine)):
        return say(
            "{vine}: its owner already has six tomatoes, so it can't take a fourth die.", vine=name
        )
    return say("{vine}: the {die} doesn't make a set or a run.", vine=name, die=DIE_NAMES[die])


def _clearing(view: DicedView, move: moves.Clear) -> Text | None:
    vines = [VINE_AT[vine] for vine in move.vines]
    if not vines:
        return say("Choose a vine to clear.")
    if len(set(vines)) < len(vines):
        return say("Choose each vine only once.")
    for vine in vines:
        if vine >= len(view.vines):
            return _NO_SUCH_VINE
        if vine not in legal.zero_vines(view):
            return say("{vine} isn't worthless.", vine=vine_of(vine, view.turn))
    return None


def _vine_karma(view: DicedView, move: moves.Clean | moves.Flip) -> Text | None:
    vine = VINE_AT[move.vine]
    if vine >= len(view.vines):
        return _NO_SUCH_VINE
    if vine not in legal.reach(view):
        own = vine // EACH_SEAT == view.turn
        if own or view.options.karma_reach == "any":
            return say("There are no dice on {vine}.", vine=vine_of(vine, view.turn))
        return say("You can use karma only on your own vines.")
    if isinstance(move, moves.Flip) and not legal.can_flip(view, vine):
        return STRICT
    return None


def _die_karma(
    view: DicedView, move: moves.Reroll | moves.Shift | moves.Rollover | moves.Change
) -> Text | None:
    missing = _not_held(view, move.die)
    if missing is not None:
        return missing
    face = FACE[move.die]
    if isinstance(move, moves.Rollover) and face not in {1, 6}:
        return ONLY_CORNERS
    if isinstance(move, moves.Shift) and abs(int(move.to) - face) != 1:
        return say("You can only shift a die up or down by one.")
    if isinstance(move, moves.Change) and int(move.to) == face:
        return say("The die already shows that face.")
    return None


_CHECKS: dict[type[Move], Callable[[DicedView, Any], Text | None]] = {
    moves.Draw: _drawing,
    moves.Roll: _drawing,
    moves.Place: _placing,
    moves.Finish: _finishing,
    moves.Reroll: _die_karma,
    moves.Shift: _die_karma,
    moves.Clean: _vine_karma,
    moves.Rollover: _die_karma,
    moves.Flip: _vine_karma,
    moves.Change: _die_karma,
    moves.Clear: _clearing,
    moves.EndTurn: _ending,
    moves.TakeBack: _taking_back,
}
"""The condition for each kind of move, once it is allowed now and affordable."""
