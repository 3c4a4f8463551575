"""`/me tables`, `/me text` and `/me privacy`; they work everywhere."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Any

import discord
from discord import app_commands

from bot.tables.domain.views import MatchSummary
from bot.tables.errors import TableError
from bot.ui.features.me.privacy import PrivacyHandler
from bot.ui.features.services import Services
from bot.ui.i18n.readers import reader_of, to
from bot.ui.i18n.texts import common_texts, server_texts
from bot.ui.interactions.errors import sentence
from bot.ui.interactions.reply import Reply
from bot.ui.kit.custom_ids import TableButton, Verb
from bot.ui.kit.limits import ROW
from bot.ui.kit.message import OutgoingMessage, button, paragraph
from data.records.matches import Life
from games.core.errors import UnknownVersionError
from games.core.text import Reader, Text

MOST_LINES = 20


def add_commands(services: Services, privacy: PrivacyHandler) -> None:
    me = services.groups.me

    @me.command(name="tables", description="See all your tables, the ones waiting for you first")
    async def tables(interaction: discord.Interaction) -> None:
        async with Reply(interaction) as reply:
            player_id, reader = interaction.user.id, reader_of(interaction)
            mine = await services.tables.queries.matches_of(player_id)
            lines = [line async for line in _mine(services, mine, player_id)]
            practice = _practice_buttons(mine[:MOST_LINES], reader)
            await reply.show(OutgoingMessage((paragraph(reader, *lines), *practice)))

    @me.command(name="text", description="Get text instead of pictures, or pictures again")
    @app_commands.describe(on="Text instead of pictures?")
    async def text(interaction: discord.Interaction, on: bool = True) -> None:
        async with Reply(interaction) as reply:
            await services.tables.people.set_text_only(interaction.user.id, on)
            await reply.say(to(interaction, common_texts.TEXT_ON if on else common_texts.TEXT_OFF))

    me.add_command(_privacy(privacy))


def _privacy(privacy: PrivacyHandler) -> app_commands.Group:
    group = app_commands.Group(name="privacy", description="Manage the data I keep about you")

    @group.command(name="export", description="Get everything I keep about you as a file")
    async def export(interaction: discord.Interaction) -> None:
        await privacy.export(interaction)

    @group.command(name="forget", description="Delete everything I keep about you")
    async def forget(interaction: discord.Interaction) -> None:
        await privacy.ask(interaction)

    return group


async def _mine(
    services: Services, summaries: Sequence[MatchSummary], player_id: int
) -> AsyncIterator[Text]:
    """A line for each table, in the application's order."""
    yield server_texts.MINE if summaries else server_texts.NONE_OF_MINE
    for summary in summaries[:MOST_LINES]:
        url = await services.publics.url(summary.id, summary)
        stage = await _stage(services, summary, player_id)
        yield server_texts.mine(summary.game.info.title, summary.code, stage, url)
    if len(summaries) > MOST_LINES:
        yield server_texts.and_more(len(summaries) - MOST_LINES)


def _practice_buttons(
    summaries: Sequence[MatchSummary], reader: Reader
) -> list[discord.ui.ActionRow[Any]]:
    """A button for each practice table, which has no public message that a line could link to."""
    buttons = [
        button(reader, TableButton(Verb.HAND, summary.id), server_texts.continued(summary.code))
        for summary in summaries
        if summary.is_practice
    ]
    rows = range(0, len(buttons), ROW)
    return [discord.ui.ActionRow(*buttons[first : first + ROW]) for first in rows]


async def _stage(services: Services, summary: MatchSummary, player_id: int) -> Text:
    if summary.life is Life.LOBBY:
        return server_texts.LOBBY
    try:
        waits = await services.tables.queries.awaits(summary.id, player_id)
    except (TableError, UnknownVersionError) as error:  # it cannot be read; the others can
        return sentence(error)
    return server_texts.WAITING if waits else server_texts.IN_PROGRESS
