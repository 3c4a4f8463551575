"""The worth of a vine and which dice it takes: section 3 of the rules as plain functions.

An empty tuple is an empty place. Vines are numbered throughout, three for each seat.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, TypeAlias, cast

from games.core.values import Seat
from games.diced_tomatoes.rules.dice import ALL_DICE, DICE, FACE, RED, Die

EACH_SEAT = 3
"""How many vines a seat has."""
FULL = 4
"""How many dice a vine needs for a harvest."""
RIPEST = 6
"""The most a vine may be worth."""
SLOTS = 6
"""How many tomatoes fill a score track."""

VineId: TypeAlias = Literal[
    "1.1", "1.2", "1.3", "2.1", "2.2", "2.3", "3.1", "3.2", "3.3",
    "4.1", "4.2", "4.3", "5.1", "5.2", "5.3", "6.1", "6.2", "6.3",
]  # fmt: skip
"""Seat and number of a vine, both from 1."""
VINES: tuple[VineId, ...] = tuple(
    cast("VineId", f"{seat}.{number}") for seat in range(1, 7) for number in range(1, EACH_SEAT + 1)
)
Vine: TypeAlias = tuple[Die, ...]
"""The dice of a vine, the seed first."""
VINE_AT: dict[VineId, int] = {vine: index for index, vine in enumerate(VINES)}


def owner_of(vine: int) -> Seat:
    """The seat a vine belongs to."""
    return vine // EACH_SEAT


def number_of(vine: int) -> int:
    """Which of its seat's vines it is, from 1."""
    return vine % EACH_SEAT + 1


def faces(dice: Vine, flipped: bool, strict: bool) -> list[int]:
    """The values that count for growing; a flipped seed uses its new value only if `strict`."""
    values = [FACE[die] for die in dice]
    if flipped and strict:
        values[0] = 7 - values[0]
    return values


@lru_cache(maxsize=1 << 12)
def worth(dice: Vine, flipped: bool) -> int:
    """The vine's score: its seed, maybe flipped (D9), minus black dice, plus golden ones."""
    value = 7 - FACE[dice[0]] if flipped else FACE[dice[0]]
    for die in dice:
        if die[0] == "b":
            value -= 1
        elif die[0] == "g":
            value += 1
    return value


def is_ripe(dice: Vine, flipped: bool) -> bool:
    """Whether it can be harvested: four dice and a score from 1 to 6 (D20)."""
    return len(dice) == FULL and 1 <= worth(dice, flipped) <= RIPEST


def is_whole(values: Sequence[int]) -> bool:
    """Whether values are a set (all equal) or a run (consecutive)."""
    if len(set(values)) == 1:
        return True
    return len(set(values)) == len(values) == max(values) - min(values) + 1


_REDS = frozenset(DICE[RED])


@lru_cache(maxsize=256)
def _growing(lowest: int, highest: int, is_single: bool) -> frozenset[Die]:
    if lowest < highest:
        wanted = {lowest - 1, highest + 1}
    elif is_single:
        wanted = {lowest - 1, lowest, lowest + 1}
    else:
        wanted = {lowest}
    return frozenset(die for die in ALL_DICE if FACE[die] in wanted)


@lru_cache(maxsize=1 << 12)
def accepted(dice: Vine, flipped: bool, strict: bool, room: int) -> frozenset[Die]:
    """The dice a vine takes; `room` is how many dice it may hold (3 if its owner is finished, D35).

    Only a red die can be a seed (D22); nothing wraps around from 6 to 1 (D10).
    """
    if not dice:
        return _REDS
    if len(dice) >= room:
        return frozenset()
    values = faces(dice, flipped, strict)
    return _growing(min(values), max(values), len(values) == 1)
