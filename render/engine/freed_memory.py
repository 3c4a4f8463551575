"""Memory that was freed, given back to the system.

Painting frees blocks of all sizes between others that stay. The C library keeps such pages, 30 MB
of them after some hundred pictures; glibc's `malloc_trim` returns them. It runs beside Python.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from itertools import count

EVERY = 64
"""Pictures after which memory is given back; doing it takes about as long as one of them."""


def _trim() -> Callable[[int], int] | None:
    """The C library's own function; None where it has none."""
    try:
        found: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):  # not glibc; on Windows nothing has no functions
        return None
    return found


class FreedMemory:
    """Counts pictures, and gives memory back after some of them."""

    def __init__(self, trim: Callable[[int], int] | None) -> None:
        self._trim = trim
        self._painted = count(1)

    def painted(self) -> None:
        """Another picture was painted."""
        if self._trim is not None and next(self._painted) % EVERY == 0:
            self._trim(0)


freed = FreedMemory(_trim())
"""That of this process."""
