"""The contents of the box: sixty cards with a disciple and a belt, twelve trophies."""

from typing import Literal, get_args

Disciple = Literal["M", "F", "T", "C", "B", "R"]
"""Monkey, fox, tigress, crane, bear; and the raccoon, which counts as any of them in a row."""
RACCOON: Disciple = "R"

# Spelled out because a type checker cannot multiply disciples by belts.
# fmt: off
Card = Literal[
    "M1", "M2", "M3", "M4", "M5",
    "F1", "F2", "F3", "F4", "F5",
    "T1", "T2", "T3", "T4", "T5",
    "C1", "C2", "C3", "C4", "C5",
    "B1", "B2", "B3", "B4", "B5",
    "R1", "R2", "R3", "R4", "R5",
]
# fmt: on
"""Disciple and belt: "M3" is the monkey with the green belt."""

CARDS: tuple[Card, ...] = get_args(Card)
DISCIPLES: tuple[Disciple, ...] = get_args(Disciple)
BELT: dict[str, int] = {card: int(card[1]) for card in CARDS}
"""The belt on every card: 1 white, 2 yellow, 3 green, 4 blue, 5 black."""

DECK: tuple[Card, ...] = tuple(card for card in CARDS for _ in range(2))
"""Two of each card (A1, A3)."""

Trophy = Literal["col-pair", "col-double", "col-sort", "row-wild", "row-variety", "row-sort"]
"""Column trophies are orange, row trophies are black."""
TROPHIES: tuple[Trophy, ...] = get_args(Trophy)
TOKENS: tuple[Trophy, ...] = tuple(trophy for trophy in TROPHIES for _ in range(2))
"""Two of each trophy (A2)."""


def is_for_row(trophy: Trophy) -> bool:
    """Tell whether the trophy is black, which goes on a row."""
    return trophy.startswith("row")
