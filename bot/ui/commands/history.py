"""`/replay`, `/log`, `/verify` and `/review`: looking back at matches."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import discord
from babel.dates import format_date
from discord import app_commands

from bot.tables.domain.views import MatchSummary
from bot.tables.errors import StillPlayedError, TableError
from bot.ui.commands.context import MOST_CHOICES, Choices, CommandContext, Tree, as_choices
from bot.ui.custom_ids import ButtonId, Verb
from bot.ui.i18n.readers import plain_reader_of
from bot.ui.i18n.texts import common_texts
from bot.ui.interactions.errors import RefusedError
from bot.ui.interactions.reply import Reply
from bot.ui.interactions.rights import InteractionVisitor
from data.records.matches import Life
from games.core.text import speak

Command = app_commands.Command[Any, ..., Any]

WHICH = "The match to show (default: the latest in this channel)"


def add(tree: Tree, context: CommandContext) -> None:
    @everywhere
    @tree.command(name="replay", description="Look back at a match, step by step")
    @app_commands.describe(match=WHICH)
    async def replay(interaction: discord.Interaction, match: str | None = None) -> None:
        async with Reply(interaction) as reply:
            match_id = match or await _latest(context, interaction)
            await context.history.show_step(reply, ButtonId(Verb.REPLAY, match_id))

    @everywhere
    @tree.command(name="log", description="Read what happened in a match")
    @app_commands.rename(as_file="file")
    @app_commands.describe(match=WHICH, as_file="Get the whole log as a text file to keep")
    async def log(
        interaction: discord.Interaction, match: str | None = None, as_file: bool = False
    ) -> None:
        async with Reply(interaction) as reply:
            match_id = match or await _nearest(context, interaction)
            await context.history.show_log(reply, match_id, 0, as_file=as_file)

    @everywhere
    @tree.command(name="verify", description="Check that a match was dealt fairly")
    @app_commands.describe(match=WHICH)
    async def verify(interaction: discord.Interaction, match: str | None = None) -> None:
        async with Reply(interaction) as reply:
            match_id = match or await _latest(context, interaction)
            await context.history.show_verdict(reply, match_id)

    @everywhere
    @tree.command(name="review", description="See what your decisions in a match were worth")
    @app_commands.describe(match=WHICH)
    async def review(interaction: discord.Interaction, match: str | None = None) -> None:
        async with Reply(interaction) as reply:
            match_id = match or await latest(
                context, interaction, own=True, unfinished=StillPlayedError()
            )
            await context.reviews.show(reply, match_id)

    async def over(interaction: discord.Interaction, typed: str) -> Choices:
        summaries = await context.history.archive.over(InteractionVisitor(interaction))
        return choices(interaction, summaries, typed)

    async def begun(interaction: discord.Interaction, typed: str) -> Choices:
        """Tables with a running match come first."""
        running = await context.all_tables(interaction, typed)
        return [*running, *await over(interaction, typed)][:MOST_CHOICES]

    replay.autocomplete("match")(over)
    verify.autocomplete("match")(over)
    review.autocomplete("match")(over)
    log.autocomplete("match")(begun)


def everywhere(command: Command) -> Command:
    """Allow a command everywhere, also where only the user installed the bot."""
    app_commands.allowed_installs(guilds=True, users=True)(command)
    return app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)(command)


async def _latest(context: CommandContext, interaction: discord.Interaction) -> str:
    return await latest(context, interaction, own=False, unfinished=StillPlayedError())


async def latest(
    context: CommandContext,
    interaction: discord.Interaction,
    *,
    own: bool,
    unfinished: TableError,
) -> str:
    """The latest finished match, from this channel if it has one.

    With `own`, one that this person played to its end. Raises `unfinished` if only a match that
    is still in progress could be meant, else RefusedError.
    """
    summaries = await context.history.archive.over(InteractionVisitor(interaction), own=own)
    here = [summary for summary in summaries if summary.channel_id == interaction.channel_id]
    if summaries:
        return (here or summaries)[0].id
    for summary in await context.tables_here(interaction):
        is_seated = summary.seat_of(interaction.user.id) is not None
        if summary.life is Life.RUNNING and (is_seated or not own):
            raise unfinished
    is_own = own or interaction.guild_id is None  # direct messages list nobody else's
    none = common_texts.NO_ENDED_MATCH_OF_YOURS if is_own else common_texts.NO_ENDED_MATCH
    raise RefusedError(none)


async def _nearest(context: CommandContext, interaction: discord.Interaction) -> str:
    """The match of one's own table or of this channel, or the latest finished match."""
    try:
        summary = await context.any_table(interaction, None)
    except (TableError, RefusedError):
        return await _latest(context, interaction)
    return await _latest(context, interaction) if summary.life is Life.LOBBY else summary.id


def choices(
    interaction: discord.Interaction, summaries: Sequence[MatchSummary], typed: str
) -> Choices:
    """Offer finished matches, labelled so that people recognize them."""
    return as_choices(((_label(interaction, one), one.id) for one in summaries), typed)


def _label(interaction: discord.Interaction, summary: MatchSummary) -> str:
    to = plain_reader_of(interaction, summary.names)
    names = ", ".join(name for name in summary.names if name)
    ended = datetime.fromtimestamp((summary.ended or summary.created) / 1000, UTC)
    day = format_date(ended, "short", locale=to.language)
    return f"{summary.code} · {speak(summary.game.info.title, to)} · {day}: {names}"[:100]
