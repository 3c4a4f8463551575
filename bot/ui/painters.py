"""Threads that paint, and the line before them: who is in a hurry goes before who is not.

A picture may come late, an answer may not. So whoever can do without waits a while and no longer,
and while those in front have waited for half of that already, who comes is sent away at once:
under a load that no machine could carry, answers are given in words and pictures follow later.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TypeVar

from bot.tables.ports import Clock

T = TypeVar("T")

FOREVER = 1 << 62


class Haste(IntEnum):
    """How urgent a picture is: those of the lower number are painted first."""

    ANSWER = 0
    """Somebody has pressed and looks at the screen."""
    NEWS = 1
    """A message is to show what others did."""
    NONE = 2
    """It is waited for as long as it takes."""


PATIENCE = {Haste.ANSWER: 500, Haste.NEWS: 3_000, Haste.NONE: FOREVER}
"""Milliseconds that a picture is waited for before it is done without."""


class TooBusyError(Exception):
    """No painter is free soon enough; the message has to do in words."""


class UnpaintedError(Exception):
    """What is shown is true, but its pictures are still to come."""


@dataclass(slots=True, eq=False)
class _Place:
    """A place in the line, since when it is taken, and whether it is its turn."""

    since: int
    called: asyncio.Event = field(default_factory=asyncio.Event)


class Painters:
    """So many threads; the line before them is kept here, where it can be looked at."""

    def __init__(self, count: int, clock: Clock) -> None:
        self._pool = ThreadPoolExecutor(count, thread_name_prefix="painter")
        self._clock = clock
        self._free = count
        self._lines: dict[Haste, deque[_Place]] = {haste: deque() for haste in Haste}

    def close(self) -> None:
        """Let the painters finish and go."""
        self._pool.shutdown(wait=True, cancel_futures=True)

    async def paint(self, work: Callable[[], T], haste: Haste = Haste.NONE) -> T:
        """Do this work in a thread; raises TooBusyError for who cannot wait that long."""
        await self._turn(haste)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        finally:
            self._next()

    async def _turn(self, haste: Haste) -> None:
        """Return when a thread is ours."""
        if self._free:
            self._free -= 1
            return
        now, line, patience = self._clock.now(), self._lines[haste], PATIENCE[haste]
        if line and (now - line[0].since) * 2 >= patience:
            raise TooBusyError
        place = _Place(now)
        line.append(place)
        try:
            if haste is Haste.NONE:
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
        """Give a thread on to whoever is most urgent and came first."""
        for line in self._lines.values():
            if line:
                line.popleft().called.set()
                return
        self._free += 1
