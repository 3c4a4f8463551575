"""The heartbeat: it detects time in which nobody could play, so that nobody loses it.

A closed laptop or a paused virtual machine stops the process without ending it. Players can't
answer then, nor while nothing can be saved or Discord is out of reach, so all deadlines are put
off, as after a restart. This happens before any match changes, since rows added afterwards already
use the new time.
"""

import asyncio
import logging

from bot.tables.ownership import Ownership
from bot.tables.ports import Clock
from bot.tables.time_limits import Limits
from data.store import Store

log = logging.getLogger(__name__)

MISSED = 2
"""Missed beats before the process counts as suspended."""


class Heartbeat:
    def __init__(self, store: Store, clock: Clock, limits: Limits, ownership: Ownership) -> None:
        self._store = store
        self._ownership = ownership
        self._clock = clock
        self._limits = limits
        self._seen_at: int | None = None
        """When the process was last seen alive; None while the scheduler does not run."""
        self._next_at = 0
        self._turn = asyncio.Lock()
        self.was_suspended = False
        """Set by `look` after a suspension; the scheduler clears it."""

    def start(self) -> None:
        """Watch for suspensions from now on."""
        self._seen_at, self._next_at = self._clock.now(), 0

    def stop(self) -> None:
        """Stop watching: time may pass without the process being suspended."""
        self._seen_at = None

    async def look(self) -> None:
        """Put all deadlines off after a suspension, or after time in which no beat was saved.

        Otherwise there is no database access.
        """
        async with self._turn:
            if self._seen_at is None:
                return
            now = self._clock.now()
            beats = (self._seen_at, self._next_at or now)
            is_late = now - min(beats) > MISSED * self._limits.heartbeat
            if is_late and not self._ownership.is_idle:
                down = await self.put_off(now)
                log.warning("nobody could play for a while: deadlines shift by %d ms", down)
                self._next_at = now + self._limits.heartbeat
                self.was_suspended = True
            self._seen_at = now

    async def put_off(self, now: int) -> int:
        """Put the deadlines of this process off by the time since its last beat, and return it.

        Call it before any press is handled.
        """
        share, deadlines = self._ownership.share, self._store.deadlines
        if share is None:
            return await deadlines.wake(now)
        down = [await deadlines.wake_shard(now, shard, share.count) for shard in share.ids]
        return max(down, default=0)

    async def beat(self) -> int:
        """Save that the process is alive, if it is time; returns the next time.

        It saves the time of the last `look`, so that a later suspension is still detected.
        """
        now = self._clock.now() if self._seen_at is None else self._seen_at
        if now >= self._next_at:
            await self._store.deadlines.beat(now, self._ownership.share)
            self._next_at = now + self._limits.heartbeat
        return self._next_at
