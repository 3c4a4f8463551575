"""The order in which one player's hands at one match are shown.

An answer to a press goes before every refresh, and an older look at the match never follows a newer
one. The lock is held only while a hand is sent: nothing is decided, committed or painted under it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager


class HandOrder:
    def __init__(self) -> None:
        self._sending = asyncio.Lock()
        self._presses = 0
        self._no_press = asyncio.Event()
        self._looks = 0
        self._newest = 0
        """The number of the newest look that was sent."""

    @contextmanager
    def pressed(self) -> Iterator[None]:
        """Hold refreshes back while a press is carried out and answered: its answer shows all."""
        self._presses += 1
        try:
            yield
        finally:
            self._presses -= 1
            if not self._presses:
                self._no_press.set()
                self._no_press.clear()  # wakes those who wait now

    async def unpressed(self) -> None:
        """Return when no press is being answered."""
        while self._presses:
            await self._no_press.wait()

    def look(self) -> int:
        """Number a look at the match; to be called before the match is read."""
        self._looks += 1
        return self._looks

    @asynccontextmanager
    async def answering(self, look: int) -> AsyncIterator[bool]:
        """Held while an answer to a press is sent; False if a newer look was sent before."""
        async with self._sending:
            yield self._is_newest(look)

    @asynccontextmanager
    async def refreshing(self, look: int) -> AsyncIterator[bool]:
        """Held while a hand is refreshed; False if a newer look was sent, or a press came."""
        async with self._sending:
            yield not self._presses and self._is_newest(look)

    def _is_newest(self, look: int) -> bool:
        if look < self._newest:
            return False
        self._newest = look
        return True
