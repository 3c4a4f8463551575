"""What is hidden in a match: only the coming rolls."""

from __future__ import annotations

from collections import Counter

from games.core.cloning import clone
from games.core.rng import Rng
from games.core.values import Seat
from tests.toys.plots.state import State


def reshuffle(state: State, viewer: Seat | None, rng: Rng) -> State:
    """Exchange the coming rolls."""
    twin = clone(state)
    twin.rng = rng.fork("coming rolls")
    return twin


def census(state: State) -> Counter[str]:
    """Count the dice."""
    now = state.now
    return Counter(dice=now.bag + len(now.hand) + sum(len(plot) for plot in now.plots))


def unseen(state: State, viewer: Seat | None) -> dict[str, list[str]]:
    """Return no hidden places."""
    return {}
