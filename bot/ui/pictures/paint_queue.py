"""A fixed number of painting threads, and the queue of requests for them.

Urgent requests go first, but they may overtake the others only a few times in a row. So every
request is painted, however long the load lasts.

A message can be sent without its picture. So its request waits for a limited time, and is refused
at once while the queue is slow. Under load, messages are sent in words, and their pictures follow.
"""

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from enum import IntEnum
from threading import Barrier
from typing import TypeAlias, TypeVar

from bot.tables.ports import Clock
from bot.ui.pictures.painter_process import PainterProcesses

T = TypeVar("T")

Painted: TypeAlias = Callable[[float, float], None]

FOREVER = 1 << 62


class Priority(IntEnum):
    """How urgent a picture is; the lowest number is painted first."""

    ANSWER = 0
    """A person pressed and is waiting."""
    NEWS = 1
    """A message will show what others did."""
    NONE = 2
    """The picture follows a message that was sent in words, so it may take any time."""


PATIENCE = {Priority.ANSWER: 500, Priority.NEWS: 3_000, Priority.NONE: FOREVER}
"""Milliseconds that a request waits for a thread before it is refused."""

SLOWEST_START = 5.0
"""Seconds that a thread waits for the others to start."""

OVERTAKEN = 3
"""How many requests in a row may overtake a queue before its first request is painted."""


class TooBusyError(Exception):
    """No thread is free soon enough; the message must be sent in words."""


@dataclass(slots=True, eq=False)
class _Place:
    """A place in a queue: when it was taken, and whether its thread is free."""

    since: int
    ready: asyncio.Event = field(default_factory=asyncio.Event)


class Painter:
    """One thread, held for one turn, so that its work never waits in the queue."""

    def __init__(self, pool: ThreadPoolExecutor) -> None:
        self._pool = pool

    async def paint(self, work: Callable[[], T], _priority: Priority = Priority.NONE) -> T:
        """Do this work in the thread at once; the priority doesn't matter."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, work)


class PaintQueue:
    """A fixed number of threads, and one queue of requests per priority."""

    def __init__(
        self,
        count: int,
        clock: Clock,
        painted: Painted | None = None,
        processes: PainterProcesses | None = None,
    ) -> None:
        """Create the threads; with `processes`, each has one that paints for it.

        `painted` gets the seconds that each turn waited and took.
        """
        adopt = None if processes is None else processes.adopt
        self._pool = ThreadPoolExecutor(count, thread_name_prefix="painter", initializer=adopt)
        self._processes = processes
        self._clock = clock
        self._painted = painted
        self._free = count
        self._queues: dict[Priority, deque[_Place]] = {priority: deque() for priority in Priority}
        self._overtaken = dict.fromkeys(Priority, 0)
        """How many requests of other queues went before each queue's first request."""

    @property
    def has_processes(self) -> bool:
        """Tell whether each thread has a process that paints for it."""
        return self._processes is not None

    def start(self) -> None:
        """Start the threads and their processes before the first request."""
        # Without a barrier, one thread might do for all; a bot that stops at once cancels some.
        all_started = Barrier(self._free, timeout=SLOWEST_START)
        for _ in range(self._free):
            self._pool.submit(all_started.wait)

    def close(self) -> None:
        """Finish running work and stop the threads and processes."""
        self._pool.shutdown(wait=True, cancel_futures=True)
        if self._processes is not None:
            self._processes.close()

    async def paint(self, work: Callable[[], T], priority: Priority = Priority.NONE) -> T:
        """Do this work in a thread; raises TooBusyError if none is free in time."""
        async with self.turn(priority) as painter:
            return await painter.paint(work)

    @asynccontextmanager
    async def turn(self, priority: Priority = Priority.NONE) -> AsyncIterator[Painter]:
        """Wait in the queue, then hold a thread; raises TooBusyError if none is free in time."""
        since = time.perf_counter()
        await self._wait(priority)
        begun = time.perf_counter()
        try:
            yield Painter(self._pool)
        finally:
            self._next()
            if self._painted is not None:
                self._painted(begun - since, time.perf_counter() - begun)

    async def _wait(self, priority: Priority) -> None:
        """Wait for a thread."""
        if self._free:
            self._free -= 1
            return
        now, queue, patience = self._clock.now(), self._queues[priority], PATIENCE[priority]
        if queue and (now - queue[0].since) * 2 >= patience:
            raise TooBusyError
        if not queue:
            self._overtaken[priority] = 0
        place = _Place(now)
        queue.append(place)
        try:
            if priority is Priority.NONE:
                await place.ready.wait()
            else:
                await self._clock.sleep_until(now + patience, place.ready)
        except asyncio.CancelledError:
            if place.ready.is_set():
                self._next()
            raise
        finally:
            if not place.ready.is_set():  # a served request has left the queue already
                queue.remove(place)
        if not place.ready.is_set():
            raise TooBusyError

    def _next(self) -> None:
        """Give the thread to the most urgent queue, or to one that was overtaken too often."""
        waiting = [priority for priority in Priority if self._queues[priority]]
        if not waiting:
            self._free += 1
            return
        most = max(waiting, key=self._overtaken.__getitem__)
        chosen = most if self._overtaken[most] >= OVERTAKEN else waiting[0]
        for priority in waiting:
            self._overtaken[priority] += 1
        self._overtaken[chosen] = 0
        self._queues[chosen].popleft().ready.set()
