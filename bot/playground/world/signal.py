"""Waits for changes without polling."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


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
            future: asyncio.Future[None] = loop.create_future()
            self._waiting.add(future)
            try:
                async with asyncio.timeout_at(deadline):
                    await future
            except TimeoutError:
                return condition()
            finally:
                self._waiting.discard(future)
        return True
