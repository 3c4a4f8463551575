"""Keeps our messages true: after every change of a match, whatever shows it is shown anew.

A change only marks the match; one task a match repaints until nothing is marked, so ten answers at
once cost one picture, and the newest state is taken at the moment it is painted. Everything can be
rebuilt from the database: a surface is a row before it is a message.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

import discord

from bot.tables.errors import TableError
from bot.ui.hands import Hands
from bot.ui.publics import Publics
from data.store import Store

log = logging.getLogger(__name__)

RESTS = (0.5, 2.0, 8.0, 30.0)
"""Seconds to wait before a message that could not be shown is tried again."""


class Surfaces:
    """The application's messenger: it hears that a match changed, and shows it."""

    def __init__(self, store: Store, publics: Publics, hands: Hands) -> None:
        self._store = store
        self._publics = publics
        self._hands = hands
        self._marked: set[str] = set()
        self._working: dict[str, asyncio.Task[None]] = {}
        self._news: dict[str, asyncio.Event] = {}
        """Wakes a task that rests before it tries again."""

    async def changed(self, match_id: str) -> None:
        """Mark a match; returns at once."""
        self._marked.add(match_id)
        if match_id in self._working:
            self._news[match_id].set()
        else:
            self._news[match_id] = asyncio.Event()
            task = asyncio.create_task(self._work(match_id), name=f"show {match_id}")
            self._working[match_id] = task

    async def catch_up(self) -> None:
        """Mark every match of which a message shows less than it has become."""
        for match_id in {surface.match_id for surface in await self._store.surfaces.behind()}:
            await self.changed(match_id)

    async def mend(self, match_id: str) -> None:
        """Mark a match if a message of it shows less than it has become."""
        if await self._store.surfaces.behind(match_id):
            await self.changed(match_id)

    async def sought(self, match_id: str) -> None:
        """Somebody looks for the table: post it anew if it was deleted."""
        if not await self._publics.stands(match_id):
            await self.changed(match_id)

    async def settled(self, match_id: str | None = None) -> None:
        """Return when nothing is left to show, of one match or of all."""
        while tasks := [task for match, task in self._working.items() if match_id in (None, match)]:
            await asyncio.wait(tasks)

    async def close(self) -> None:
        """Stop painting; what is not shown yet is shown at the next start."""
        for task in self._working.values():
            task.cancel()
        await asyncio.gather(*self._working.values(), return_exceptions=True)

    async def _work(self, match_id: str) -> None:
        rests = iter(RESTS)
        try:
            while match_id in self._marked:
                self._marked.discard(match_id)
                self._news[match_id].clear()
                public = await self._shown(self._publics.show, match_id)
                private = await self._shown(self._hands.follow, match_id)
                if public and private:
                    rests = iter(RESTS)
                elif (rest := next(rests, None)) is not None:
                    await self._rest(match_id, rest)
                    self._marked.add(match_id)
        finally:
            # No await between the last look at the marks and this: no mark can be missed.
            del self._working[match_id], self._news[match_id]

    async def _rest(self, match_id: str, seconds: float) -> None:
        """Wait before trying again, or until there is something new to show."""
        try:
            async with asyncio.timeout(seconds):
                await self._news[match_id].wait()
        except TimeoutError:
            return  # rested enough

    async def _shown(self, show: Callable[[str], Awaitable[None]], match_id: str) -> bool:
        """Show, and tell whether there is no sense in trying again soon."""
        try:
            await show(match_id)
        except (TableError, discord.Forbidden, discord.NotFound) as error:
            log.warning("match %s cannot be shown: %s", match_id, error)
        except Exception:  # one broken message must not keep the others from being shown
            log.exception("match %s could not be shown", match_id)
            return False
        return True
