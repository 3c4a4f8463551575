"""Routes presses, menus and forms by their custom ids, and not by stored views."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any

import discord
from discord import app_commands

from bot.background import background
from bot.tables.application import Application
from bot.tables.domain.views import MatchSummary
from bot.tables.errors import TableError
from bot.tables.lessons import LessonId
from bot.ui.i18n.readers import player_of, to
from bot.ui.i18n.texts import common_texts
from bot.ui.interactions.bot_permissions import server_of
from bot.ui.interactions.command_links import mentions_of
from bot.ui.interactions.errors import RefusedError, sentence
from bot.ui.interactions.moderation import InteractionVisitor
from bot.ui.interactions.payloads import AnyCommand, is_well_formed
from bot.ui.interactions.reply import (
    ON_MESSAGE,
    READS_TEXT,
    AnsweredElsewhereError,
    is_answered,
    tell,
)
from bot.ui.kit import custom_ids
from bot.ui.kit.discord_errors import FAILURES
from data.engine.errors import DatabaseLostError, DatabaseUnwritableError
from data.records.matches import ELSEWHERE

log = logging.getLogger(__name__)

ControlHandler = Callable[[discord.Interaction, custom_ids.ControlId], Awaitable[None]]
"""Answers the press of a control of a question."""
Face = discord.Member | discord.User

PASSING = (DatabaseUnwritableError, DatabaseLostError)
"""Errors of the database that may pass. Until then, people can still look at their tables."""
MEETING = 0.1
"""Seconds that a press waits for its player's name and language to be saved."""


class Router:
    """Knows which feature answers which press; every failure ends in a message."""

    def __init__(
        self,
        tables: Application,
        seen: Callable[[Face], None],
        mend: Callable[[str], Awaitable[None]],
        lend: Callable[[discord.Interaction, str], Awaitable[None]],
        table_meant: Callable[[discord.Interaction, str | None], Awaitable[MatchSummary]],
    ) -> None:
        """`seen` is called with whoever does something.

        `mend` shows a match after a press if one of its messages is out of date. `lend` is called
        where the bot only answers, with an answered press on a message of a match, or command.
        `table_meant` finds the table that a command names, or else means.
        """
        self._tables = tables
        self._seen = seen
        self._mend = mend
        self._lend = lend
        self._table_meant = table_meant
        self._buttons = dict[custom_ids.Verb, custom_ids.Handler]()
        self._controls = dict[type[str], ControlHandler]()

    def add_buttons(self, handlers: Mapping[custom_ids.Verb, custom_ids.Handler]) -> None:
        """Let a feature answer these buttons."""
        self._buttons |= handlers

    def add_controls(self, subject: type[str], handler: ControlHandler) -> None:
        """Let a feature answer the controls of questions whose subject has ids of this type."""
        self._controls[subject] = handler

    async def met(self, interaction: discord.Interaction) -> None:
        """Save somebody's language, name and avatar, and note whether they read text only."""
        self._seen(interaction.user)
        remembering = self._tables.people.remember(player_of(interaction), server_of(interaction))
        meeting = background(remembering, "remember a person")
        # A stalled disk must not delay the press's acknowledgement.
        done, _ = await asyncio.wait({meeting}, timeout=MEETING)
        if done and not isinstance(meeting.exception(), PASSING):
            interaction.extras[READS_TEXT] = meeting.result().text_only

    async def handle(self, interaction: discord.Interaction) -> None:
        """Answer one press."""
        data: Any = interaction.data
        pressed = custom_ids.decode(data["custom_id"]) if is_well_formed(data) else None
        table: str | None = None
        try:
            match pressed:
                case custom_ids.Button():
                    await self.met(interaction)
                    table = await self.press(interaction, pressed)
                    if isinstance(pressed, custom_ids.MatchButton):
                        await self._mend(pressed.match)
                case custom_ids.ControlId():
                    self._seen(interaction.user)
                    await self._controls[type(pressed.match)](interaction, pressed)
                    table = None if isinstance(pressed.match, LessonId) else pressed.match
                case None:
                    await apologise(interaction, RefusedError(common_texts.UNKNOWN_BUTTON))
            if table is not None:
                await self._lent(interaction, table)
        except Exception as error:  # noqa: BLE001 - the one place that turns errors into messages
            await apologise(interaction, error)

    async def finish(self, interaction: discord.Interaction) -> None:
        """Lend a command at a table to it; called when the command is done."""
        if server_of(interaction) == ELSEWHERE and _is_at_table(interaction.command):
            with suppress(TableError, RefusedError, *PASSING):  # the command has told of them
                named = interaction.namespace.table or interaction.extras.get(ON_MESSAGE)
                summary = await self._table_meant(interaction, named)
                await self._lent(interaction, summary.id)

    async def _lent(self, interaction: discord.Interaction, match_id: str) -> None:
        """Lend what was answered to its table, where only answers let the bot show one."""
        if not is_answered(interaction):
            return
        try:
            await self._lend(interaction, match_id)
        except (TableError, *FAILURES) as error:
            log.info("an answer is not lent to match %s: %s", match_id, error)

    async def press(
        self, interaction: discord.Interaction, button_id: custom_ids.Button
    ) -> str | None:
        """Handle a button; return the id of its table if only answers keep that true.

        Passes on the application's errors.
        """
        table = None
        if isinstance(button_id, custom_ids.MatchButton):
            visitor = InteractionVisitor(interaction)
            summary = await self._tables.queries.meet(button_id.match, visitor)
            table = summary.id if summary.answers_only else None
        await self._buttons[button_id.verb](interaction, button_id)
        return table


def _is_at_table(command: AnyCommand) -> bool:
    """Whether a command is for a table: one with that option, or one on a message."""
    if isinstance(command, app_commands.Command):
        return command.get_parameter("table") is not None
    return command is not None and command.type is discord.AppCommandType.message


async def apologise(interaction: discord.Interaction, error: BaseException) -> None:
    """Answer an error with a private message, unless the bot has stopped.

    What another process has answered needs no answer.
    """
    if isinstance(error, AnsweredElsewhereError):
        return
    if interaction.client.is_closed():
        log.info("the bot stopped before it could answer: %s", type(error).__name__)
        return
    words = mentions_of(interaction.client).in_words(to(interaction, sentence(error)))
    try:
        await tell(interaction, words)
    except FAILURES as failed:
        log.warning("a refusal could not be shown: %r", failed)
