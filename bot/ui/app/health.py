"""The health data that monitoring reads: shards, servers and the database."""

from __future__ import annotations

import asyncio
import math
from dataclasses import dataclass

from bot.metrics.readings import Readings, ShardReading
from bot.ui.app.client import TomatoClient
from data.engine.errors import DatabaseError
from data.records.shards import ranges
from data.store import Store

DATABASE_WITHIN = 3.0
"""Seconds after which a database that does not answer counts as down."""


@dataclass(frozen=True)
class BotProbe:
    """One per bot."""

    client: TomatoClient
    store: Store

    async def read(self) -> Readings:
        """Check every shard, and ask the database for its open matches."""
        shards = self._shards()
        faults = []
        if not self.client.is_in.is_set():
            faults.append("starting: the servers are not known yet")
        elif down := [number for number, shard in shards.items() if not shard.is_up]:
            faults.append(f"shards not connected: {ranges(down)}")
        open_matches: dict[str, int] = {}
        try:
            async with asyncio.timeout(DATABASE_WITHIN):
                open_matches = await self.store.health.open_matches()
        except (DatabaseError, TimeoutError) as error:
            faults.append(f"database: {error or 'no answer in time'}")
        return Readings(shards, len(self.client.guilds), open_matches, tuple(faults))

    def _shards(self) -> dict[int, ShardReading]:
        connected = self.client.shards
        shards = {}
        for number in self.client.share.ids:
            info = connected.get(number)
            is_up = info is not None and not info.is_closed()
            latency = info.latency if info is not None and is_up else math.inf
            shards[number] = ShardReading(is_up, latency if math.isfinite(latency) else None)
        return shards
