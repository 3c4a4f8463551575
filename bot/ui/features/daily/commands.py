"""`/daily`: the deal of the day."""

import discord

from bot.ui.features.daily.handlers import DailyDealHandler
from bot.ui.features.services import Services
from bot.ui.interactions.reply import Reply


def add_commands(services: Services, deals: DailyDealHandler) -> None:
    @services.tree.command(
        name="daily", description="Play today's deal, the same for everyone: three minutes"
    )
    async def daily(interaction: discord.Interaction) -> None:
        async with Reply(interaction) as reply:
            await deals.show(reply)
