"""Variants of Tomatomat for tests, and batches placed from a position."""

from typing import Any

from games.core.event import Event
from games.core.game import Step, apply
from games.tomatomat import TOMATOMAT
from games.tomatomat.rules.moves import Allot, TomatomatMove
from games.tomatomat.rules.state import State

VARIANTS: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {"own_peek": True}),
    (4, {"deck_tracker": True}),
    (3, {"own_peek": True, "deck_tracker": True, "rounds": 8}),
    (2, {"deck_tracker": True, "rounds": 8}),
]
"""Seat counts and option sets that together use every option."""


def allot(words: str) -> Allot:
    """Read the slots of the four cards, in the order of the hand."""
    fields = zip(("first", "second", "third", "fourth"), words.split(), strict=True)
    return Allot.model_validate({"kind": "allot", **dict(fields)})


def play(state: State, *moves: str | TomatomatMove) -> Step[State]:
    """Let the seats place their batches in seat order; return the last state and all events."""
    seen_events: list[Event] = []
    for seat, move in enumerate(moves):
        made = allot(move) if isinstance(move, str) else move
        step = apply(TOMATOMAT, state, seat, made)
        state = step.state
        seen_events += step.events
    return Step(state, tuple(seen_events))
