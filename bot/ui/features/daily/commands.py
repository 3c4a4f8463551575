"""`/challenge`: the weekly deal of each game."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.ui.features.services import Services
from bot.ui.features.weekly_deals.handlers import WeeklyDealHandler
from bot.ui.interactions.command_options import everywhere, game_choices
from bot.ui.interactions.reply import Reply

MOST_WEEKS = 520


def add_commands(services: Services, deals: WeeklyDealHandler) -> None:
    @everywhere
    @services.tree.command(
        name="challenge", description="Play the weekly deal, the same for everyone"
    )
    @app_commands.rename(ago="weeks_ago")
    @app_commands.describe(
        game="The game (default: all games)", ago="How many weeks ago (default: this week)"
    )
    @app_commands.choices(game=game_choices(services.games))
    async def challenge(
        interaction: discord.Interaction,
        game: str | None = None,
        ago: app_commands.Range[int, 0, MOST_WEEKS] = 0,
    ) -> None:
        async with Reply(interaction) as reply:
            await deals.show(reply, game, ago)
