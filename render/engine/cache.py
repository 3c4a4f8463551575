"""Caches of finished values that share one budget of bytes, which the host may set.

The value that was used longest ago is dropped first, whichever cache it is in. Shares of a fixed
size would leave some caches empty while others are too small.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, Generic, TypeVar

MEMORY = 360 * 1024 * 1024
"""Bytes of all shared caches together. The parts of all games' tables fit."""

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class MemoryBudget:
    """The weight that the values of several caches may have together."""

    def __init__(self, most: int) -> None:
        self.lock = Lock()
        self.load = 0
        """The weight of all values."""
        self.entries = OrderedDict[tuple[object, Hashable], tuple[Any, int]]()
        """Each value and its weight by its cache and key, the least recently used first."""
        self._most = most

    def allow(self, most: int) -> None:
        """Set the maximum weight."""
        with self.lock:
            self._most = most
            self.shrink()

    def shrink(self) -> None:
        """Drop values until the rest fits; the caller holds the lock."""
        while self.load > self._most:
            _, (_, weight) = self.entries.popitem(last=False)
            self.load -= weight


class PictureCache(Generic[K, V]):
    """A cache shared between threads.

    If two threads miss the same key, both compute the value, and the first one stored stays. A
    value depends only on its key, so this wastes time but does no harm.
    """

    def __init__(self, budget: MemoryBudget, weight: Callable[[V], int] = lambda _: 1) -> None:
        self._budget = budget
        self._weight = weight

    def get(self, key: K) -> V | None:
        """Return the value of this key, and mark it as most recently used."""
        budget, place = self._budget, (self, key)
        with budget.lock:
            entry: tuple[V, int] | None = budget.entries.get(place)
            if entry is None:
                return None
            budget.entries.move_to_end(place)
            return entry[0]

    def put(self, key: K, value: V) -> V:
        """Store a value unless the key has one; return the stored one."""
        budget, entry = self._budget, (value, self._weight(value))
        with budget.lock:
            stored: tuple[V, int] = budget.entries.setdefault((self, key), entry)
            if stored is entry:
                budget.load += entry[1]
                budget.shrink()
            return stored[0]

    def clear(self) -> None:
        """Remove everything."""
        budget = self._budget
        with budget.lock:
            for place in [place for place in budget.entries if place[0] is self]:
                budget.load -= budget.entries.pop(place)[1]


_budget = MemoryBudget(MEMORY)


def shared(weight: Callable[[V], int]) -> PictureCache[Any, V]:
    """Create a cache that uses the common budget."""
    return PictureCache(_budget, weight)


def allow(memory: int) -> None:
    """Set the budget of all shared caches in bytes."""
    _budget.allow(memory)
