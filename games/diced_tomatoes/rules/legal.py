"""The legal actions in a situation, which is either a state or a view.

Prompts, the rules themselves and the list of moves all use these functions, so they agree.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Protocol

from games.core.values import Seat
from games.diced_tomatoes.options import DicedOptions
from games.diced_tomatoes.rules.dice import FACE, Die, Handful, handfuls
from games.diced_tomatoes.rules.moves import (
    CHANGES,
    CLEANS,
    DRAWS,
    END_TURN,
    FINISHES,
    FLIPS,
    KARMA_COSTS,
    PLACES,
    REROLLS,
    ROLL,
    ROLLOVERS,
    SHIFTS,
    TAKE_BACK,
    Clear,
    DicedMove,
)
from games.diced_tomatoes.rules.state import Stage, Track
from games.diced_tomatoes.rules.vines import (
    EACH_SEAT,
    FULL,
    SLOTS,
    VINES,
    Vine,
    accepted,
    faces,
    is_whole,
    owner_of,
    worth,
)


class Situation(Protocol):
    """The fields that states and views share."""

    @property
    def options(self) -> DicedOptions: ...
    @property
    def seats(self) -> int: ...
    @property
    def turn(self) -> Seat: ...
    @property
    def stage(self) -> Stage: ...
    @property
    def hand(self) -> Sequence[Die]: ...
    @property
    def vines(self) -> Sequence[Vine]: ...
    @property
    def flipped(self) -> Sequence[bool]: ...
    @property
    def tracks(self) -> Sequence[Track]: ...
    @property
    def karma(self) -> Sequence[int]: ...
    @property
    def bits(self) -> Sequence[int]: ...
    @property
    def bushel(self) -> Sequence[int]: ...
    @property
    def undoable(self) -> bool: ...


def is_solo(now: Situation) -> bool:
    """Whether there is one player (section 7)."""
    return now.seats == 1


def is_finished(now: Situation, seat: Seat) -> bool:
    """Whether all slots of a seat are filled."""
    return len(now.tracks[seat]) == SLOTS


def reading_order(now: Situation) -> list[int]:
    """All vines: the current player's first, then the others' in turn order."""
    count, first = EACH_SEAT * now.seats, EACH_SEAT * now.turn
    return [*range(first, count), *range(first)]


def acceptance(now: Situation, vine: int) -> frozenset[Die]:
    """The dice a vine takes; a finished player's vine takes no fourth (D35)."""
    dice, room = now.vines[vine], FULL
    if len(dice) == FULL - 1 and is_finished(now, owner_of(vine)):
        room = FULL - 1
    return accepted(dice, now.flipped[vine], now.options.flip == "strict", room)


def places(now: Situation) -> dict[Die, list[int]]:
    """Each different die of the hand with the vines that take it, in reading order.

    Only the first of a seat's empty places is listed.
    """
    result: dict[Die, list[int]] = {die: [] for die in now.hand}
    if not result:
        return result
    vines = now.vines
    for vine in reading_order(now):
        if not vines[vine] and is_later_empty(now, vine):
            continue
        takes = acceptance(now, vine)
        for die, spots in result.items():
            if die in takes:
                spots.append(vine)
    return result


def is_later_empty(now: Situation, vine: int) -> bool:
    """Whether an earlier place of the same seat is empty as well."""
    first = vine - vine % EACH_SEAT
    return not all(now.vines[first:vine])


def first_place(now: Situation) -> tuple[Die, int] | None:
    """The first die of the hand that has a place, and its first place (D14)."""
    return next(((die, spots[0]) for die, spots in places(now).items() if spots), None)


def is_last_die(now: Situation) -> bool:
    """Whether one die is left to place, so that placing it can end the turn."""
    return len(now.hand) == 1


def draws(now: Situation) -> list[Handful]:
    """The ways to draw, if the player has a choice; empty if drawing is automatic (D1, D50)."""
    if now.options.dice_pick == "random":
        return []
    ways = handfuls(now.bushel)
    return ways if len(ways) > 1 else []


def reach(now: Situation) -> list[int]:
    """The vines with dice that karma can clean or flip, in reading order (D8)."""
    order = reading_order(now)
    within = order[:EACH_SEAT] if now.options.karma_reach == "own" else order
    return [vine for vine in within if now.vines[vine]]


def can_flip(now: Situation, vine: int) -> bool:
    """Whether the seed may be turned: always, or only into a set or a run (D9)."""
    if now.options.flip == "loose":
        return True
    return is_whole(faces(now.vines[vine], not now.flipped[vine], strict=True))


def may_clean(now: Situation) -> bool:
    """Whether karma could clean a vine now; enough to flip one is enough to clean it (D53)."""
    return now.karma[now.turn] >= KARMA_COSTS["clean"] and bool(reach(now))


def zero_vines(now: Situation) -> list[int]:
    """Everybody's vines that are worth nothing, in reading order (D17, D18)."""
    return [
        vine
        for vine in reading_order(now)
        if now.vines[vine] and worth(now.vines[vine], now.flipped[vine]) <= 0
    ]


def moves(now: Situation) -> list[DicedMove]:
    """Every legal move of the current player."""
    if now.stage is Stage.CLEAR:
        return [*_clearing(now), END_TURN, TAKE_BACK]
    result: list[DicedMove]
    if now.stage is Stage.DRAW:
        ways = draws(now)
        result = [DRAWS[way] for way in ways] if ways else [ROLL]
    else:
        result = _placing(now)
    result += _vine_karma(now)
    if now.undoable:
        result.append(TAKE_BACK)
    return result


def _clearing(now: Situation) -> Iterator[DicedMove]:
    """Every way to clear some of the zero vines."""
    vines = [VINES[vine] for vine in zero_vines(now)]
    for size in range(1, len(vines) + 1):
        yield from (Clear(vines=chosen) for chosen in combinations(vines, size))


def _placing(now: Situation) -> list[DicedMove]:
    result: list[DicedMove] = []
    for die, spots in places(now).items():
        by_vine = PLACES[die]
        result += [by_vine[vine] for vine in spots]
        if is_last_die(now):
            result += [FINISHES[die][vine] for vine in spots]
    if not result:
        result.append(END_TURN)
    karma = now.karma[now.turn]
    if karma < KARMA_COSTS["reroll"]:
        return result
    dice = list(dict.fromkeys(now.hand))
    result += [REROLLS[die] for die in dice]
    if karma >= KARMA_COSTS["shift"]:
        result += [move for die in dice for move in SHIFTS[die]]
    if karma >= KARMA_COSTS["rollover"]:
        result += [ROLLOVERS[die] for die in dice if FACE[die] in {1, 6}]
    if karma >= KARMA_COSTS["change"]:
        result += [move for die in dice for move in CHANGES[die]]
    return result


def _vine_karma(now: Situation) -> list[DicedMove]:
    karma = now.karma[now.turn]
    if karma < KARMA_COSTS["clean"]:
        return []
    within = reach(now)
    result: list[DicedMove] = [CLEANS[vine] for vine in within]
    if karma >= KARMA_COSTS["flip"]:
        result += [FLIPS[vine] for vine in within if can_flip(now, vine)]
    return result
