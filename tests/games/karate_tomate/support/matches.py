"""Random matches of Karate Tomate, as sequences of states."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.core.event import Event
from games.core.game import apply
from games.core.rng import Rng
from games.core.values import Seat
from games.karate_tomate import KARATE_TOMATE
from games.karate_tomate.options import KarateOptions
from games.karate_tomate.rules.state import State
from tests.games.random_moves import random_move
from tests.support.sampling import sample

VARIANTS: list[tuple[int, dict[str, Any]]] = [
    (3, {}),
    (4, {"open_triumphs": True, "trophies_to_call": 15}),
    (5, {"tomato_swap": False, "trophies_to_call": 8, "open_discards": True}),
    (6, {"swap_after_draw": True, "open_discards": True}),
    (8, {"auto_end": True, "stalemate_rounds": 5}),
    (10, {"trophies_to_call": 10}),
]
"""Seat counts and option sets that together use every option."""


def random_steps(
    seats: int, seed: str, **options: Any
) -> Iterator[tuple[State, tuple[Event, ...]]]:
    """Yield every state of a random match, with the events that led to it."""
    chance = Rng(f"chance {seed}")
    step = KARATE_TOMATE.setup(seats, KarateOptions(**options), Rng(seed))
    yield step.state, step.events
    while asked := sorted(KARATE_TOMATE.awaited(step.state)):
        seat = chance.choice(asked)
        move = random_move(KARATE_TOMATE, KARATE_TOMATE.view(step.state, seat), chance)
        step = apply(KARATE_TOMATE, step.state, seat, move)
        yield step.state, step.events


def random_match(seats: int, seed: str, **options: Any) -> Iterator[State]:
    """Yield every state of a random match."""
    return (state for state, _ in random_steps(seats, seed, **options))


def moments(seats: int, seed: str, **options: Any) -> Iterator[tuple[State, Seat | None]]:
    """Yield the states of a random match, each with one viewer in turn, also spectators.

    A thorough run has two viewers for each state.
    """
    each = sample(2)
    viewers: list[Seat | None] = [None, *range(seats)]
    for number, state in enumerate(random_match(seats, seed, **options)):
        for step in range(each):
            yield state, viewers[(each * number + step) % len(viewers)]
