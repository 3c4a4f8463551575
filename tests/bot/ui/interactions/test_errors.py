"""Errors become messages, and the log says what happened."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.ui.i18n.icons import EMOJIS
from bot.ui.i18n.texts import common_texts
from bot.ui.interactions.errors import sentence
from bot.ui.interactions.reply import icons_checked


def refusal(status: int, code: int, **more: object) -> discord.HTTPException:
    """Return the error that discord.py raises for this answer."""
    response: Any = SimpleNamespace(status=status, reason="")
    kind = discord.NotFound if status == 404 else discord.HTTPException
    return kind(response, {"code": code, "message": "no", **more})


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
