"""Repeats one piece of work per match until it is done, and merges requests that arrive meanwhile.

A request only marks the match. One task per match works until no mark is left, so ten answers at
once cost one picture. Failed work rests and is tried again, without an end. A new mark ends a rest
at once.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from bot.background import background
from bot.backoff import backoff_delays
from bot.tables.competitions.errors import NoSuchTournamentError
from bot.tables.errors import OVERTAKEN, TableError
from bot.tables.matches.snapshot import Snapshot
from bot.ui.discord_errors import FAILURES, Failure, failure_of, is_refused
from bot.ui.surfaces.placement import ChannelGoneError

log = logging.getLogger(__name__)

Repainted: TypeAlias = Callable[[str, float], None]

SOON = (0.5, 60.0)
"""The first and the longest rest, in seconds, of work that may succeed at any moment."""
SLOWLY = (60.0, 3600.0)
"""The same for work that somebody has to make possible, as by giving a permission back.

Discord bans addresses that send ten thousand refused requests in ten minutes.
"""
REFUSALS: Final = (Failure.LOST_PLACE, Failure.INVALID)


@dataclass(slots=True)
class _Behind:
    """A match whose work failed."""

    delays: Iterator[float]
    is_slow: bool
    tries: int = 0
    timer: asyncio.TimerHandle | None = None
    """Ends the rest; None while the work is being tried."""
    can_be_woken: bool = True
    """Whether a success elsewhere ends this rest. Each rest after that lasts its whole time, so
    that work which always fails isn't repeated at every success."""


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
        self._behind: dict[str, _Behind] = {}

    def mark(self, match_id: str, snapshot: Snapshot | None = None) -> None:
        """Schedule at least one more run of the work for a match; returns at once."""
        before = self._marked.get(match_id, snapshot)
        if snapshot is not None and before is not None:
            snapshot = max(before, snapshot, key=lambda one: (one.match.revision, one is snapshot))
        self._marked[match_id] = None if before is None else snapshot
        self._marked_at.setdefault(match_id, time.perf_counter())
        self._end_rest(match_id)
        if match_id not in self._tasks:
            self._tasks[match_id] = background(
                self._until_done(match_id), f"{self._name} {match_id}"
            )

    def ensure(self, match_id: str) -> None:
        """Mark a match unless it is being worked on or rests after a failure."""
        if match_id not in self._tasks and match_id not in self._behind:
            self.mark(match_id)

    def wake(self) -> None:
        """Try everything again that may succeed now: Discord has just carried out a request."""
        for match_id, behind in list(self._behind.items()):
            if behind.timer is not None and behind.can_be_woken and not behind.is_slow:
                self.mark(match_id)
                behind.can_be_woken = False

    def under_way(self, match_id: str | None = None) -> list[asyncio.Task[None]]:
        """The running tasks, for one match or for all. Work that rests has none."""
        return [task for match, task in self._tasks.items() if match_id in (None, match)]

    def is_at_work(self, match_id: str) -> bool:
        """Whether a match is being worked on, or is about to be without waiting for a retry."""
        return match_id in self._tasks

    def tries(self) -> list[int]:
        """How often in succession each work has failed that isn't done."""
        return [behind.tries for behind in self._behind.values()]

    async def close(self) -> None:
        """Stop; unfinished work is done after the next start."""
        for match_id in self._behind:
            self._end_rest(match_id)
        self._behind.clear()
        tasks = self.under_way()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _until_done(self, match_id: str) -> None:
        try:
            while match_id in self._marked:
                snapshot = self._marked.pop(match_id)
                marked_at = self._marked_at.pop(match_id, None) or time.perf_counter()
                if await self._is_done(match_id, snapshot):
                    if self._repainted is not None:
                        self._repainted(self._name, time.perf_counter() - marked_at)
                else:
                    self._marked_at[match_id] = marked_at
        finally:
            # No await between the last look at the marks and this: no mark can be missed.
            del self._tasks[match_id]
            if behind := self._behind.get(match_id):
                again = next(behind.delays)
                loop = asyncio.get_running_loop()
                behind.timer = loop.call_later(again, self._try_again, match_id, behind)

    def _try_again(self, match_id: str, behind: _Behind) -> None:
        behind.can_be_woken = True
        self.mark(match_id)

    def _end_rest(self, match_id: str) -> None:
        behind = self._behind.get(match_id)
        if behind is not None and behind.timer is not None:
            behind.timer.cancel()
            behind.timer = None

    async def _is_done(self, match_id: str, snapshot: Snapshot | None) -> bool:
        """Do the work; returns False if it has to be tried again."""
        try:
            await self._work(match_id, snapshot)
        except (*OVERTAKEN, NoSuchTournamentError):
            log.debug("%s: match %s has changed meanwhile", self._name, match_id)
            self._behind.pop(match_id, None)
            return True
        except Exception as error:  # noqa: BLE001 - whatever failed is logged and tried again
            self._failed(match_id, error)
            return False
        behind = self._behind.pop(match_id, None)
        if behind is not None:
            log.info("%s: match %s is shown after %d tries", self._name, match_id, behind.tries + 1)
        return True

    def _failed(self, match_id: str, error: Exception) -> None:
        """Note a failure. Each is logged once, however often it is repeated."""
        is_slow = _rests_slowly(error)
        behind = self._behind.get(match_id)
        if behind is None or behind.is_slow is not is_slow:
            delays = backoff_delays(*(SLOWLY if is_slow else SOON))
            behind = self._behind[match_id] = _Behind(delays, is_slow)
            if isinstance(error, ChannelGoneError):  # its players are told
                log.info("%s: match %s waits for a channel", self._name, match_id)
            elif is_slow:
                log.warning("%s: match %s cannot be shown: %s", self._name, match_id, error)
            elif _is_discords(error):
                line = "%s: match %s could not be shown and is tried again: %s"
                log.warning(line, self._name, match_id, error)
            else:
                log.error("%s: match %s could not be shown", self._name, match_id, exc_info=error)
        behind.tries += 1


def _rests_slowly(error: BaseException) -> bool:
    """Whether somebody has to do something before the same work can succeed."""
    if isinstance(error, BaseExceptionGroup):
        return all(map(_rests_slowly, error.exceptions))
    if isinstance(error, TableError):
        return True
    return failure_of(error) in REFUSALS or is_refused(error)


def _is_discords(error: BaseException) -> bool:
    """Whether only requests to Discord failed, and no code of ours."""
    if isinstance(error, BaseExceptionGroup):
        return all(map(_is_discords, error.exceptions))
    return isinstance(error, FAILURES)
