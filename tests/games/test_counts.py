"""Counts of all move sequences: any change of the rules changes one of these numbers."""

import tomllib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from games.core.game import AnyGame
from games.diced_tomatoes import DICED_TOMATOES
from games.diced_tomatoes.rules.notation import position as diced_position
from games.dojo import DOJO
from games.dojo.rules.notation import position as dojo_position
from games.karate_tomate import KARATE_TOMATE
from games.karate_tomate.rules.notation import position as karate_position
from games.tomate import TOMATE
from games.tomate.rules.notation import position as tomate_position

BUILT: list[tuple[AnyGame, Callable[..., Any]]] = [
    (TOMATE, partial(tomate_position, hands_total=1)),
    (KARATE_TOMATE, karate_position),
    (DOJO, dojo_position),
    (DICED_TOMATOES, diced_position),
]
COUNTS = [
    pytest.param(game, build, row, id=f"{game.info.key}: {row['name']}")
    for game, build in BUILT
    for row in tomllib.loads(
        (Path(__file__).parent / game.info.key / "counts.toml").read_text(encoding="utf-8")
    )["position"]
]
TWO_IN_ONE = "finish"
"""The move that places the last die and ends the turn, which isn't counted."""


def count_ways(game: AnyGame, state: Any, most: int) -> list[int]:
    """Count the sequences of 1, 2 ... `most` moves, always by the first awaited seat."""
    states, results = [state], list[int]()
    for _ in range(most):
        states = [after for each_state in states for after in _next_states(game, each_state)]
        results.append(len(states))
    return results


def _next_states(game: AnyGame, state: Any) -> Iterator[Any]:
    """Yield the state after each move; the end of a match stays as it is."""
    awaited = game.awaited(state)
    if not awaited:
        yield state
        return
    for move in game.moves(state, min(awaited)):
        if move.kind == TWO_IN_ONE:
            continue
        after = game.clone(state)
        game.advance(after, min(awaited), move)
        yield after


@pytest.mark.parametrize(("game", "build", "row"), COUNTS)
def test_the_ways_to_go_on_are_counted(
    game: AnyGame, build: Callable[..., Any], row: dict[str, Any]
) -> None:
    """A fixed position has exactly as many sequences of moves as were counted."""
    state = build(**row["given"])
    assert count_ways(game, state, len(row["ways"])) == row["ways"]
