"""Pictures that people have of themselves: fetched when a poster wants them, and only if quick.

We are told of somebody's picture when they press or type; nothing is asked of Discord for it. What
is not here within the budget stands as an initial this time, and goes on loading for the next.
All of it is memory alone: after a restart people are met again.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Iterable
from typing import Protocol

import discord

from bot.background import background

log = logging.getLogger(__name__)

BUDGET = 0.4
"""Seconds that one picture of ours waits for all avatars in it."""
_SIDE = 128
_PEOPLE = 2000
"""So many people are remembered, and so many files."""
_LARGEST = 512 * 1024
"""Bytes; a file above that is not kept."""


class Source(Protocol):
    """Where a picture is read from: an asset of discord.py."""

    @property
    def url(self) -> str: ...

    async def read(self) -> bytes: ...


class Avatars:
    """Remembers whose picture lies where, and keeps the files."""

    def __init__(self, budget: float = BUDGET) -> None:
        self._budget = budget
        self._sources: OrderedDict[int, Source] = OrderedDict()
        self._files: OrderedDict[str, bytes | None] = OrderedDict()
        self._loading: dict[str, asyncio.Task[None]] = {}

    def met(self, user: discord.abc.User) -> None:
        """Remember where somebody's own picture lies; a stock one says less than an initial."""
        own = user.avatar
        if own is None:
            self._sources.pop(user.id, None)
        else:
            self.remember(user.id, own.with_size(_SIDE).with_static_format("png"))

    def remember(self, player_id: int, source: Source) -> None:
        """Remember where somebody's picture lies."""
        self._sources[player_id] = source
        self._sources.move_to_end(player_id)
        while len(self._sources) > _PEOPLE:
            self._sources.popitem(last=False)

    def forget(self, player_id: int) -> None:
        """Keep nothing of somebody, until they press or type once more."""
        source = self._sources.pop(player_id, None)
        if source is not None:
            self._files.pop(source.url, None)

    async def of(self, players: Iterable[int | None]) -> tuple[bytes | None, ...]:
        """The files of these people that are here within the budget; None for all others."""
        found = [self._sources.get(player) if player is not None else None for player in players]
        waiting = {task for source in found if source and (task := self._load(source))}
        if waiting:
            await asyncio.wait(waiting, timeout=self._budget)
        return tuple(self._files.get(source.url) if source else None for source in found)

    async def close(self) -> None:
        """Give up what is still loading."""
        tasks = list(self._loading.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _load(self, source: Source) -> asyncio.Task[None] | None:
        """The task that loads a file, begun if need be; None where it is known what it holds."""
        url = source.url
        if url in self._files:
            self._files.move_to_end(url)
            return None
        if url not in self._loading:
            self._loading[url] = background(self._fetch(url, source), "fetch an avatar")
        return self._loading[url]

    async def _fetch(self, url: str, source: Source) -> None:
        try:
            data: bytes | None = await source.read()
        # A picture is never worth a failure: whatever goes wrong, the initial stands.
        except (TimeoutError, discord.DiscordException, OSError) as error:
            log.info("An avatar cannot be had: %s", type(error).__name__)
            data = None
        finally:
            del self._loading[url]
        self._files[url] = data if data and len(data) <= _LARGEST else None
        while len(self._files) > _PEOPLE:
            self._files.popitem(last=False)
