"""The whole state of a match."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

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
    choices: list[str | None]
    """By seat; None if nothing is chosen yet."""
    shown: list[str]
    """What the last reveal turned up, by seat; its cards lie on the table."""
    swaps: list[tuple[str, ...] | None]
    """By seat, of those that showed the flag: None while it owes an answer, () to draw only."""
    winners: list[int]
    round: int = 1
    stage: Stage = "choose"


def awaited(state: State) -> frozenset[int]:
    """Return the seats that owe an answer."""
    answers = state.choices if state.stage == "choose" else state.swaps
    asked = range(len(answers)) if state.stage == "choose" else flags(state.shown)
    return frozenset(seat for seat in asked if state.stage != "end" and answers[seat] is None)


def flags(shown: Sequence[str]) -> list[int]:
    """Return the seats that showed the flag."""
    return [seat for seat, card in enumerate(shown) if card == FLAG]


def to_act(state: State) -> frozenset[int]:
    """Return the seats that may answer now; a choice may be changed until the reveal."""
    return frozenset(range(len(state.hands))) if state.stage == "choose" else awaited(state)
