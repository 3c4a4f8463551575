"""A limit on message changes per channel, shared by all its tables.

Discord allows about five message changes per channel in five seconds. Requests are served in
order, whatever their table, and each shows the newest state when its turn comes. With many tables
in one channel all get slower, but none is starved.

Two turns may follow each other directly; later ones are spread over the span. Otherwise five
people who join a lobby at once would use it up, and the sixth would appear five seconds later.
"""

import asyncio
from collections import deque
from dataclasses import dataclass, field

from bot.tables.ports import Clock

AT_ONCE = 2
"""How many turns of a quiet channel may follow each other directly."""


@dataclass(slots=True)
class _Channel:
    queue: asyncio.Lock = field(default_factory=asyncio.Lock)
    """First come, first served."""
    turns: deque[int] = field(default_factory=deque)
    """The times of the latest turns, in milliseconds."""


class EditRate:
    def __init__(self, clock: Clock, changes: int = 5, span: int = 5_000) -> None:
        """At most `changes` in any `span` of milliseconds."""
        self._clock = clock
        self._changes = changes
        self._span = span
        self._channels: dict[int, _Channel] = {}

    async def turn(self, channel_id: int) -> bool:
        """Wait until a change may be made in this channel; returns whether that took a while."""
        self._forget_quiet_ones()
        channel = self._channels.setdefault(channel_id, _Channel())
        waited = channel.queue.locked()
        async with channel.queue:
            while (free_at := self._free_at(channel.turns)) > self._clock.now():
                waited = True
                await self._clock.sleep_until(free_at, asyncio.Event())
            channel.turns.append(self._clock.now())
        return waited

    def _free_at(self, turns: deque[int]) -> int:
        """When the next turn is free; drops turns older than the span."""
        now = self._clock.now()
        while turns and turns[0] + self._span <= now:
            turns.popleft()
        if len(turns) < min(AT_ONCE, self._changes):
            return now
        left = self._changes - len(turns)
        until_more = turns[0] + self._span - turns[-1]
        pause = max(until_more // (left + 1), self._span // self._changes)
        return turns[-1] + pause

    def _forget_quiet_ones(self) -> None:
        now = self._clock.now()
        for channel_id, channel in list(self._channels.items()):
            is_old = not channel.turns or channel.turns[-1] + self._span <= now
            if is_old and not channel.queue.locked():
                del self._channels[channel_id]
