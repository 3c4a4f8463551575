"""Repeats each piece of work until it is done, and merges requests that arrive meanwhile.

A request only marks the work. One task does it until no mark is left, so ten changes at once cost
one edit. Failed work rests and is tried again, without an end. A new mark ends a rest at once.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Hashable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from bot.background import background
from bot.retry_delays import retry_delays
from bot.tables.competitions.errors import NoSuchTournamentError
from bot.tables.errors import OVERTAKEN, TableError
from bot.ui.kit import discord_errors
from bot.ui.sync.placement import ChannelGoneError

log = logging.getLogger(__name__)

W = TypeVar("W", bound=Hashable)

SOON = (0.5, 60.0)
"""The first and the longest rest, in seconds, of work that may succeed at any moment."""
SLOWLY = (60.0, 3600.0)
"""The same for work that somebody has to make possible, as by giving a permission back.

Discord bans addresses that send ten thousand refused requests in ten minutes.
"""


@dataclass(slots=True)
class _Behind:
    """Work that failed."""

    delays: Iterator[float]
    is_slow: bool
    tries: int = 0
    timer: asyncio.TimerHandle | None = None
    """Ends the rest; None while the work is being tried."""
    can_be_woken: bool = True
    """Whether a success elsewhere ends this rest. Each rest after that lasts its whole time, so
    that work which always fails isn't repeated at every success."""


class Coalescer(Generic[W]):
    """Does marked work, each piece in its own task."""

    def __init__(
        self,
        do: Callable[[W], Awaitable[None]],
        done: Callable[[W, float], None] = lambda _, __: None,
    ) -> None:
        """`done` is called with the seconds from the mark of a piece of work to its end."""
        self._do = do
        self._done = done
        self._marks: dict[W, float] = {}
        """The time of each mark that no work has begun to cover."""
        self._since: dict[W, float] = {}
        """The time of the oldest mark that failed work was to cover."""
        self._tasks: dict[W, asyncio.Task[None]] = {}
        self._behind: dict[W, _Behind] = {}

    def mark(self, work: W) -> None:
        """Schedule this work to be done at least once more; returns at once."""
        self._marks.setdefault(work, time.perf_counter())
        self._end_rest(work)
        if work not in self._tasks:
            self._tasks[work] = background(self._until_done(work), str(work))

    def ensure(self, work: W) -> None:
        """Mark work unless it is being done or rests after a failure."""
        if work not in self._tasks and work not in self._behind:
            self.mark(work)

    def wake(self) -> None:
        """Try everything again that may succeed now: Discord has just carried out a request."""
        for work, behind in list(self._behind.items()):
            if behind.timer is not None and behind.can_be_woken and not behind.is_slow:
                self.mark(work)
                behind.can_be_woken = False

    def under_way(self) -> dict[W, asyncio.Task[None]]:
        """The running tasks. Work that rests has none."""
        return dict(self._tasks)

    def task(self, work: W) -> asyncio.Task[None] | None:
        """The task of this work; None while it is not being done."""
        return self._tasks.get(work)

    def rests(self, work: W) -> bool:
        """Whether this work has failed and waits to be tried again."""
        return work in self._behind

    def forget(self, work: W) -> None:
        """Give up work that rests, because nobody wants it any more."""
        self._end_rest(work)
        self._behind.pop(work, None)
        self._since.pop(work, None)

    def tries(self) -> list[int]:
        """How often in succession each work has failed that isn't done."""
        return [behind.tries for behind in self._behind.values()]

    async def close(self) -> None:
        """Stop; unfinished work is done after the next start."""
        for work in self._behind:
            self._end_rest(work)
        self._behind.clear()
        tasks = [*self._tasks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for work, task in list(self._tasks.items()):
            if task.done():  # it was stopped before it began
                del self._tasks[work]

    async def _until_done(self, work: W) -> None:
        try:
            while work in self._marks:
                marked_at = self._marks.pop(work)
                since = self._since.pop(work, marked_at)
                if await self._is_done(work):
                    self._done(work, time.perf_counter() - since)
                else:
                    self._since[work] = since
        finally:
            # No await between the last look at the marks and this: no mark can be missed.
            del self._tasks[work]
            if behind := self._behind.get(work):
                again = next(behind.delays)
                loop = asyncio.get_running_loop()
                behind.timer = loop.call_later(again, self._try_again, work, behind)

    def _try_again(self, work: W, behind: _Behind) -> None:
        behind.can_be_woken = True
        self.mark(work)

    def _end_rest(self, work: W) -> None:
        behind = self._behind.get(work)
        if behind is not None and behind.timer is not None:
            behind.timer.cancel()
            behind.timer = None

    async def _is_done(self, work: W) -> bool:
        """Do the work; returns False if it has to be tried again."""
        try:
            await self._do(work)
        except (*OVERTAKEN, NoSuchTournamentError):
            log.debug("%s: overtaken by a change", work)
            self._behind.pop(work, None)
            return True
        except Exception as error:  # noqa: BLE001 - whatever failed is logged and tried again
            self._failed(work, error)
            return False
        behind = self._behind.pop(work, None)
        if behind is not None:
            log.info("%s: done after %d tries", work, behind.tries + 1)
        return True

    def _failed(self, work: W, error: Exception) -> None:
        """Note a failure. Each is logged once, however often it is repeated."""
        is_slow = _rests_slowly(error)
        behind = self._behind.get(work)
        if behind is None or behind.is_slow is not is_slow:
            delays = retry_delays(*(SLOWLY if is_slow else SOON))
            behind = self._behind[work] = _Behind(delays, is_slow)
            if isinstance(error, ChannelGoneError):  # its players are told
                log.info("%s waits for a channel", work)
            elif is_slow:
                log.warning("%s cannot be shown: %s", work, error)
            elif isinstance(error, discord_errors.FAILURES):
                log.warning("%s could not be shown and is tried again: %s", work, error)
            else:
                log.error("%s could not be shown", work, exc_info=error)
        behind.tries += 1


def _rests_slowly(error: BaseException) -> bool:
    """Whether somebody has to do something before the same work can succeed."""
    return isinstance(error, TableError) or discord_errors.is_refused(error)
