"""Tracks which servers the bot is in; data of a server it left is deleted after some time."""

import asyncio
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime
from typing import Any

from bot.background import background
from bot.tables.servers import Servers
from bot.ui.match.surface_sync import SurfaceSync
from data.records.shards import ShardShare


class GuildEvents:
    """Records when the bot joins a server, when it is removed, and when it may write again."""

    def __init__(
        self,
        servers: Servers,
        surfaces: SurfaceSync,
        welcome: Callable[[int], Coroutine[Any, Any, None]],
    ) -> None:
        self._welcome = welcome
        self._surfaces = surfaces
        self._servers = servers
        self._time_outs: dict[int, asyncio.TimerHandle] = {}
        """The ends of the bot's own time-outs, by server. Discord doesn't tell of them."""

    async def entered(self, guild_id: int) -> None:
        """The bot is in this server, perhaps again."""
        await self._servers.entered(guild_id)
        await self._surfaces.catch_up(guild_id)
        background(self._welcome(guild_id), "welcome a server")

    async def left(self, guild_id: int) -> None:
        """The bot was removed from this server."""
        await self._servers.left(guild_id)

    async def permissions_changed(self, guild_id: int | None = None) -> None:
        """Retry messages that a missing permission may have blocked, in one server or in all."""
        await self._surfaces.catch_up(guild_id)

    def time_out_changed(self, guild_id: int, end: datetime | None) -> None:
        """Retry a server's messages when the bot's own time-out ends; None unless it has one."""
        if (older := self._time_outs.pop(guild_id, None)) is not None:
            older.cancel()
        if end is not None:
            left = max(0.0, (end - datetime.now(UTC)).total_seconds())
            loop = asyncio.get_running_loop()
            self._time_outs[guild_id] = loop.call_later(left, self._time_out_ended, guild_id)

    def _time_out_ended(self, guild_id: int) -> None:
        del self._time_outs[guild_id]
        background(self.permissions_changed(guild_id), "show what a time-out kept back")

    async def place_gone(self, channel_id: int) -> None:
        """A channel or thread was deleted: its tables move to the parent or explain what to do."""
        self._surfaces.note_deleted(channel_id)
        for match_id in await self._servers.matches_in(channel_id):
            self._surfaces.mark(match_id)
        if (in_thread := await self._servers.match_of_thread(channel_id)) is not None:
            await self._surfaces.post_if_gone(in_thread)

    async def thread_locked(self, thread_id: int, *, is_locked: bool) -> None:
        """A thread was changed and is locked or open now: a table leaves a locked one."""
        self._surfaces.note_locked(thread_id, is_locked=is_locked)
        if is_locked and (match_id := await self._servers.match_of_thread(thread_id)) is not None:
            self._surfaces.mark(match_id)

    async def compare(self, present: frozenset[int], share: ShardShare) -> None:
        """Record what changed on these shards while this process was offline."""
        known = frozenset(filter(share.holds, await self._servers.present()))
        for guild_id in known - present:
            await self.left(guild_id)
        for guild_id in present - known:
            await self.entered(guild_id)
