"""Section 5 of the rules: earning karma, its limits, spending it, and karma bits."""

from collections.abc import Iterable

from games.core.values import Seat
from games.diced_tomatoes.options import DicedOptions
from games.diced_tomatoes.rules import events, moves, vines
from games.diced_tomatoes.rules.dice import COLOUR, DICE, FACE, Die, in_order
from games.diced_tomatoes.rules.legal import Situation, is_finished, is_solo
from games.diced_tomatoes.rules.records import Harvest
from games.diced_tomatoes.rules.scoring import slot_points
from games.diced_tomatoes.rules.state import NOBODY, State

START = 3
"""Karma at the start."""
BITS = 3
"""Karma bits that make one karma."""
_REGULAR = (0, 1, 1, 2, 2, 3, 3)
"""Karma for a vine, by its score."""


def reward(options: DicedOptions, score: int) -> int:
    """Section 5: by the score, without any bonus; risky: as much as the score."""
    return score if options.risky else _REGULAR[score]


def room(now: Situation, vine: int, bits: int) -> int:
    """Section 5, limits: how much karma from a harvest by a die on this vine still fits (D27).

    A third bit for the same die has already turned into karma (D42).
    """
    left = now.options.karma_in_turn - now.karma[now.turn]
    if now.options.karma_overload and vines.owner_of(vine) != now.turn and bits + 1 == BITS:
        left -= 1
    return max(0, left)


def earn(state: State, seat: Seat, amount: int) -> int:
    """Section 5, limits: karma over the limit of the turn is lost at once (D27)."""
    gained = max(0, min(amount, state.options.karma_in_turn - state.karma[seat]))
    state.karma[seat] += gained
    return gained


def cut(state: State, seat: Seat, log: list[events.DicedEvent]) -> None:
    """Section 5, limits: between turns karma is at most 6, if it is limited (D28)."""
    most = state.options.karma_between_turns
    lost = state.karma[seat] - most
    if lost > 0:
        state.karma[seat] = most
        log.append(events.KarmaCut(seat=seat, lost=lost))


def earn_bits(state: State, seat: Seat, count: int, log: list[events.DicedEvent]) -> None:
    """Section 5, karma bits: every third turns into karma at once, lost at the limit (D42)."""
    if not count or not state.options.karma_overload or is_solo(state):
        return
    turned, state.bits[seat] = divmod(state.bits[seat] + count, BITS)
    gained = earn(state, seat, turned)
    log.append(events.BitsEarned(seat=seat, earned=count, bits=state.bits[seat], karma=gained))


def harvest(state: State, vine: int, log: list[events.DicedEvent]) -> None:
    """Section 4: the seed fills the owner's next slot, the other dice go back (D6, D20, D33).

    The current player earns karma for another's vine; alone for their own, by its seed (D43, D54).
    """
    owner, dice = vines.owner_of(vine), state.vines[vine]
    flipped, seed = state.flipped[vine], FACE[dice[0]]
    score, gained = vines.worth(dice, flipped), 0
    to_bushel(state, dice[1:])
    _empty(state, vine)
    track = state.tracks[owner] = (*state.tracks[owner], (seed, score))
    # A solo match is always one point, whatever the options say.
    counts = score if is_solo(state) else slot_points(state.options, score, len(track))
    log.append(events.VineHarvested(vine=vine, score=score, slot=len(track), points=counts))
    if is_solo(state) or owner != state.turn:
        amount = reward(state.options, seed if is_solo(state) else score)
        gained = earn(state, state.turn, amount)
        log.append(events.KarmaEarned(seat=state.turn, gained=gained, lost=amount - gained))
    state.harvest = Harvest(
        by=state.turn,
        vine=vine,
        dice=dice,
        flipped=flipped,
        score=score,
        points=counts,
        slot=len(track),
        karma=gained,
    )
    if len(track) == vines.SLOTS and state.finisher == NOBODY and not is_solo(state):
        state.finisher = owner
        bonus = state.options.first_bonus
        log.append(events.FinalRound(seat=owner, bonus=bonus, last=state.last))


def to_bushel(state: State, dice: Iterable[Die]) -> None:
    """Put dice where they may be drawn again from the next draw on (D32)."""
    for die in dice:
        state.bushel[COLOUR[die]] += 1


def _empty(state: State, vine: int) -> None:
    state.vines[vine] = ()
    state.flipped[vine] = False


def clear(state: State, vine: int) -> int:
    """Send a whole vine to the bushel; returns how many dice it had."""
    dice = state.vines[vine]
    to_bushel(state, dice)
    _empty(state, vine)
    return len(dice)


def _pay(state: State, kind: str) -> int:
    cost = moves.KARMA_COSTS[kind]
    state.karma[state.turn] -= cost
    return cost


def turn_die(
    state: State,
    move: moves.Reroll | moves.Shift | moves.Rollover | moves.Change,
    log: list[events.DicedEvent],
) -> None:
    """Section 5: shift by one without wrapping around, roll over 1 and 6, change to any value.

    A re-roll is random, so earlier actions cannot be taken back (D47).
    """
    old, cost = move.die, _pay(state, move.kind)
    match move:
        case moves.Reroll():
            state.rng.turn_to(f"re-rolls of turn {state.turns}")
            face = state.rng.die()
        case moves.Rollover():
            face = 7 - FACE[old]
        case _:
            face = int(move.to)
    new = DICE[COLOUR[old]][face - 1]
    state.hand.remove(old)
    state.hand = in_order([*state.hand, new])
    log.append(events.DieTurned(seat=state.turn, how=move.kind, cost=cost, die=old, now=new))
    if isinstance(move, moves.Reroll):
        state.past = ()


def clean(state: State, move: moves.Clean, log: list[events.DicedEvent]) -> None:
    """Section 5, clean: all dice of a vine, the seed included, go to the bushel."""
    vine = vines.VINE_AT[move.vine]
    cost = _pay(state, "clean")
    value = vines.worth(state.vines[vine], state.flipped[vine])
    gone = clear(state, vine)
    log.append(events.VineCleaned(seat=state.turn, cost=cost, vine=vine, worth=value, dice=gone))


def flip(state: State, move: moves.Flip, log: list[events.DicedEvent]) -> None:
    """Section 5, flip: the seed counts 7 less its value; a waiting vine may ripen (D9, D54)."""
    vine = vines.VINE_AT[move.vine]
    cost = _pay(state, "flip")
    dice, before = state.vines[vine], vines.worth(state.vines[vine], state.flipped[vine])
    state.flipped[vine] = not state.flipped[vine]
    now = vines.worth(dice, state.flipped[vine])
    log.append(events.SeedFlipped(seat=state.turn, cost=cost, vine=vine, before=before, worth=now))
    if vines.is_ripe(dice, state.flipped[vine]) and not is_finished(state, vines.owner_of(vine)):
        harvest(state, vine, log)
