"""The shards of a bot: which of them a process runs, and how often it may identify them."""

import asyncio
import re
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from data.records.shards import ShardShare

SPACING = 5.0
"""Seconds between two identifies of one bucket."""

AFTER_INVALID = (1.0, 5.0)
"""Seconds, at least and at most, before a shard whose session was lost identifies again."""

Sleep = Callable[[float], Awaitable[None]]
Book = Callable[[int], Awaitable[None]]
"""Returns once no other process may identify in a bucket, for so long as the pause lasts."""


def whole(count: int) -> ShardShare:
    """Return all shards, as a single process runs them."""
    return ShardShare(tuple(range(count)), count)


def parse_share(text: str) -> ShardShare:
    """Read a share such as `0-3/8` or `0,4,5-6/8`; raises ValueError with a sentence."""
    match = re.fullmatch(r"\s*([\d,\s-]+)/\s*(\d{1,6})\s*", text)
    if match is None:
        raise ValueError("write a share as 0-3/8: shards 0 to 3 of 8")
    count = int(match[2])
    ids: set[int] = set()
    for part in match[1].split(","):
        ends = re.fullmatch(r"\s*(\d{1,6})(?:\s*-\s*(\d{1,6}))?\s*", part)
        if ends is None:
            raise ValueError("write a share as 0-3/8: shards 0 to 3 of 8")
        first = int(ends[1])
        last = int(ends[2] or first)
        if not first <= last < count:
            raise ValueError(f"{part.strip()} isn't among the shards 0 to {count - 1}")
        ids.update(range(first, last + 1))
    return ShardShare(tuple(sorted(ids)), count)


@dataclass
class IdentifyBuckets:
    """Lets one shard of each bucket identify at a time, with Discord's pause after it."""

    max_concurrency: int
    now: Callable[[], float]
    sleep: Sleep = asyncio.sleep
    book: Book | None = None
    _turns: dict[int, asyncio.Lock] = field(default_factory=dict)
    _free_at: dict[int, float] = field(default_factory=dict)
    _identified: set[int] = field(default_factory=set)

    async def wait(self, shard: int) -> None:
        """Return when this shard may identify, and book its bucket."""
        if shard in self._identified:  # its session was lost: Discord wants everybody to come apart
            least, most = AFTER_INVALID
            await self.sleep(least + (most - least) * secrets.randbelow(1001) / 1000)
        self._identified.add(shard)
        bucket = shard % self.max_concurrency
        async with self._turns.setdefault(bucket, asyncio.Lock()):
            left = self._free_at.get(bucket, self.now()) - self.now()
            if left > 0:
                await self.sleep(left)
            if self.book is not None:
                await self.book(bucket)
            self._free_at[bucket] = self.now() + SPACING
