"""Caches of finished values that share one budget of bytes, which the host may set.

Each cache drops its least recently used value first. Which cache has to drop one depends on how
long that value wasn't used, on its bytes, and on the time to make it again. Shares of a fixed size
would leave some caches empty while others are too small.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, Generic, TypeVar

MEMORY = 360 * 1024 * 1024
"""Bytes of all shared caches together. The parts of all games' tables fit."""

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class _KeptValue(Generic[V]):
    """A kept value, its weight, and the time of its last use."""

    __slots__ = ("used", "value", "weight")

    def __init__(self, value: V, weight: int, used: int) -> None:
        self.value = value
        self.weight = weight
        self.used = used


class MemoryBudget:
    """The weight that the values of several caches may have together.

    Time is the number of uses of all these caches, so that nothing depends on a clock.
    """

    def __init__(self, most: int) -> None:
        self.lock = Lock()
        self.load = 0
        """The weight of all values."""
        self.now = 0
        self._most = most
        self._caches: list[PictureCache[Any, Any]] = []

    def join(self, cache: PictureCache[Any, Any]) -> None:
        """Let a cache use this budget."""
        self._caches.append(cache)

    def allow(self, most: int) -> None:
        """Set the maximum weight."""
        with self.lock:
            self._most = most
            self.shrink()

    def shrink(self) -> None:
        """Drop values until the rest fits; the caller holds the lock."""
        if self.load <= self._most:
            return
        wastes = {cache: cache.waste(self.now) for cache in self._caches}
        while self.load > self._most:
            worst = max(wastes, key=wastes.__getitem__)
            worst.drop_oldest()
            wastes[worst] = worst.waste(self.now)


class PictureCache(Generic[K, V]):
    """A cache shared between threads; the least recently used values are dropped first.

    If two threads miss the same key, both compute the value, and the first one stored stays. A
    value depends only on its key, so this wastes time but does no harm.
    """

    def __init__(
        self, budget: MemoryBudget, worth: float = 1.0, weight: Callable[[V], int] = lambda _: 1
    ) -> None:
        """`worth` is the time that a kept value is expected to save."""
        self._budget = budget
        self._worth = worth
        self._weight = weight
        self._kept: OrderedDict[K, _KeptValue[V]] = OrderedDict()
        budget.join(self)

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: K) -> V | None:
        """Return the value of this key, and mark it as most recently used."""
        budget = self._budget
        with budget.lock:
            budget.now += 1
            cached = self._kept.get(key)
            if cached is None:
                return None
            cached.used = budget.now
            self._kept.move_to_end(key)
            return cached.value

    def put(self, key: K, value: V) -> V:
        """Store a value unless the key has one; return the stored one."""
        budget = self._budget
        with budget.lock:
            present = self._kept.get(key)
            if present is not None:
                return present.value
            entry = self._kept[key] = _KeptValue(value, self._weight(value), budget.now)
            budget.load += entry.weight
            budget.shrink()
            return value

    def waste(self, now: int) -> float:
        """Return what the oldest value wastes: its weight and age, by what keeping it saves."""
        if not self._kept:
            return -1.0
        oldest = self._kept[next(iter(self._kept))]
        return oldest.weight * (now - oldest.used) / self._worth

    def drop_oldest(self) -> None:
        """Drop the least recently used value; the caller holds the budget's lock."""
        _, dropped = self._kept.popitem(last=False)
        self._budget.load -= dropped.weight

    def clear(self) -> None:
        """Remove everything."""
        with self._budget.lock:
            self._budget.load -= sum(entry.weight for entry in self._kept.values())
            self._kept.clear()


_budget = MemoryBudget(MEMORY)


def shared(worth: float, weight: Callable[[V], int]) -> PictureCache[Any, V]:
    """Create a cache that uses the common budget.

    `worth` is in microseconds of CPU: to make a value again, times how often it is needed again.
    """
    return PictureCache(_budget, worth, weight)


def allow(memory: int) -> None:
    """Set the budget of all shared caches in bytes."""
    _budget.allow(memory)


def held() -> int:
    """Return the bytes in all shared caches."""
    return _budget.load
