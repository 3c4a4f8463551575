"""Caches of finished values: the most recently used are kept, up to a fixed weight.

The caches of picture parts share one budget of bytes, which the host may set.
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


class PictureCache(Generic[K, V]):
    """A bounded cache shared between threads; the least recently used values are dropped first.

    If two threads miss the same key, both compute the value, and the first one stored stays. A
    value depends only on its key, so this wastes time but does no harm.
    """

    def __init__(self, most: int, weight: Callable[[V], int] = lambda _: 1) -> None:
        self._most = most
        self._weight = weight
        self._kept: OrderedDict[K, V] = OrderedDict()
        self._load = 0
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: K) -> V | None:
        """Return the value of this key, and mark it as most recently used."""
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
            return found

    def put(self, key: K, thing: V) -> V:
        """Store a value unless the key has one; return the stored one."""
        with self._lock:
            present = self._kept.setdefault(key, thing)
            if present is thing:
                self._load += self._weight(thing)
            self._drop_oldest()
            return present

    def allow(self, most: int) -> None:
        """Set the maximum weight."""
        with self._lock:
            self._most = most
            self._drop_oldest()

    def _drop_oldest(self) -> None:
        while self._load > self._most and len(self._kept) > 1:
            _, dropped = self._kept.popitem(last=False)
            self._load -= self._weight(dropped)

    @property
    def load(self) -> int:
        """Return the weight of all values."""
        return self._load

    def clear(self) -> None:
        """Remove everything."""
        with self._lock:
            self._kept.clear()
            self._load = 0


_shared: list[tuple[PictureCache[Any, Any], float]] = []


def shared(part: float, weight: Callable[[V], int]) -> PictureCache[Any, V]:
    """Create a cache that may use this share of the common budget."""
    cache: PictureCache[Any, V] = PictureCache(round(MEMORY * part), weight)
    _shared.append((cache, part))
    return cache


def allow(memory: int) -> None:
    """Set the budget of all shared caches in bytes."""
    for cache, part in _shared:
        cache.allow(round(memory * part))


def held() -> int:
    """Return the bytes in all shared caches."""
    return sum(cache.load for cache, _ in _shared)


def parts() -> float:
    """Return the sum of all shares, which should be 1."""
    return sum(part for _, part in _shared)
