"""The whole state of a match."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from games.core.rng import Rng
from tests.toys.turns_and_hands.options import TurnsAndHandsOptions
from tests.toys.turns_and_hands.texts import AnyEvent

RANKS = (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)
PACK = tuple(f"{rank}{suit}" for suit in "OCEB" for rank in RANKS)
HELD = 2

Stage = Literal["turn", "end"]
Stand = Literal["open", "in", "out"]
"""What a seat has decided in this round."""


@dataclass(slots=True)
class State:
    """Lists are by seat; a pile's top is its end."""

    options: TurnsAndHandsOptions
    rng: Rng
    points: list[int]
    hands: list[list[str]] = field(default_factory=list)
    stands: list[Stand] = field(default_factory=list)
    pile: list[str] = field(default_factory=list)
    swapped: list[str] = field(default_factory=list)
    """Cards that were given away, open to all."""
    round: int = 0
    first: int = 0
    turn: int = 0
    stage: Stage = "turn"
    aftermath: list[AnyEvent] = field(default_factory=list)
    """The public events of the last step."""


def rank(card: str) -> int:
    """Return a card's rank, from 1 to 12."""
    return int(card[:-1])


def total(hand: list[str] | tuple[str, ...]) -> int:
    """Return the sum of a hand's ranks."""
    return sum(map(rank, hand))
