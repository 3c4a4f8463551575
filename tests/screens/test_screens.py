"""A question is answered with few presses, and fits a phone with few words."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser import launched
from tests.screens.measuring import measure, phone
from tests.support.sampling import sample

pytestmark = pytest.mark.browser

TALLEST, WORDS = 740, 25
"""Pixels of a message at a width of 375, and words of a table without names."""
MEASURED = {
    "tomate": (2, 1),
    "karate_tomate": (2, 2),
    "dojo": (2, 1),
    "tomatomat": (4, 5),  # the fourth question follows a resolved round
    "diced_tomatoes": (5, 6),
}
"""Questions and the most presses of a turn, by game; RELIABILITY.md has whole figures."""


async def test_questions_fit_a_phone_and_take_few_presses(tmp_path: Path) -> None:
    """Every game's first questions keep to their limits, in height in every language."""
    async with launched() as browser:
        page = await phone(browser)
        for game, (questions, presses) in MEASURED.items():
            screens = await measure(page, tmp_path, game, sample(questions) + 1)

            assert max(screens.presses) <= presses, game
            assert max(screens.tables) <= TALLEST, game
            assert max(screens.hands) <= TALLEST, game
            assert max(screens.translated) <= TALLEST, game
            assert max(screens.words) <= WORDS, game
