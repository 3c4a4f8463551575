"""Every game's policy among random seats."""

from __future__ import annotations

import pytest

from games.core.game import AnyGame
from games.diced_tomatoes import DICED_TOMATOES
from games.dojo import DOJO
from games.karate_tomate import KARATE_TOMATE
from games.tomate import TOMATE
from games.tomatomat import TOMATOMAT
from tests.bench.bench_policies import GOAL, advantage


@pytest.mark.parametrize(
    ("game", "seats", "matches"),
    [
        (DICED_TOMATOES, 6, 24),
        (DOJO, 3, 60),
        (DOJO, 5, 60),
        (KARATE_TOMATE, 3, 60),
        (KARATE_TOMATE, 10, 60),
        (TOMATE, 13, 60),
        (TOMATOMAT, 4, 100),
    ],
)
def test_a_policy_beats_chance_clearly(game: AnyGame, seats: int, matches: int) -> None:
    """Among random seats, the policy wins much more than its share."""
    assert advantage(game, seats, matches) >= GOAL
