"""Repeats one piece of work per match, and merges requests that arrive while it runs.

A request only marks the match. One task per match works until no mark is left, so ten answers at
once cost one picture. Failed work is retried after a delay, or as soon as a new mark arrives.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import TypeAlias

import discord

from bot.background import background
from bot.tables.errors import AlreadyStartedError, MatchOverError, TableError
from bot.tables.matches.snapshot import Snapshot

log = logging.getLogger(__name__)

Repainted: TypeAlias = Callable[[str, float], None]

RESTS = (0.5, 2.0, 8.0, 30.0)
"""Seconds before each retry of failed work."""
OVERTAKEN = (AlreadyStartedError, MatchOverError)
"""A lobby started or closed while it was being shown. That change triggers its own refresh."""


class Coalescer:
    """Works through marked matches, each in its own task.

    A mark may carry the match as loaded. Work receives the newest one, or None to load it.
    """

    def __init__(
        self,
        name: str,
        work: Callable[[str, Snapshot | None], Awaitable[None]],
        repainted: Repainted | None = None,
    ) -> None:
        """`repainted` is called with the seconds from a match's mark to the end of its work."""
        self._name = name
        self._work = work
        self._repainted = repainted
        self._marked_at: dict[str, float] = {}
        """The time of the oldest mark that no finished work covers."""
        self._marked: dict[str, Snapshot | None] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._news: dict[str, asyncio.Event] = {}
        """Wakes a task that is waiting to retry."""
        self._resting: set[str] = set()
        """The matches whose task is waiting to retry."""

    def mark(self, match_id: str, snapshot: Snapshot | None = None) -> None:
        """Schedule at least one more run of the work for a match; returns at once."""
        before = self._marked.get(match_id, snapshot)
        if snapshot is not None and before is not None:
            snapshot = max(before, snapshot, key=lambda one: (one.match.revision, one is snapshot))
        self._marked[match_id] = None if before is None else snapshot
        self._marked_at.setdefault(match_id, time.perf_counter())
        if match_id in self._tasks:
            self._news[match_id].set()
        else:
            self._news[match_id] = asyncio.Event()
            self._tasks[match_id] = background(
                self._until_done(match_id), f"{self._name} {match_id}"
            )

    def under_way(self, match_id: str | None = None) -> list[asyncio.Task[None]]:
        """The running tasks, for one match or for all."""
        return [task for match, task in self._tasks.items() if match_id in (None, match)]

    def is_at_work(self, match_id: str) -> bool:
        """Whether a match is being worked on, or is about to be without waiting for a retry."""
        return match_id in self._tasks and match_id not in self._resting

    async def close(self) -> None:
        """Stop; unfinished work is done after the next start."""
        tasks = self.under_way()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _until_done(self, match_id: str) -> None:
        rests = iter(RESTS)
        try:
            while match_id in self._marked:
                snapshot = self._marked.pop(match_id)
                self._news[match_id].clear()
                marked_at = self._marked_at.pop(match_id, None) or time.perf_counter()
                if await self._is_done(match_id, snapshot):
                    if self._repainted is not None:
                        self._repainted(self._name, time.perf_counter() - marked_at)
                    rests = iter(RESTS)
                    continue
                self._marked_at[match_id] = marked_at
                rest = next(rests, None)
                if rest is not None:
                    await self._rest(match_id, rest)
                    self._marked.setdefault(match_id, None)
        finally:
            # No await between the last look at the marks and this: no mark can be missed.
            del self._tasks[match_id], self._news[match_id]
            self._marked_at.pop(match_id, None)

    async def _rest(self, match_id: str, seconds: float) -> None:
        """Wait before a retry, or until a new mark arrives."""
        self._resting.add(match_id)
        try:
            async with asyncio.timeout(seconds):
                await self._news[match_id].wait()
        except TimeoutError:
            return  # the delay is over
        finally:
            self._resting.discard(match_id)

    async def _is_done(self, match_id: str, snapshot: Snapshot | None) -> bool:
        """Do the work; returns False if it should be retried soon."""
        try:
            await self._work(match_id, snapshot)
        except OVERTAKEN:
            log.debug("%s: match %s has changed meanwhile", self._name, match_id)
        except (TableError, discord.Forbidden, discord.NotFound) as error:
            log.warning("%s: match %s cannot be shown: %s", self._name, match_id, error)
        except Exception:  # one broken message must not keep the others from being shown
            log.exception("%s: match %s could not be shown", self._name, match_id)
            return False
        return True
