"""Presses that are still being answered when the bot stops."""

import logging
from types import SimpleNamespace
from typing import Any

import pytest

from bot.ui.interactions.reply import Reply
from bot.ui.interactions.router import apologise


async def test_a_bot_that_has_stopped_says_nothing(caplog: pytest.LogCaptureFixture) -> None:
    """An answer that fails because the bot has stopped is no error, and nobody is told."""
    interaction: Any = SimpleNamespace(client=SimpleNamespace(is_closed=lambda: True))
    with caplog.at_level(logging.INFO):
        await apologise(interaction, RuntimeError("Session is closed"))

    assert [record.levelname for record in caplog.records] == ["INFO"]


async def test_a_bot_that_has_stopped_asks_for_no_time() -> None:
    """Once the bot has stopped, an unanswered press is not deferred: there is no connection."""

    async def defer(**_: Any) -> None:
        raise RuntimeError("Session is closed")

    interaction: Any = SimpleNamespace(
        client=SimpleNamespace(is_closed=lambda: True),
        response=SimpleNamespace(is_done=lambda: False, defer=defer),
        extras={},
        message=None,
    )
    await Reply(interaction).acknowledge()
