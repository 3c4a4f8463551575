"""The contents of the box, as tables: number cards, triumph cards, tomatoes, cards on offer."""

from collections.abc import Iterable
from typing import Literal, NamedTuple, get_args

Colour = Literal["C", "K", "B", "M", "A"]
"""Corn, carrot, broccoli, mushroom, aubergine."""

# Spelled out because a type checker cannot multiply colours by values.
# fmt: off
Card = Literal[
    "C1", "C2", "C3", "C4", "C5",
    "K1", "K2", "K3", "K4", "K5",
    "B1", "B2", "B3", "B4", "B5",
    "M1", "M2", "M3", "M4", "M5",
    "A1", "A2", "A3", "A4", "A5",
]
# fmt: on
"""A kind of number card: colour and value."""

COLOURS: tuple[Colour, ...] = get_args(Colour)
KINDS: tuple[Card, ...] = get_args(Card)
COPIES_OF_VALUE = {1: 8, 2: 7, 3: 6, 4: 4, 5: 3}
"""How many cards of each value a colour has: 28 cards, many small and few large (section 1.1)."""
VALUE: dict[str, int] = {kind: 1 + place % 5 for place, kind in enumerate(KINDS)}
COLOUR: dict[str, Colour] = {kind: COLOURS[place // 5] for place, kind in enumerate(KINDS)}
PLACE: dict[str, int] = {kind: place for place, kind in enumerate(KINDS)}
"""The position of a kind in a sorted hand."""
PACK: tuple[Card, ...] = tuple(kind for kind in KINDS for _ in range(COPIES_OF_VALUE[VALUE[kind]]))
"""All 140 number cards."""

TOMATOES: tuple[int, ...] = tuple(range(1, 11))

TriumphId = Literal[
    "t500", "t400", "t401", "t300", "t301", "t310", "t202",
    "t210", "t211", "t120", "t112", "t103", "t022", "t030",
]  # fmt: skip


class Triumph(NamedTuple):
    """The symbols on a triumph card, and how many copies there are."""

    trophies: int
    knives: int
    tomatoes: int
    copies: int


TRIUMPHS: dict[TriumphId, Triumph] = {
    "t500": Triumph(5, 0, 0, 2),
    "t400": Triumph(4, 0, 0, 3),
    "t401": Triumph(4, 0, 1, 2),
    "t300": Triumph(3, 0, 0, 2),
    "t301": Triumph(3, 0, 1, 4),
    "t310": Triumph(3, 1, 0, 4),
    "t202": Triumph(2, 0, 2, 3),
    "t210": Triumph(2, 1, 0, 3),
    "t211": Triumph(2, 1, 1, 4),
    "t120": Triumph(1, 2, 0, 4),
    "t112": Triumph(1, 1, 2, 3),
    "t103": Triumph(1, 0, 3, 2),
    "t022": Triumph(0, 2, 2, 2),
    "t030": Triumph(0, 3, 0, 2),
}
"""The 40 triumph cards, most valuable first (section 1.2)."""
TRIUMPH_PILE: tuple[TriumphId, ...] = tuple(
    name for name, triumph in TRIUMPHS.items() for _ in range(triumph.copies)
)
ON_OFFER = {3: 2, 4: 2, 5: 3, 6: 4, 7: 4, 8: 5, 9: 6, 10: 6}
"""Triumph cards face up in a round, by the number of seats (section 2)."""
DEALT = 5
"""Number cards everybody starts with."""


def total(cards: Iterable[Card]) -> int:
    """The sum of the values."""
    return sum([VALUE[card] for card in cards])


def trophies(won: Iterable[TriumphId]) -> int:
    """How many trophies these triumph cards show."""
    return sum([TRIUMPHS[card].trophies for card in won])


def knives(won: Iterable[TriumphId]) -> int:
    """How many knives these triumph cards show."""
    return sum([TRIUMPHS[card].knives for card in won])
