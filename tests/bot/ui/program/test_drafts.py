"""Drafts are offered only where the host allows them, and their titles say what they are."""

from contextlib import suppress
from pathlib import Path

import pytest

from bot.settings import Settings
from bot.tables.errors import NoSuchGameError
from bot.ui.program.compose import assembled
from games.core.game import AnyGame, GameInfo
from games.core.text import PLAIN, speak
from tests.toys.plots import PLOTS, Plots


def draft() -> AnyGame:
    """Return a game that is not finished."""
    facts = dict(PLOTS.info) | {"key": "sketch", "stage": "draft"}
    game: AnyGame = type("Sketch", (Plots,), {"info": GameInfo(**facts)})()
    return game


@pytest.mark.parametrize("allowed", [False, True])
async def test_a_draft_is_offered_where_drafts_are_allowed(tmp_path: Path, allowed: bool) -> None:
    """The setting adds drafts to the games of the bot."""
    settings = Settings(database=tmp_path / "tomato-table.db", drafts=allowed)
    offered = []
    async with assembled(settings, games=(PLOTS, draft())) as bot:
        for key in ("plots", "sketch"):
            with suppress(NoSuchGameError):
                offered.append(bot.tables.game(key).info.key)

    assert offered == ["plots", "sketch"][: 1 + allowed]


def test_the_title_of_a_draft_says_so() -> None:
    """A draft is marked wherever its title is shown."""
    assert speak(draft().info.title, PLAIN) == "Plots (draft)"
