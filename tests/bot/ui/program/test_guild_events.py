"""What the bot does when it may write in a server again."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

from bot.ui.program.guild_events import GuildEvents
from tests.integration.support.hurry import AMPLE

GUILD = 7


class Messages:
    """Notes the servers whose messages are tried again."""

    def __init__(self) -> None:
        self.guilds: asyncio.Queue[int | None] = asyncio.Queue()

    async def catch_up(self, guild_id: int | None) -> None:
        await self.guilds.put(guild_id)


async def test_the_end_of_a_time_out_is_not_missed() -> None:
    """At the end of the last known time-out of a server, its messages are tried again, once."""
    messages, nothing = Messages(), None
    unused: Any = nothing
    surfaces: Any = messages
    events = GuildEvents(unused, surfaces, unused)
    now = datetime.now(UTC)
    events.time_out_changed(GUILD, now)
    events.time_out_changed(GUILD, now + timedelta(days=1))
    events.time_out_changed(GUILD + 1, now)
    events.time_out_changed(GUILD + 1, None)
    events.time_out_changed(GUILD + 2, now + timedelta(milliseconds=1))
    async with asyncio.timeout(AMPLE):
        first = await messages.guilds.get()

    assert first == GUILD + 2
    assert messages.guilds.empty()
