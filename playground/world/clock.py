"""The time of this Discord: the machine's, or one that a test advances."""

import asyncio
import heapq
import itertools
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Protocol

Cancel = Callable[[], None]


class PlaygroundClock(Protocol):
    """Unix seconds, and a call at a later moment."""

    def now(self) -> float: ...

    def call_later(self, seconds: float, call: Callable[[], None]) -> Cancel:
        """Call once, `seconds` from now, unless the returned function was called before."""
        ...


class RealClock:
    """The machine's time; needs a running event loop for `call_later`."""

    def now(self) -> float:
        return time.time()

    def call_later(self, seconds: float, call: Callable[[], None]) -> Cancel:
        return asyncio.get_running_loop().call_later(seconds, call).cancel


@dataclass
class ManualClock:
    """Stands still until it is advanced.

    Starts at the machine's time, because discord.py compares the age of an interaction, which
    is written in its id, with the machine's clock.
    """

    moment: float = field(default_factory=time.time)
    _due: list[tuple[float, int, Callable[[], None]]] = field(default_factory=list)
    _cancelled: set[int] = field(default_factory=set)
    _numbers: "itertools.count[int]" = field(default_factory=itertools.count)

    def now(self) -> float:
        return self.moment

    def call_later(self, seconds: float, call: Callable[[], None]) -> Cancel:
        number = next(self._numbers)
        heapq.heappush(self._due, (self.moment + seconds, number, call))
        return lambda: self._cancelled.add(number)

    def advance(self, seconds: float) -> None:
        """Advance the clock and make every call that falls due, in order."""
        until = self.moment + seconds
        while self._due and self._due[0][0] <= until:
            moment, number, call = heapq.heappop(self._due)
            if number in self._cancelled:
                self._cancelled.discard(number)
                continue
            self.moment = moment
            call()
        self.moment = until


def iso(moment: float) -> str:
    """Return the moment as Discord writes timestamps."""
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="microseconds")
