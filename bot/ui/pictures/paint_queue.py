"""Threads that paint, and the line of requests that wait for one of them.

Urgent requests go first, but they may overtake the others only a few times in a row. So every
request is painted, however long the load lasts.

A message can do without its picture. Its request waits for a limited time, and is refused at once
while the line is already slow. Under load, messages come in words and their pictures follow.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TypeAlias, TypeVar

from bot.tables.ports import Clock

T = TypeVar("T")

Painted: TypeAlias = Callable[[float, float], None]

FOREVER = 1 << 62


class Priority(IntEnum):
    """How urgent a picture is: those of the lower number are painted first."""

    ANSWER = 0
    """Somebody has pressed and looks at the screen."""
    NEWS = 1
    """A message is to show what others did."""
    NONE = 2
    """It is waited for as long as it takes: a picture that follows a message in words."""


PATIENCE = {Priority.ANSWER: 500, Priority.NEWS: 3_000, Priority.NONE: FOREVER}
"""Milliseconds that a picture is waited for before it is done without."""

OVERTAKEN = 3
"""How many requests in a row may overtake a line before its first request is painted."""


class TooBusyError(Exception):
    """No painter is free soon enough; the message has to do in words."""


class UnpaintedError(Exception):
    """What is shown is true, but its pictures are still to come."""


@dataclass(slots=True, eq=False)
class _Place:
    """A place in the line, since when it is taken, and whether it is its turn."""

    since: int
    called: asyncio.Event = field(default_factory=asyncio.Event)


class Painter:
    """One thread, held for the length of a turn: nothing waits in line for it again."""

    def __init__(self, pool: ThreadPoolExecutor) -> None:
        self._pool = pool

    async def paint(self, work: Callable[[], T], _haste: Priority = Priority.NONE) -> T:
        """Do this work in the thread at once, whatever its haste."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, work)


class PaintQueue:
    """A fixed number of threads, and one line of requests for each haste."""

    def __init__(self, count: int, clock: Clock, painted: Painted | None = None) -> None:
        """`painted` is told of every turn how long it waited and how long it took."""
        self._pool = ThreadPoolExecutor(count, thread_name_prefix="painter")
        self._clock = clock
        self._painted = painted
        self._free = count
        self._lines: dict[Priority, deque[_Place]] = {haste: deque() for haste in Priority}
        self._overtaken = dict.fromkeys(Priority, 0)
        """How many requests of other lines went before each line's first request."""

    def close(self) -> None:
        """Let the painters finish and go."""
        self._pool.shutdown(wait=True, cancel_futures=True)

    async def paint(self, work: Callable[[], T], haste: Priority = Priority.NONE) -> T:
        """Do this work in a thread; raises TooBusyError if none is free in time."""
        async with self.turn(haste) as painter:
            return await painter.paint(work)

    @asynccontextmanager
    async def turn(self, haste: Priority = Priority.NONE) -> AsyncIterator[Painter]:
        """Wait in line, then hold a thread; raises TooBusyError if none is free in time."""
        since = time.perf_counter()
        await self._called(haste)
        begun = time.perf_counter()
        try:
            yield Painter(self._pool)
        finally:
            self._next()
            if self._painted is not None:
                self._painted(begun - since, time.perf_counter() - begun)

    async def _called(self, haste: Priority) -> None:
        """Return when a thread is ours."""
        if self._free:
            self._free -= 1
            return
        now, line, patience = self._clock.now(), self._lines[haste], PATIENCE[haste]
        if line and (now - line[0].since) * 2 >= patience:
            raise TooBusyError
        if not line:
            self._overtaken[haste] = 0
        place = _Place(now)
        line.append(place)
        try:
            if haste is Priority.NONE:
                await place.called.wait()
            else:
                await self._clock.sleep_until(now + patience, place.called)
        except asyncio.CancelledError:
            if place.called.is_set():
                self._next()
            raise
        finally:
            with suppress(ValueError):  # called: it has left the line already
                line.remove(place)
        if not place.called.is_set():
            raise TooBusyError

    def _next(self) -> None:
        """Give a thread to the first request of the most urgent line, or of one overtaken often."""
        waiting = [haste for haste in Priority if self._lines[haste]]
        if not waiting:
            self._free += 1
            return
        most = max(waiting, key=self._overtaken.__getitem__)
        chosen = most if self._overtaken[most] >= OVERTAKEN else waiting[0]
        for haste in waiting:
            self._overtaken[haste] += 1
        self._overtaken[chosen] = 0
        self._lines[chosen].popleft().called.set()
