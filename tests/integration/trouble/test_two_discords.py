"""Two stand-ins for Discord, written apart, show the same match: neither flatters the bot."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.case import Case
from tests.games.cases import GAME_CASES
from tests.integration.support.two_discords import both, differing, has_result
from tests.tried import Tried

PRESSES = 6
"""So many presses of each game, each with what everybody sees after it."""
TO_THE_END = 400
WHOLE = [case for case in GAME_CASES if repr(case) in ("tomate", "karate_tomate")]
"""The shortest matches; the others are played out by `python -m tests.long_runs.walk agreement`."""


@pytest.mark.parametrize("case", [c for c in GAME_CASES if c not in WHOLE], ids=repr)
async def test_both_show_the_same(tmp_path: Path, case: Case, tried: Tried) -> None:
    """The same people press the same controls of the same deal, and see the same in both."""
    one, other = await both(tmp_path, case, PRESSES)

    tried("Two Discords", repr(case), "looks", len(one))
    assert list(differing(one, other)) == []


@pytest.mark.parametrize("case", WHOLE, ids=repr)
async def test_both_show_the_same_to_the_result(tmp_path: Path, case: Case, tried: Tried) -> None:
    """A whole match looks the same after every press, and ends alike."""
    one, other = await both(tmp_path, case, TO_THE_END)

    tried("Two Discords", repr(case), "looks", len(one))
    assert list(differing(one, other)) == []
    assert has_result(one)


def test_a_difference_is_seen() -> None:
    """Another word, and a look more, are told."""
    assert list(differing(["tomato", "red"], ["tomato", "green"])) != []
    assert list(differing(["tomato"], ["tomato", "tomato"])) != []
