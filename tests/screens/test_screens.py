"""A question is answered with few presses, and fits a phone with few words."""

from pathlib import Path

import pytest
from playwright.async_api import Browser

from tests.screens.measuring import SEATS, measure, measure_first_minute, measure_replay, phone
from tests.support.sampling import leading

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

TALLEST, LOBBY, WORDS = 740, 480, 25
"""Pixels of a message and a lobby at a width of 375, and words of a table without names."""
JUMP = 24
"""The most pixels between the highest and the lowest question of a match."""
STOPS = 4
"""Stops of each replay that are measured."""
MEASURED = {
    "tomate": (6, 1),
    "karate_tomate": (6, 3),
    "dojo": (5, 1),
    "tomatomat": (3, 5),
    "diced_tomatoes": (5, 6),
}
"""Questions and the most presses of a turn, by game; RELIABILITY.md has whole figures."""


@pytest.mark.parametrize("game", leading([*MEASURED]))
async def test_questions_fit_a_phone_and_take_few_presses(
    browser: Browser, tmp_path: Path, game: str
) -> None:
    """A game's first questions keep to their limits, in height in every language."""
    questions, presses = MEASURED[game]
    screens = await measure(await phone(browser), tmp_path, game, questions)

    assert screens.lobby <= LOBBY
    assert max(screens.presses) <= presses
    assert max(screens.tables) <= TALLEST
    assert max(screens.hands) <= TALLEST
    assert max(screens.translated) <= TALLEST
    assert max(screens.words) <= WORDS
    assert max(screens.questions) - min(screens.questions) <= JUMP


async def test_the_first_minute_is_one_command_and_one_press(
    browser: Browser, tmp_path: Path
) -> None:
    """From the list of commands, somebody new has own cards after /play and one press."""
    first = await measure_first_minute(await phone(browser), tmp_path)

    assert first.presses == 1
    assert first.words <= WORDS
    assert max(first.heights) <= TALLEST


@pytest.mark.parametrize("game", leading([*SEATS]))
async def test_a_replay_fits_a_phone(browser: Browser, tmp_path: Path, game: str) -> None:
    """No step of a replay is taller than a question, with all hands open."""
    heights = await measure_replay(await phone(browser), tmp_path, game, STOPS)

    assert max(heights) <= TALLEST
