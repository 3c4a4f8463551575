"""Finished things kept for the next time: the most recently used, up to a fixed weight.

What pictures are made of is kept on shelves that share one sum of bytes, which the host may set.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, Generic, TypeVar

MEMORY = 360 * 1024 * 1024
"""Bytes that all shared shelves may hold together. What tables of all games are made of fits."""

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class PictureCache(Generic[K, V]):
    """A bounded store shared between threads; what was used longest ago falls off first.

    Two threads that miss the same key both make it, and the first one put there stays: a thing
    depends on its key alone, so that is waste but no error.
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
        """What is kept under this key, which makes it the most recently used."""
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
            return found

    def put(self, key: K, thing: V) -> V:
        """Keep a thing, unless there is one already; return the one that is kept."""
        with self._lock:
            present = self._kept.setdefault(key, thing)
            if present is thing:
                self._load += self._weight(thing)
            self._drop_oldest()
            return present

    def allow(self, most: int) -> None:
        """Hold no more than this from now on."""
        with self._lock:
            self._most = most
            self._drop_oldest()

    def _drop_oldest(self) -> None:
        while self._load > self._most and len(self._kept) > 1:
            _, dropped = self._kept.popitem(last=False)
            self._load -= self._weight(dropped)

    @property
    def load(self) -> int:
        """What all that is kept weighs."""
        return self._load

    def clear(self) -> None:
        """Drop everything."""
        with self._lock:
            self._kept.clear()
            self._load = 0


_shared: list[tuple[PictureCache[Any, Any], float]] = []


def shared(part: float, weight: Callable[[V], int]) -> PictureCache[Any, V]:
    """A shelf that may hold this part of the bytes that all of them share."""
    shelf: PictureCache[Any, V] = PictureCache(round(MEMORY * part), weight)
    _shared.append((shelf, part))
    return shelf


def allow(memory: int) -> None:
    """Let all shared shelves hold so many bytes together."""
    for shelf, part in _shared:
        shelf.allow(round(memory * part))


def held() -> int:
    """How many bytes lie on all shared shelves."""
    return sum(shelf.load for shelf, _ in _shared)


def parts() -> float:
    """All parts together, which are the whole."""
    return sum(part for _, part in _shared)
