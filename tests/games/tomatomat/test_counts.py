"""Counts of all ways to place a last batch: a change of resolving changes a number."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from games.core.cloning import clone
from games.tomatomat import TOMATOMAT
from games.tomatomat.rules.notation import position
from games.tomatomat.rules.state import State
from tests.games.tomatomat.support.positions import allot

COUNTS: list[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("counts.toml").read_text(encoding="utf-8")
)["position"]


def wins(state: State) -> list[list[int]]:
    """Count, over the 256 batches of seat 0, which seat wins each slot; nobody is last."""
    counts = [[0] * 4 for _ in range(state.seats + 1)]
    for move in TOMATOMAT.moves(state, 0):
        after = clone(state)
        TOMATOMAT.advance(after, 0, move)
        assert after.resolution is not None
        for outcome in after.resolution.outcomes:
            counts[-1 if outcome.winner is None else outcome.winner][outcome.slot] += 1
    return counts


@pytest.mark.parametrize("row", COUNTS, ids=lambda row: row["name"])
def test_wins_are_counted(row: dict[str, Any]) -> None:
    """Over all batches of seat 0, each slot is won exactly as often as was counted."""
    state = position(row["hands"], row["placed"], stacks=row["stacks"])
    for seat, slots in enumerate(row["others"], start=1):
        TOMATOMAT.advance(state, seat, allot(slots))
    assert wins(state) == row["wins"]
