"""The whole state of a match; only the coming rolls are unknown."""

from dataclasses import dataclass, field
from typing import Literal

from games.core.rng import Rng

PLOTS_EACH = 2
FULL = 3
DICE = 9
"""Dice in the bag at the start, for each seat: more than plots and a hand can hold."""

Stage = Literal["roll", "place", "end"]


@dataclass(slots=True)
class Turn:
    """What a turn changes, so that it can be taken back."""

    hand: list[int]
    plots: list[list[int]]
    """Two for each seat, in seat order; the dice of each from the first on."""
    points: list[int]
    bag: int


@dataclass(slots=True)
class State:
    """The table, and how it was at the last random event."""

    rounds: int
    reach: Literal["own", "neighbours"]
    rng: Rng
    now: Turn
    before: Turn
    turn: int = 0
    round: int = 1
    stage: Stage = "roll"
    harvests: list[tuple[int, int, int]] = field(default_factory=list)
    """The last step's harvests: plot, points, and who helped (or its owner)."""
