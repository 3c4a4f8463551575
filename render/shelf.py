"""Finished things kept for the next time: the most recently used, up to a fixed weight."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Shelf(Generic[K, V]):
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
            while self._load > self._most and len(self._kept) > 1:
                _, dropped = self._kept.popitem(last=False)
                self._load -= self._weight(dropped)
            return present

    def clear(self) -> None:
        """Drop everything."""
        with self._lock:
            self._kept.clear()
            self._load = 0
