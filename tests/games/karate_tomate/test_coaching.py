"""The rule that is cited depends on the position."""

from typing import Any

import pytest

from games.karate_tomate import KARATE_TOMATE
from games.karate_tomate.rules.notation import position
from games.karate_tomate.rules.state import Stage


@pytest.mark.parametrize(
    ("stage", "given", "viewer", "number"),
    [
        ("heat", {}, 0, 5),
        ("heat", {"hands": ["T1", "T2 C1", "T3 K1"]}, 0, 6),
        ("heat", {"played": ["C1", "K1", ""], "out": [2]}, 0, 6),
        ("heat", {"played": ["C1", "K1", ""], "out": [2]}, 2, 6),
        ("heat", {"played": ["C1", "K1", ""], "out": [2]}, None, 6),
        ("drop_draw", {"out": [2], "asked": [2]}, 2, 8),
        ("drop_draw", {"out": [2], "asked": [2], "swap_after_draw": True}, 2, 23),
        ("triumph", {"played": ["C1", "K2", ""], "out": [2]}, 0, 10),
        ("end_call", {}, 0, 16),
    ],
)
def test_the_rule_that_is_cited_is_the_one_that_holds(
    stage: str, given: dict[str, Any], viewer: int | None, number: int
) -> None:
    """The rule cited depends on stage and heat, and spectators and dropouts read it too."""
    hands = given.pop("hands", ["T1 C1 C2", "T2 K1 K2", "T3 B1 B2"])
    state = position(stage, hands, **given)
    assert state.stage is Stage(stage)
    assert KARATE_TOMATE.rule(KARATE_TOMATE.view(state, viewer)) == number
