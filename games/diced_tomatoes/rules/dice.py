"""The dice: three colours, six faces, and how many of each a player brings.

A die is a letter and a face ("r4"). Numbers of dice go by colour in the order of `COLOURS`.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Literal, TypeAlias, cast

Die: TypeAlias = Literal[
    "r1", "r2", "r3", "r4", "r5", "r6",
    "b1", "b2", "b3", "b4", "b5", "b6",
    "g1", "g2", "g3", "g4", "g5", "g6",
]  # fmt: skip
Face: TypeAlias = Literal["1", "2", "3", "4", "5", "6"]
Handful: TypeAlias = Literal[
    "r", "b", "g",
    "rr", "rb", "rg", "bb", "bg", "gg",
    "rrr", "rrb", "rrg", "rbb", "rbg", "rgg", "bbb", "bbg", "bgg", "ggg",
]  # fmt: skip
"""One to three dice to be drawn, by colour."""
Counts: TypeAlias = tuple[int, int, int]
"""Numbers of red, black and golden dice."""

COLOURS = ("r", "b", "g")
RED, BLACK, GOLD = range(3)
EACH: Counts = (11, 2, 1)
"""Dice that every player brings to the bushel; the golden one only where it was agreed on."""
DRAWN = 3
"""Dice drawn in a turn."""

DICE: tuple[tuple[Die, ...], ...] = tuple(
    tuple(cast("Die", f"{colour}{face}") for face in range(1, 7)) for colour in COLOURS
)
"""Every die, by colour and then by face."""
ALL_DICE: tuple[Die, ...] = tuple(die for colour in DICE for die in colour)
FACE: dict[Die, int] = {die: int(die[1]) for die in ALL_DICE}
COLOUR: dict[Die, int] = {die: COLOURS.index(die[0]) for die in ALL_DICE}
_PLACE = {die: place for place, die in enumerate(ALL_DICE)}

HANDFULS: dict[Handful, Counts] = {
    cast("Handful", "".join(letters)): cast("Counts", tuple(map(letters.count, COLOURS)))
    for size in range(1, DRAWN + 1)
    for letters in combinations_with_replacement(COLOURS, size)
}
"""The dice each handful takes from the bushel, reddest first."""


def in_order(dice: Iterable[Die]) -> list[Die]:
    """Red, black, golden, each from the lowest face on."""
    return sorted(dice, key=_PLACE.__getitem__)


def counted(dice: Iterable[Die]) -> Counts:
    """How many of each colour."""
    counts = [0, 0, 0]
    for die in dice:
        counts[COLOUR[die]] += 1
    return counts[RED], counts[BLACK], counts[GOLD]


def handfuls(bushel: Sequence[int]) -> list[Handful]:
    """Every way to draw as many dice as one must from this bushel, reddest first."""
    return [*_handfuls(tuple(bushel))]


@lru_cache(maxsize=1 << 12)
def _handfuls(bushel: tuple[int, ...]) -> list[Handful]:
    size = min(DRAWN, sum(bushel))
    return [
        handful
        for handful, counts in HANDFULS.items()
        if sum(counts) == size and all(n <= has for n, has in zip(counts, bushel, strict=True))
    ]
