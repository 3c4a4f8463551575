"""Variants of Dojo for tests, and moves made from a position."""

from typing import Any

from games.core.game import Step, apply
from games.core.values import Seat
from games.dojo import DOJO
from games.dojo.rules.cards import Card
from games.dojo.rules.frame import FRAMES
from games.dojo.rules.moves import DojoMove
from games.dojo.rules.notation import card
from games.dojo.rules.state import State

VARIANTS: list[tuple[int, dict[str, Any]]] = [
    (3, {}),
    (3, {"white_belt": True, "black_belt": True, "rps": "batch"}),
    (4, {"black_belt": True, "discard_trophy": True}),
    (4, {"frame": "floating", "sorts": "free"}),
    (5, {}),
    (5, {"white_belt": True, "frame": "floating"}),
    (5, {"black_belt": True, "rps": "batch", "discard_trophy": True, "sorts": "free"}),
]
"""Seat counts and option sets that together use every option."""


def play(state: State, *moves: tuple[Seat, DojoMove]) -> Step[State]:
    """Make moves through the protocol; return the last state and all events."""
    texts: list[Any] = []
    for seat, move in moves:
        step = apply(DOJO, state, seat, move)
        state = step.state
        texts += step.events
    return Step(state, tuple(texts))


def board(words: str) -> tuple[Card, ...]:
    """Read a full dojo, row by row."""
    results = tuple(item for word in words.replace("/", " ").split() if (item := card(word)))
    assert len(results) == 12, f"not twelve cards: {words!r}"
    return results


FULL = "M1 F2 T3 C4 / F2 T3 C4 B1 / T3 C4 B1 M2"
"""A full dojo with three points for its rows and none for its columns."""


def cells(words: str, *empty: str) -> str:
    """Return the cells of a full dojo, without those that are to be empty."""
    named = zip(FRAMES["fixed"].cells, board(words), strict=True)
    return " ".join(f"{cell}:{first}" for cell, first in named if cell not in empty)
