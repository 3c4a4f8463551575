"""The health data that monitoring reads: shards, servers and the database."""

import asyncio
import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from shutil import disk_usage

from bot.metrics.readings import Readings, ShardReading
from bot.ui.program.client import TomatoClient
from bot.ui.program.standby import Standby
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
    standby: Standby
    database: Path | str
    """The file, or the address of another database."""
    now: Callable[[], float] = time.time

    async def read(self) -> Readings:
        """Check every shard, and ask the database for its open matches and size.

        A process that stands by has no database.
        """
        shards = self._shards()
        faults = []
        if not self.client.is_in.is_set():
            faults.append("starting: the servers are not known yet")
        elif down := [number for number, shard in shards.items() if not shard.is_up]:
            faults.append(f"shards not connected: {ranges(down)}")
        readings = Readings(shards, len(self.client.guilds))
        if not self.standby.active.is_set():
            return replace(readings, is_standby=True, faults=tuple(faults))
        try:
            async with asyncio.timeout(DATABASE_WITHIN):
                readings = await self._with_database(readings)
        except (DatabaseError, OSError) as error:  # a timeout is an OSError, too
            faults.append(f"database: {error or 'no answer in time'}")
        return replace(readings, faults=tuple(faults))

    async def _with_database(self, readings: Readings) -> Readings:
        """Add what is stored, and how safely; raises DatabaseError, OSError."""
        health = self.store.health
        readings = replace(
            readings, open_matches=await health.open_matches(), database_size=await health.size()
        )
        if isinstance(self.database, str):
            return readings
        since = await health.unsaved_since(self.database)
        disk = await asyncio.to_thread(disk_usage, self.database.absolute().parent)
        return replace(
            readings,
            backup_age=None if since is None else max(0.0, self.now() - since / 1000),
            free_disk=disk.free,
        )

    def _shards(self) -> dict[int, ShardReading]:
        connected = self.client.shards
        shards = {}
        for number in self.client.share.ids:
            info = connected.get(number)
            is_up = info is not None and not info.is_closed()
            latency = info.latency if info is not None and is_up else math.inf
            shards[number] = ShardReading(is_up, latency if math.isfinite(latency) else None)
        return shards
