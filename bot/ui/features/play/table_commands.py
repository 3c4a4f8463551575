"""`/hand`, `/table show`, `/table leave`, *My hand*: what the buttons under a table do."""

import discord
from discord import app_commands

from bot.ui.features.play.table import TableHandler
from bot.ui.features.services import Services
from bot.ui.interactions.reply import Reply
from bot.ui.match.private_copies import Copies
from bot.ui.match.table_finder import match_on


def add_commands(services: Services, buttons: TableHandler) -> None:
    tree, finder, copies = (
        services.tree,
        services.finder,
        Copies(services.tables, services.pictures),
    )

    group = services.groups.table

    @tree.command(name="hand", description="Show your hand and what you're asked to do")
    @app_commands.describe(table="Your table (only needed if you have several)")
    async def hand(interaction: discord.Interaction, table: str | None = None) -> None:
        await show_hand(interaction, table)

    @tree.context_menu(name="My hand")
    async def hand_at(interaction: discord.Interaction, table: discord.Message) -> None:
        await show_hand(interaction, match_on(interaction, table))

    async def show_hand(interaction: discord.Interaction, table: str | None) -> None:
        async with Reply(interaction) as reply:
            summary = await finder.table_of_hand(interaction, table)
            await services.surfaces.post_if_gone(summary.id)
            await buttons.give_hand(reply, summary.id)

    @group.command(name="show", description="Show a table to you alone")
    @app_commands.rename(as_text="text")
    @app_commands.describe(
        as_text="As text instead of a picture", table="The table (only needed if there are several)"
    )
    async def show_table(
        interaction: discord.Interaction, as_text: bool = False, table: str | None = None
    ) -> None:
        async with Reply(interaction) as reply:
            summary = await finder.any_table(interaction, table)
            await finder.look_for(interaction, summary)
            await copies.show(reply, summary.id, as_text=as_text)

    @group.command(name="leave", description="Leave a table; a bot plays on for you")
    @app_commands.describe(table="Your table (only needed if you have several)")
    async def leave(interaction: discord.Interaction, table: str | None = None) -> None:
        summary = await finder.own_table(interaction, table)
        await buttons.ask_to_leave(interaction, summary.id)

    hand.autocomplete("table")(finder.own_tables)
    show_table.autocomplete("table")(finder.all_tables)
    leave.autocomplete("table")(finder.own_tables)
