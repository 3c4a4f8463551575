"""The whole state of a match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from games.core.rng import Rng

FLAG = "flag"
KINDS = tuple(f"{colour}{value}" for colour in "rgbyw" for value in range(1, 6))
COPIES = 8

Stage = Literal["choose", "swap", "end"]


@dataclass(slots=True)
class State:
    """Cards by kind; `choices` and `swaps` are sealed until all owing seats have answered."""

    rounds: int
    ties_pay: bool
    rng: Rng
    hands: list[list[str]]
    deck: list[str]
    discard: list[str]
    points: list[int]
    choices: list[str]
    """By seat; empty if nothing is chosen yet."""
    shown: list[str]
    """What the last reveal turned up, by seat; its cards lie on the table."""
    swaps: dict[int, list[str] | None]
    """By seat that showed the flag: None while it owes an answer, an empty list to draw only."""
    winners: list[int]
    round: int = 1
    stage: Stage = "choose"

    def owes_swap(self, seat: int) -> bool | None:
        """Return whether a seat's swap is missing; None if none is asked of it."""
        return self.swaps[seat] is None if seat in self.swaps else None

    def sealed_by(self, seat: int) -> dict[str, Any]:
        """Return the answers that a seat has sealed."""
        return {"choice": self.choices[seat], "swap": self.swaps.get(seat)}


def awaited(state: State) -> frozenset[int]:
    """Return the seats that owe an answer."""
    if state.stage == "choose":
        return frozenset(seat for seat, card in enumerate(state.choices) if not card)
    return frozenset(seat for seat, cards in state.swaps.items() if cards is None)


def to_act(state: State) -> frozenset[int]:
    """Return the seats that may answer now; a choice may be changed until the reveal."""
    return frozenset(range(len(state.hands))) if state.stage == "choose" else awaited(state)
