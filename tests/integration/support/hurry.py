"""A bot whose messages don't depend on the machine's speed, and retries without waiting."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import discord
import pytest

from bot import shards
from bot.tables.matches import nudges
from bot.ui.features.daily import handlers as daily
from bot.ui.interactions import reply, router
from bot.ui.match import surface_sync as sync
from bot.ui.pictures import paint_queue
from bot.ui.pictures.avatars import Avatars
from bot.ui.program import client, standby
from bot.ui.sync import coalescer, reconciler

HURRIED = (0.01, 0.05)
"""The first and the longest rest after a failure, in seconds, inside `hurried`."""
SELDOM = (0.01, 5.0)
"""The same where somebody must help: then each further try comes much later."""
TRIES = 5
"""How often failed work is tried before a test goes on without it."""
AMPLE = 60
"""Seconds that no work of the bot takes, even on a busy machine."""


def unhurried(patch: pytest.MonkeyPatch) -> None:
    """Let the bot take its time until the patch is undone.

    Otherwise a slow machine defers an answer, which then can't open a modal, or leaves a picture
    out. A test that is about lateness sets its own limit.
    """
    patch.setattr(reply, "PATIENCE", AMPLE)
    patch.setattr(router, "MEETING", AMPLE)
    patch.setattr(daily, "PATIENCE", AMPLE)
    patch.setattr(client, "LAST_WORDS", AMPLE)
    patch.setattr(standby, "KEPT_FOR", AMPLE)
    patch.setattr(nudges, "OFFERED_AFTER", 0)
    patch.setattr(sync, "LONGEST_WAIT", AMPLE)
    patch.setattr(reconciler, "GATHERED", 0)
    patch.setattr(Avatars.__init__, "__defaults__", (AMPLE,))
    for priority in paint_queue.PATIENCE:
        patch.setitem(paint_queue.PATIENCE, priority, paint_queue.FOREVER)


async def settled(surfaces: sync.SurfaceSync) -> None:
    """Wait until each message is up to date or rests; inside `hurried`, for the first tries too."""
    await surfaces.settled()
    while coalescer.SOON is HURRIED and any(tries < TRIES for tries in surfaces.tries()):
        await asyncio.sleep(HURRIED[0])
        await surfaces.settled()


class _Hurried:
    """An asyncio for discord.py that barely sleeps between two tries."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(min(seconds, 0.01))


@contextmanager
def hurried() -> Iterator[None]:
    """Shorten the waits between retries of discord.py and our own code."""
    libraries: tuple[Any, ...] = (discord.http, discord.client, discord.webhook.async_)
    rests = coalescer.SOON, coalescer.SLOWLY
    coalescer.SOON, coalescer.SLOWLY = HURRIED, SELDOM
    waits = shards.SPACING, shards.AFTER_INVALID
    confirming, standby.CONFIRM_EVERY = standby.CONFIRM_EVERY, HURRIED[1]
    shards.SPACING, shards.AFTER_INVALID = 0.0, (0.0, 0.0)
    for library in libraries:
        library.asyncio = _Hurried()
    try:
        yield
    finally:
        coalescer.SOON, coalescer.SLOWLY = rests
        shards.SPACING, shards.AFTER_INVALID = waits
        standby.CONFIRM_EVERY = confirming
        for library in libraries:
            library.asyncio = asyncio
