"""The whole state of a match."""

from dataclasses import dataclass, field
from typing import Literal

from games.core.rng import Rng

MACHINES = ("1", "2", "3", "4")
DECK = (1, 2, 3, 4, 5, 6) * 2
BATCH = 4
STARS = 3

Stage = Literal["stake", "allot", "end"]


@dataclass(slots=True)
class State:
    """Lists are by seat; `piles` and `stars` by seat and machine."""

    rounds: int
    batches: int
    worth: int
    """Points for each step of a machine's number."""
    rng: Rng
    decks: list[list[int]]
    hands: list[list[int]]
    piles: list[list[list[int]]]
    """Face down, from completed batches."""
    sealed: list[list[int]]
    """The machine of each card in the hand, once allotted; empty before."""
    stars: list[list[int]]
    staked: list[list[int]]
    """Sealed stars; empty before."""
    points: list[int]
    round: int = 1
    batch: int = 0
    stage: Stage = "stake"
    run: list[list[list[int]]] = field(default_factory=list)
    """What the last run turned up, by seat and machine; kept until the next stakes are shown."""


def awaited(state: State) -> frozenset[int]:
    """Return the seats that owe an answer."""
    if state.stage == "end":
        return frozenset()
    answers = state.staked if state.stage == "stake" else state.sealed
    return frozenset(seat for seat, answer in enumerate(answers) if not answer)
