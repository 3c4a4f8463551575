"""Counts of all move sequences: any change of the rules changes one of these numbers."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from games.tomate import TOMATE
from games.tomate.rules.state import State
from tests.games.tomate.support.positions import position

COUNTS: list[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("counts.toml").read_text(encoding="utf-8")
)["position"]


def ways(state: State, depth: int) -> int:
    """Count the sequences of `depth` moves, always by the first awaited seat."""
    awaited = TOMATE.awaited(state)
    if depth == 0 or not awaited:
        return 1
    seat, total = min(awaited), 0
    for move in TOMATE.moves(state, seat):
        after = state.clone()
        TOMATE.advance(after, seat, move)
        total += ways(after, depth - 1)
    return total


@pytest.mark.parametrize("row", COUNTS, ids=lambda row: row["name"])
def test_the_ways_to_go_on_are_counted(row: dict[str, Any]) -> None:
    """A fixed position has exactly as many sequences of moves as were counted."""
    given = row["given"]
    state = position(given.pop("stage"), given.pop("hands"), hands_total=1, **given)
    counted = [ways(state, depth) for depth in range(1, len(row["ways"]) + 1)]
    assert counted == row["ways"]
