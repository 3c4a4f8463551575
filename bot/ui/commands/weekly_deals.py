"""`/challenge`: the weekly deal of each game."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.ui.commands.context import CommandContext, Tree
from bot.ui.commands.history import everywhere
from bot.ui.interactions.reply import Reply

MOST_WEEKS = 520


def add(tree: Tree, context: CommandContext) -> None:
    @everywhere
    @tree.command(name="challenge", description="Play the weekly deal, the same for everyone")
    @app_commands.rename(ago="weeks_ago")
    @app_commands.describe(
        game="The game (default: all games)", ago="How many weeks ago (default: this week)"
    )
    @app_commands.choices(game=context.game_choices)
    async def challenge(
        interaction: discord.Interaction,
        game: str | None = None,
        ago: app_commands.Range[int, 0, MOST_WEEKS] = 0,
    ) -> None:
        async with Reply(interaction) as reply:
            await context.weekly_deals.show(reply, game, ago)
