"""Bots' rows whose match is paused or stopped while the policy runs."""

import asyncio
import logging
from pathlib import Path

import pytest

from bot.tables.matches.deadlines import BOT
from tests.bot.tables.jobs.test_scheduler import Stubborn, thinking
from tests.bot.tables.support import ANA, BEN


@pytest.mark.parametrize("change", ["pause", "stop"])
async def test_a_bots_row_overtaken_by_a_pause_or_an_end_is_no_warning(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, change: str
) -> None:
    """Pausing or stopping a match while its policy runs drops the bot's row without a warning."""
    game = Stubborn()
    async with thinking(tmp_path, game) as app:
        summary = await app.started([ANA, BEN], game, bots=1)
        (row,) = [row for row in await app.store.deadlines.of_match(summary.id) if row.kind == BOT]
        answer = asyncio.ensure_future(app.tables.scheduler._kinds[BOT](row))
        try:
            await asyncio.to_thread(game.thinking.wait)
            changes = {"pause": app.tables.pauses.pause, "stop": app.tables.endings.stop}
            await changes[change](summary.id, ANA, moderator=True)
        finally:
            game.release.set()
            await answer
        left = [row.kind for row in await app.store.deadlines.of_match(summary.id)]

    assert BOT not in left
    assert [line for line in caplog.records if line.levelno >= logging.WARNING] == []
