"""Return freed memory to the system.

Painting frees blocks of all sizes between others that stay in use. The C library keeps such pages,
30 MB after some hundred pictures; glibc's `malloc_trim` returns them. It runs without Python's
lock.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from itertools import count

EVERY = 64
"""Number of pictures between two calls; one call takes about as long as one picture."""


def _trim() -> Callable[[int], int] | None:
    """Return the C library's function; None if it has none."""
    try:
        trim: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):  # not glibc; on Windows, CDLL(None) fails
        return None
    return trim


class FreedMemory:
    """Counts pictures, and returns memory after some of them."""

    def __init__(self, trim: Callable[[int], int] | None) -> None:
        self._trim = trim
        self._painted = count(1)

    def painted(self) -> None:
        """Count a painted picture."""
        if self._trim is not None and next(self._painted) % EVERY == 0:
            self._trim(0)


freed = FreedMemory(_trim())
"""The counter of this process."""
