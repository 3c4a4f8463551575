"""Waits for changes of the world."""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Final

UNCHANGED: Final = 0.05
"""Seconds between two checks while the world is still: what is waited for may be in the bot."""


class Signal:
    """Fires after every change of the world; waiters then check their condition again."""

    def __init__(self) -> None:
        self._waiting: set[asyncio.Future[None]] = set()

    def ring(self) -> None:
        for future in self._waiting:
            if not future.done():
                future.set_result(None)
        self._waiting.clear()

    async def until(self, condition: Callable[[], bool], patience: float) -> bool:
        """Wait until the condition holds; False if it does not within `patience` real seconds."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + patience
        while not condition():
            if loop.time() >= deadline:
                return False
            future: asyncio.Future[None] = loop.create_future()
            self._waiting.add(future)
            try:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(UNCHANGED):
                        await future
            finally:
                self._waiting.discard(future)
        return True
