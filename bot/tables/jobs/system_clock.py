"""The machine's time, as the application's clock."""

import asyncio
import time
from collections.abc import Callable


class SystemClock:
    """Wall time, since a deadline must mean the same after a restart; but it never goes back.

    If the machine's clock is set back, time continues from the old value, so that bots and clocks
    don't stop until it catches up. `wall` and `steady` return nanoseconds.
    """

    def __init__(
        self, wall: Callable[[], int] = time.time_ns, steady: Callable[[], int] = time.monotonic_ns
    ) -> None:
        self._wall, self._steady = wall, steady
        self._told = wall(), steady()
        """The latest time and when it was told; one value, since threads ask as well."""

    def now(self) -> int:
        latest, told_at = self._told
        steady = self._steady()
        latest = max(self._wall(), latest + steady - told_at)
        self._told = latest, steady
        return latest // 1_000_000

    async def sleep_until(self, due: int, wake: asyncio.Event) -> None:
        try:
            async with asyncio.timeout((due - self.now()) / 1000):
                await wake.wait()
        except TimeoutError:
            return  # the due time has come
