"""Random matches of Tomate, as sequences of states."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.core.event import Event
from games.core.game import apply
from games.core.rng import Rng
from games.core.values import Seat
from games.tomate import TOMATE
from games.tomate.options import TomateOptions
from games.tomate.rules.state import State
from tests.games.random_moves import random_move
from tests.support.sampling import sample

VARIANTS: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {"reserves": False, "cycles": 2}),
    (4, {"stock_mode": "protective", "reserve_amount": 15}),
    (5, {"pot_split": "per_trick", "overtrump": "if_able", "strict_beat": True}),
    (6, {"all_pass": "dealer_wins", "blind_discard": True, "auto_last": False}),
    (7, {"overtrump": "if_able_else_any", "max_tomate": 5, "reserves": False}),
    (12, {"first_dealer": "random", "start_points": 100, "stock_mode": "off"}),
    (13, {"reserve_amount": 6}),
]
"""Seat counts and option sets that together use every option."""


def random_steps(
    seats: int, seed: str, **options: Any
) -> Iterator[tuple[State, tuple[Event, ...]]]:
    """Yield every state of a random match, with the events that led to it."""
    chance = Rng(f"chance {seed}")
    step = TOMATE.setup(seats, TomateOptions(**options), Rng(seed))
    yield step.state, step.events
    while asked := sorted(TOMATE.awaited(step.state)):
        seat = chance.choice(asked)
        move = random_move(TOMATE, TOMATE.view(step.state, seat), chance)
        step = apply(TOMATE, step.state, seat, move)
        yield step.state, step.events


def random_match(seats: int, seed: str, **options: Any) -> Iterator[State]:
    """Yield every state of a random match."""
    return (state for state, _ in random_steps(seats, seed, **options))


def moments(seats: int, seed: str, **options: Any) -> Iterator[tuple[State, Seat | None]]:
    """Yield the states of a random match, each with one viewer in turn, also spectators.

    A thorough run has three viewers for each state.
    """
    each = sample(3)
    viewers: list[Seat | None] = [None, *range(seats)]
    for number, state in enumerate(random_match(seats, seed, **options)):
        for step in range(each):
            yield state, viewers[(each * number + step) % len(viewers)]
