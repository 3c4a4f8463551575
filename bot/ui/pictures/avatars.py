"""Avatars of people, loaded when a picture needs them, if that is quick.

Discord names a person's avatar with each press or command; we never ask for it. A file that doesn't
arrive within the budget is replaced by an initial, and keeps loading for the next picture.
Everything is kept in memory only: a restart forgets it.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Iterable
from typing import Protocol

import discord

from bot.background import background
from bot.ui.kit.discord_errors import FAILURES

log = logging.getLogger(__name__)

BUDGET = 0.4
"""Seconds that a picture waits for all its avatars."""
AGAIN = 60.0
"""Seconds after which a picture may try to load an avatar that failed."""
_SIDE = 128
_PEOPLE = 2000
"""The most people, and the most files, that are remembered."""
_LARGEST = 512 * 1024
"""Bytes; larger files are not kept."""


class Source(Protocol):
    """Something to load an avatar from: an asset of discord.py."""

    @property
    def url(self) -> str: ...

    async def read(self) -> bytes: ...


class Avatars:
    """Remembers where each person's avatar is, and keeps the files."""

    def __init__(self, budget: float = BUDGET) -> None:
        self._budget = budget
        self._sources: OrderedDict[int, Source] = OrderedDict()
        self._files: OrderedDict[str, bytes | None] = OrderedDict()
        self._loading: dict[str, asyncio.Task[None]] = {}

    def met(self, user: discord.abc.User) -> None:
        """Remember a person's own avatar. A default avatar says less than an initial."""
        own = user.avatar
        if own is None:
            self._sources.pop(user.id, None)
        else:
            self.remember(user.id, own.with_size(_SIDE).with_static_format("png"))

    def remember(self, player_id: int, source: Source) -> None:
        """Remember where a person's avatar is."""
        self._sources[player_id] = source
        self._sources.move_to_end(player_id)
        while len(self._sources) > _PEOPLE:
            self._sources.popitem(last=False)

    def forget(self, player_id: int) -> None:
        """Forget a person until their next press or command."""
        source = self._sources.pop(player_id, None)
        if source is not None:
            self._files.pop(source.url, None)

    async def of(
        self, players: Iterable[int | None], *, wait: bool = True
    ) -> tuple[bytes | None, ...]:
        """Return the avatars of these people, None for each that isn't loaded within the budget.

        Without `wait`, only those that are loaded already.
        """
        sources = [self._sources.get(player) if player is not None else None for player in players]
        waiting = {task for source in sources if source and (task := self._load(source))}
        if waiting and wait:
            await asyncio.wait(waiting, timeout=self._budget)
        return tuple(self._files.get(source.url) if source else None for source in sources)

    async def close(self) -> None:
        """Cancel all loading."""
        tasks = list(self._loading.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _load(self, source: Source) -> asyncio.Task[None] | None:
        """Return the task that loads a file, started if needed; None if the file is known."""
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
        # A missing avatar must never fail a message: the initial is shown instead.
        except FAILURES as error:
            log.info("Cannot load an avatar: %s", type(error).__name__)
            data = None
            asyncio.get_running_loop().call_later(AGAIN, self._files.pop, url, None)
        finally:
            del self._loading[url]
        self._files[url] = data if data and len(data) <= _LARGEST else None
        while len(self._files) > _PEOPLE:
            self._files.popitem(last=False)
