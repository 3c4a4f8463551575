"""Shows each day's deal in the servers that have set a channel for it, from the morning on."""

import asyncio
import logging
from collections.abc import Sequence
from datetime import time
from secrets import token_hex
from typing import Protocol

from bot.tables.domain import deal_days
from bot.tables.domain.guild_settings import read_settings
from bot.tables.domain.time_controls import HOUR, MINUTE
from bot.tables.matches.context import MatchContext
from data.records.matches import GuildRecord

log = logging.getLogger(__name__)

MORNING = time(8)
"""When a day's message is posted, in the time zone of its server."""
SETTING = "deals_channel"


class Deals(Protocol):
    """The application's daily deals."""

    async def settle_ended(self) -> None: ...

    async def prepare(self) -> None: ...


class DailyPosts:
    """The messages themselves are kept up to date by the messenger; a day has one."""

    def __init__(self, context: MatchContext, deals: Deals) -> None:
        self._context = context
        self._deals = deals
        self._next = 0
        self._failures = 0
        """How many looks in succession failed."""
        self._running: asyncio.Task[None] | None = None

    def begin(self, now: int, group: asyncio.TaskGroup) -> int:
        """Look each hour, when a morning comes or a day ends, and when an attempt has ended.

        Returns when to look again. Bots may have to play a match first, so the look is beside the
        scheduler.
        """
        if self._running is not None and not self._running.done():
            return now + HOUR  # its end wakes the scheduler
        if now >= self._next or self._context.deal_ended or self._context.deals_wanted:
            self._running = group.create_task(self._look(now), name="daily deals")
            return now + HOUR
        return self._next

    async def _look(self, now: int) -> None:
        self._next = now + HOUR
        self._context.deal_ended = False
        try:
            await self._deals.settle_ended()
            shows = await self._context.store.deal_posts.latest(SETTING)
            if shows or self._context.deals_wanted:
                await self._deals.prepare()
            self._next = min([self._next, *await self._post(now, shows)])
            self._failures = 0
        except Exception:
            log.exception("the deals of the day could not be shown; trying again later")
            self._context.deals_wanted = False  # a press plays it itself
            self._next = now + min(MINUTE << self._failures, HOUR)
            self._failures = min(self._failures + 1, 10)
        finally:
            self._context.wake.set()

    async def _post(self, now: int, shows: Sequence[tuple[GuildRecord, int | None]]) -> list[int]:
        """Begin the messages that are due, and end yesterday's; return when the next ones are."""
        posts, due = self._context.store.deal_posts, list[int]()
        for guild, last in shows:
            settings = read_settings(guild)
            channel_id, zone = settings.deals_channel, settings.timezone
            if not self._context.ownership.owns(guild.guild_id):
                continue
            today = deal_days.day_at(now, zone)
            # Also the one before the last, whose end may have been missed.
            for day in () if last is None else (last - 1, last):
                older = await posts.of_day(guild.guild_id, day) if day < today else None
                if older is not None:
                    await self._context.tell_deal(guild.guild_id, older)
            if channel_id is None:
                continue
            morning = deal_days.time_of(today, zone, MORNING)
            if now >= morning and (last is None or last < today):
                post = await posts.open(
                    token_hex(8), guild.guild_id, today, channel_id, token_hex(8)
                )
                await self._context.tell_deal(guild.guild_id, post)
            due += [time for time in (morning, deal_days.time_of(today + 1, zone)) if time > now]
        return due
