"""Stops trying what has failed several times in a row, and tries again after a pause."""

import time
from collections.abc import Callable
from threading import Lock

TRIES = 3
"""Failures in a row after which nothing is tried for a while."""
PAUSE = 600.0
"""Seconds until one more try."""


class CircuitBreaker:
    """Tells whether something that has failed is worth another try; several threads may ask."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._lock = Lock()
        self._failures = 0
        self._next_try = 0.0

    @property
    def is_open(self) -> bool:
        """Tell whether the next try must wait."""
        return self._failures >= TRIES and self._now() < self._next_try

    def failed(self) -> bool:
        """Count a failure; returns whether it is the one after which tries pause."""
        with self._lock:
            self._failures += 1
            self._next_try = self._now() + PAUSE
            return self._failures == TRIES

    def succeeded(self) -> None:
        """Forget all failures."""
        self._failures = 0
