"""`/premove`: typed premoves, and cancelling them."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.ui.commands.context import CommandContext
from bot.ui.controls.typed.moves import parse
from bot.ui.i18n.readers import plain_reader, to
from bot.ui.i18n.texts import premove_texts
from bot.ui.interactions.errors import RefusedError
from bot.ui.interactions.reply import Reply
from games.core.text import Text

WHICH = "Your table (only needed if you have several)"


def add(tree: app_commands.CommandTree[discord.Client], tools: CommandContext) -> None:
    group = app_commands.Group(name="premove", description="Make or cancel a premove")

    @group.command(name="make", description="Answer a question before it comes up, in secret")
    @app_commands.describe(answer="Your answer (the list shows what you can say)", table=WHICH)
    async def make(interaction: discord.Interaction, answer: str, table: str | None = None) -> None:
        async with Reply(interaction) as reply:
            await reply.say(await _say(tools, interaction, answer, table))

    @make.autocomplete("answer")
    async def complete(
        interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        return await tools.answers(interaction, typed, lambda match_view: match_view.premove)

    @group.command(name="cancel", description="Cancel your premove")
    @app_commands.describe(table=WHICH)
    async def cancel(interaction: discord.Interaction, table: str | None = None) -> None:
        async with Reply(interaction) as reply:
            summary = await tools.own_match(interaction, table)
            await tools.tables.premoves.take_back(summary.id, interaction.user.id)
            await tools.surfaces.refresh(summary.id, interaction.user.id)
            await reply.say(to(interaction, premove_texts.FORGOTTEN))

    make.autocomplete("table")(tools.own_tables)
    cancel.autocomplete("table")(tools.own_tables)
    tree.add_command(group)


async def _say(
    tools: CommandContext, interaction: discord.Interaction, typed: str, table: str | None
) -> str:
    """Keep the typed premove; returns the message for the player."""
    summary = await tools.own_match(interaction, table)
    premove = (await tools.tables.queries.match_view(summary.id, interaction.user.id)).premove
    if premove is None:
        raise RefusedError(premove_texts.NOTHING_AHEAD)
    form = parse(premove.prompt, plain_reader(str(interaction.locale), summary.names), typed)
    if isinstance(form, Text):
        return to(interaction, form, summary.names)
    await tools.tables.premoves.keep(summary.id, interaction.user.id, premove.ticket, form)
    await tools.surfaces.refresh(summary.id, interaction.user.id)
    return to(interaction, premove_texts.KEPT)
