"""The state of the database, for those who look after a server."""

import asyncio

from bot.tables.domain.time_controls import MINUTE
from bot.tables.ports import Clock
from data.engine.health import Diagnosis
from data.store import Store

COOL_DOWN = 10 * MINUTE
"""How long the last result is reused before the file is read again."""
SHOWN_WITHIN = 60_000
"""Milliseconds within which a change is normally shown, even after a short outage."""


class Health:
    """Checks of the database; that of the whole file is cached because it takes long."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._turn = asyncio.Lock()
        self._fault: str | None = None
        self._checked_at: int | None = None

    async def examine(self, guild_id: int) -> Diagnosis:
        """Return the database's figures, and how far a server's messages are behind.

        Raises DatabaseError.
        """
        return await self._store.health.examine(guild_id, self._clock.now() - SHOWN_WITHIN)

    async def fault(self) -> str | None:
        """Return what is wrong with the file, None if it is intact; raises DatabaseError.

        Concurrent calls share one check.
        """
        async with self._turn:
            now = self._clock.now()
            if self._checked_at is None or now - self._checked_at >= COOL_DOWN:
                self._fault = await self._store.health.check_file()
                self._checked_at = now
            return self._fault
