"""The bot as a process that is there to be killed: its secrets repeat, and it starts cold."""

from __future__ import annotations

from pydantic import SecretStr

from bot.playground.server import PlaygroundAddress
from bot.settings import Settings
from bot.ui.run import assembled, serve
from games import game
from tests.bot.ui.wire.club import UNHURRIED
from tests.drill.evening import cold
from tests.drill.truth import Steady


async def start(address: PlaygroundAddress) -> None:
    """Run until killed."""
    settings = Settings(
        _env_file=None,
        token=SecretStr(address.token),
        database=address.database,
        bot_seat_delay=0,
    )
    async with assembled(
        settings,
        games=(game("tomate"),),
        minter=Steady(address.database),
        channel_changes=UNHURRIED,
        guild_ready_timeout=0.05,
    ) as bot:
        await serve(cold(bot), address.token)
