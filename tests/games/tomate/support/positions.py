"""Variants of Tomate for tests, and moves made from a position."""

from typing import Any

from games.core.game import Step, apply
from games.core.values import Seat
from games.tomate import TOMATE
from games.tomate.rules.moves import TomateMove
from games.tomate.rules.state import State

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


def play(state: State, *moves: tuple[Seat, TomateMove]) -> Step[State]:
    """Make moves through the protocol; return the last state and all events."""
    texts: list[Any] = []
    for seat, move in moves:
        step = apply(TOMATE, state, seat, move)
        state = step.state
        texts += step.events
    return Step(state, tuple(texts))
