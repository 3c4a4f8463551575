"""The machine's time, as the application's clock."""

from __future__ import annotations

import asyncio
import time


class SystemClock:
    """Wall time: a deadline must mean the same after a restart."""

    def now(self) -> int:
        return time.time_ns() // 1_000_000

    async def sleep_until(self, due: int, wake: asyncio.Event) -> None:
        try:
            async with asyncio.timeout((due - self.now()) / 1000):
                await wake.wait()
        except TimeoutError:
            return  # the moment has come, which is what was waited for
