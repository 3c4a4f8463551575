"""Counts of all move sequences: any change of the rules changes one of these numbers."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games.core.game import AnyGame
from games.karate_tomate import KARATE_TOMATE
from games.karate_tomate.rules.notation import position as karate_position
from games.tomate import TOMATE
from games.tomate.rules.notation import position as tomate_position
from tests.games.random_moves import count_ways


def tomate(**given: Any) -> Any:
    """Return a position in a match of one hand."""
    return tomate_position(hands_total=1, **given)


BUILT: list[tuple[AnyGame, Callable[..., Any]]] = [
    (TOMATE, tomate),
    (KARATE_TOMATE, karate_position),
]
COUNTS = [
    pytest.param(game, build, row, id=f"{game.info.key}: {row['name']}")
    for game, build in BUILT
    for row in tomllib.loads(
        (Path(__file__).parent / game.info.key / "counts.toml").read_text(encoding="utf-8")
    )["position"]
]


@pytest.mark.parametrize(("game", "build", "row"), COUNTS)
def test_the_ways_to_go_on_are_counted(
    game: AnyGame, build: Callable[..., Any], row: dict[str, Any]
) -> None:
    """A fixed position has exactly as many sequences of moves as were counted."""
    state = build(**row["given"])
    assert count_ways(game, state, len(row["ways"])) == row["ways"]
