"""A question is answered with few presses, and fits a phone with few words."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser import launched
from tests.screens.measuring import measure

pytestmark = pytest.mark.browser

TALLEST_TABLE, TALLEST_HAND, WORDS = 740, 780, 25
"""Pixels of a message at a width of 375, and words of a table beside names."""
PRESSES = {"dojo": 1, "tomatomat": 5}
"""Presses of a turn, in a sample of games; RELIABILITY.md has whole figures."""


async def test_questions_fit_a_phone_and_take_few_presses(tmp_path: Path) -> None:
    """The first questions of two games keep to presses, pixels and words."""
    async with launched() as browser:
        for game, presses in PRESSES.items():
            screens = await measure(browser, tmp_path, game, 2)

            assert max(screens.presses) <= presses, game
            assert max(screens.tables) <= TALLEST_TABLE, game
            assert max(screens.hands) <= TALLEST_HAND, game
            assert max(screens.words) <= WORDS, game
