"""Retries without waiting, in discord.py and in our code."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import discord

from bot import shards
from bot.ui.surfaces import coalescer


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
    rests, coalescer.RESTS = coalescer.RESTS, (0.01, 0.02, 0.02, 0.05)
    waits = shards.SPACING, shards.AFTER_INVALID
    shards.SPACING, shards.AFTER_INVALID = 0.0, (0.0, 0.0)
    for library in libraries:
        library.asyncio = _Hurried()
    try:
        yield
    finally:
        coalescer.RESTS = rests
        shards.SPACING, shards.AFTER_INVALID = waits
        for library in libraries:
            library.asyncio = asyncio
