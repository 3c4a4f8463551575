"""Errors become messages, the log says what happened, and a bot that has stopped says nothing."""

import logging
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.ui.i18n.icons import EMOJIS
from bot.ui.i18n.texts import common_texts
from bot.ui.interactions.errors import sentence
from bot.ui.interactions.reply import Reply, icons_checked
from bot.ui.interactions.router import apologise
from tests.support.refusals import refusal


def test_an_answer_after_its_time_is_one_calm_line(caplog: pytest.LogCaptureFixture) -> None:
    """An interaction that expired is logged as a warning, without a traceback."""
    assert sentence(refusal(404, 10062)) == common_texts.BROKEN

    (line,) = caplog.records
    assert (line.levelname, line.exc_info) == ("WARNING", None)
    assert "too late" in line.getMessage()


WRONG_EMOJI = {
    "components": {"0": {"emoji": {"id": {"_errors": [{"code": "X", "message": "Invalid emoji"}]}}}}
}
WRONG_LABEL = {"components": {"0": {"label": {"_errors": [{"code": "X", "message": "Too long"}]}}}}


@pytest.mark.parametrize(("errors", "is_known"), [(WRONG_EMOJI, False), (WRONG_LABEL, True)])
def test_icons_are_left_out_once_an_emoji_is_refused(
    errors: dict[str, Any], is_known: bool
) -> None:
    """A refused emoji makes all icons unknown, and any other refusal doesn't."""
    EMOJIS.learn("token:pawn", discord.PartialEmoji(name="pawn", id=5))
    try:
        with pytest.raises(discord.HTTPException), icons_checked():
            raise refusal(400, 50035, errors=errors)
        assert (EMOJIS.of("token:pawn") is not None) == is_known
    finally:
        EMOJIS.forget()


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
