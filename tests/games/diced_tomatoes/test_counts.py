"""Counts of all move sequences: any change of the rules changes one of these numbers."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from games.core.cloning import clone
from games.diced_tomatoes import DICED_TOMATOES
from games.diced_tomatoes.rules.moves import Finish
from games.diced_tomatoes.rules.notation import position
from games.diced_tomatoes.rules.state import State

COUNTS: list[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("counts.toml").read_text(encoding="utf-8")
)["position"]


def ways(state: State, depth: int) -> int:
    """Count the sequences of `depth` moves, take-backs included.

    Placing the last die together with the end of the turn is two moves in one, so it isn't counted.
    """
    if depth == 0 or not DICED_TOMATOES.awaited(state):
        return 1
    total = 0
    for move in DICED_TOMATOES.moves(state, state.turn):
        if isinstance(move, Finish):
            continue
        after = clone(state)
        DICED_TOMATOES.advance(after, state.turn, move)
        total += ways(after, depth - 1)
    return total


@pytest.mark.parametrize("row", COUNTS, ids=lambda row: row["name"])
def test_the_ways_to_go_on_are_counted(row: dict[str, Any]) -> None:
    """A fixed position has exactly as many sequences of moves as were counted."""
    given = dict(row["given"])
    state = position(given.pop("gardens"), **given)
    counted = [ways(state, depth) for depth in range(1, len(row["ways"]) + 1)]
    assert counted == row["ways"]
