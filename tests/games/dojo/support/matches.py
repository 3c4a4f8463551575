"""Random matches of Dojo, as sequences of states."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.core.event import Event
from games.core.game import apply
from games.core.rng import Rng
from games.dojo import DOJO
from games.dojo.options import DojoOptions
from games.dojo.rules.state import State
from tests.games.random_moves import random_move

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


def random_steps(
    seats: int, seed: str, **options: Any
) -> Iterator[tuple[State, tuple[Event, ...]]]:
    """Yield every state of a random match, with the events that led to it."""
    chance = Rng(f"chance {seed}")
    step = DOJO.setup(seats, DojoOptions(**options), Rng(seed))
    yield step.state, step.events
    while asked := sorted(DOJO.awaited(step.state)):
        seat = chance.choice(asked)
        move = random_move(DOJO, DOJO.view(step.state, seat), chance)
        step = apply(DOJO, step.state, seat, move)
        yield step.state, step.events


def random_match(seats: int, seed: str, **options: Any) -> Iterator[State]:
    """Yield every state of a random match."""
    return (state for state, _ in random_steps(seats, seed, **options))
