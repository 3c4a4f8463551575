"""How late the event loop is. Every press and every answer waits as long."""

import asyncio
import time
from collections.abc import Awaitable, Callable

from bot.metrics.meters import Meters

EVERY = 1.0
"""Seconds between two looks."""


async def measure_lag(
    meters: Meters,
    *,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    now: Callable[[], float] = time.monotonic,
) -> None:
    """Report once a second how late this task wakes up, until it is cancelled."""
    while True:
        due = now() + EVERY
        await sleep(EVERY)
        meters.late(max(0.0, now() - due))
