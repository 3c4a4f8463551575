"""Turns errors into messages, in one place."""

import logging
from collections.abc import Sequence

import discord
from discord import app_commands

from bot.logs import WarningsPerMinute
from bot.metrics.requests import UnsentError
from bot.tables.domain.views import MatchSummary
from bot.tables.errors import TableError
from bot.ui.i18n.texts import common_texts
from bot.ui.kit import discord_errors
from data.engine.errors import DatabaseError, DatabaseLostError
from games.core import errors
from games.core.text import Text, say

log = logging.getLogger(__name__)
log.addFilter(WarningsPerMinute())


class RefusedError(Exception):
    """A request that the Discord side refuses, with the message to show."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.message)
        self.text = text


class WhichTableError(RefusedError):
    """A command that may mean any of these tables."""

    def __init__(self, summaries: Sequence[MatchSummary]) -> None:
        super().__init__(common_texts.WHICH_TABLE)
        self.summaries = tuple(summaries)


_NOBODYS_FAULT: dict[type[Exception], Text] = {
    errors.StaleAnswerError: common_texts.QUESTION_CHANGED,
    errors.NotYourTurnError: common_texts.NOT_YOUR_TURN,
}
_WARNED: dict[type[Exception], tuple[str, Text]] = {
    # The error's message may quote forged input, but no secrets.
    errors.InvalidMoveError: ("an answer that no question offers", common_texts.FORGED),
    DatabaseLostError: ("an interaction failed", common_texts.DATABASE_LOST),
    UnsentError: ("an answer was not sent", common_texts.DATABASE_LOST),
}


def sentence(error: BaseException) -> Text:
    """The message for the person; logs errors that only the host can fix."""
    if isinstance(error, app_commands.CommandInvokeError):
        error = error.original
    if isinstance(error, RefusedError) and error.text == common_texts.UNKNOWN_BUTTON:
        log.warning("a press on an unknown control")
    if isinstance(error, (TableError, RefusedError)):
        return error.text
    for kind, text in _NOBODYS_FAULT.items():
        if isinstance(error, kind):
            return text
    return _logged(error)


def _logged(error: BaseException) -> Text:
    for kind, (what, text) in _WARNED.items():
        if isinstance(error, kind):
            log.warning("%s: %s", what, error)
            return text
    if isinstance(error, app_commands.AppCommandError):
        # Without its message, which quotes the typed text.
        log.warning("a command that was never registered: %s", type(error).__name__)
        return common_texts.UNKNOWN_COMMAND
    if isinstance(error, errors.UnknownVersionError):
        log.error("%s", error)
        return say(
            "This table was played with a newer version of the bot. Ask whoever runs the bot to"
            " update it."
        )
    if discord_errors.failure_of(error) is discord_errors.Failure.LOST_PLACE:
        log.warning("Discord does not allow it: %s", error)
        return say("Discord won't let me do that here. Check my permissions in this channel.")
    if isinstance(error, discord.HTTPException) and error.code == discord_errors.LATE:
        log.warning("an answer came too late: Discord had dropped the interaction")
    elif isinstance(error, discord_errors.NO_ANSWER):
        log.warning("an answer could not be sent: %r", error)
    else:
        log.error("an interaction failed", exc_info=error)
    return common_texts.NOT_SAVED if isinstance(error, DatabaseError) else common_texts.BROKEN
