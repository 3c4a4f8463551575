"""Counts of all move sequences: any change of the rules changes one of these numbers."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from games.dojo import DOJO
from games.dojo.rules.notation import position
from tests.games.random_moves import count_ways

COUNTS: list[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("counts.toml").read_text(encoding="utf-8")
)["position"]


@pytest.mark.parametrize("row", COUNTS, ids=lambda row: row["name"])
def test_the_ways_to_go_on_are_counted(row: dict[str, Any]) -> None:
    """A fixed position has exactly as many sequences of moves as were counted."""
    given = dict(row["given"])
    state = position(given.pop("stage"), **given)
    assert count_ways(DOJO, state, len(row["ways"])) == row["ways"]
