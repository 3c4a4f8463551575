"""`/hand`, `/table`, `/leave`: what the buttons under a table do."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.ui.commands.context import CommandContext, Tree
from bot.ui.i18n.readers import to
from bot.ui.i18n.texts import common_texts
from bot.ui.interactions.reply import Reply


def add(tree: Tree, context: CommandContext) -> None:
    @tree.command(name="hand", description="Show your hand and what you're asked to do")
    @app_commands.rename(as_text="text")
    @app_commands.describe(
        as_text="Get text instead of pictures everywhere from now on, or go back to pictures",
        table="Your table (only needed if you have several)",
    )
    async def hand(
        interaction: discord.Interaction, as_text: bool | None = None, table: str | None = None
    ) -> None:
        async with Reply(interaction) as reply:
            summary = await context.table_of_hand(interaction, table)
            await context.surfaces.post_if_gone(summary.id)
            if as_text is not None:
                await context.tables.people.set_text_only(interaction.user.id, as_text)
            await context.buttons.give_hand(reply, summary.id)
            if as_text is not None:
                told = common_texts.TEXT_ON if as_text else common_texts.TEXT_OFF
                await reply.say(to(interaction, told))

    @tree.command(name="table", description="Show a table to you alone")
    @app_commands.rename(as_text="text")
    @app_commands.describe(
        as_text="As text instead of a picture",
        table="The table (only needed if there are several)",
    )
    async def show_table(
        interaction: discord.Interaction, as_text: bool = False, table: str | None = None
    ) -> None:
        async with Reply(interaction) as reply:
            summary = await context.any_table(interaction, table)
            await context.look_for(interaction, summary)
            await context.copies.show(reply, summary.id, as_text=as_text)

    @tree.command(name="leave", description="Leave a table; a bot plays on for you")
    @app_commands.describe(table="Your table (only needed if you have several)")
    async def leave(interaction: discord.Interaction, table: str | None = None) -> None:
        summary = await context.own_table(interaction, table)
        await context.buttons.ask_to_leave(interaction, summary.id)

    hand.autocomplete("table")(context.own_tables)
    show_table.autocomplete("table")(context.all_tables)
    leave.autocomplete("table")(context.own_tables)
