"""Announces the weekly deals in the servers that have set a channel for it, once a week."""

from __future__ import annotations

import asyncio
import logging

from bot.tables.domain import match_secrets
from bot.tables.domain.guild_settings import read_settings
from bot.tables.matches.context import MatchContext

log = logging.getLogger(__name__)

HOUR = 3_600_000
"""Milliseconds."""
MINUTE = 60_000
"""Milliseconds before the first retry of an announcement; later ones wait for up to an hour."""


class WeeklyDealAnnouncements:
    def __init__(self, context: MatchContext) -> None:
        self._context = context
        self._next = 0
        self._failures = 0
        """How many looks in succession left a server without its announcement."""
        self._running: asyncio.Task[None] | None = None

    def begin(self, now: int, group: asyncio.TaskGroup) -> int:
        """Look for servers to tell, each hour, when a week begins, and sooner after a failure.

        Returns when to look again.

        Posting waits for Discord, so it runs beside the scheduler.
        """
        if self._running is not None and not self._running.done():
            return now + HOUR  # its end wakes the scheduler
        if now >= self._next:
            week = match_secrets.week_at(now)
            self._next = min(now + HOUR, match_secrets.starts_at(week + 1))
            self._running = group.create_task(self._announce(week), name="weekly deals")
        return self._next

    async def _announce(self, week: int) -> None:
        is_done = False
        try:
            is_done = await self._tell(week)
        except Exception:
            log.exception("the weekly deals could not be announced; trying again later")
        finally:
            if is_done:
                self._failures = 0
            else:
                pause = min(MINUTE << self._failures, HOUR)
                self._next = min(self._next, self._context.clock.now() + pause)
                self._failures = min(self._failures + 1, 10)
            self._context.wake.set()

    async def _tell(self, week: int) -> bool:
        """Announce a week in the owned servers; returns whether all of them have it.

        It is noted first, so that it is never posted twice.
        """
        is_done = True
        weekly_deals, owns = self._context.store.weekly_deals, self._context.ownership.owns
        for guild in await weekly_deals.unannounced(week, "deals_channel"):
            guild_id, channel_id = guild.guild_id, read_settings(guild).deals_channel
            if channel_id is None or not owns(guild_id):
                continue
            if not await weekly_deals.announce(guild_id, week):
                continue  # another process was quicker
            if not await self._context.announce_weekly_deals(guild_id, channel_id, week):
                await weekly_deals.withdraw(guild_id, week)
                is_done = False
        return is_done
