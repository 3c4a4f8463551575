"""One budget of changes per channel, shared by all tables that stand there.

Discord lets a bot change some five messages of a channel in five seconds. Whoever asks for a turn
waits behind those who asked before, whatever table they speak for, and takes the newest state only
when the turn has come: so many tables in one channel each grow slower, and none is left out.
"""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass, field

from bot.tables.ports import Clock


@dataclass(slots=True)
class _Channel:
    queue: asyncio.Lock = field(default_factory=asyncio.Lock)
    """First come, first served."""
    turns: deque[int] = field(default_factory=deque)
    """When the latest turns were taken, in milliseconds."""


class Budget:
    def __init__(self, clock: Clock, changes: int = 5, span: int = 5_000) -> None:
        """At most `changes` in any `span` of milliseconds."""
        self._clock = clock
        self._changes = changes
        self._span = span
        self._channels: dict[int, _Channel] = {}

    async def turn(self, channel_id: int) -> bool:
        """Return when one change may be made in this channel; tells whether that took a while."""
        self._forget_quiet_ones()
        channel = self._channels.setdefault(channel_id, _Channel())
        waited = channel.queue.locked()
        async with channel.queue:
            while len(channel.turns) >= self._changes:
                free_at = channel.turns[0] + self._span
                if free_at <= self._clock.now():
                    channel.turns.popleft()
                else:
                    waited = True
                    await self._clock.sleep_until(free_at, asyncio.Event())
            channel.turns.append(self._clock.now())
        return waited

    def _forget_quiet_ones(self) -> None:
        now = self._clock.now()
        for channel_id, channel in list(self._channels.items()):
            is_old = not channel.turns or channel.turns[-1] + self._span <= now
            if is_old and not channel.queue.locked():
                del self._channels[channel_id]
