"""A lock between processes, on every system that Python runs on."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

if sys.platform == "win32":  # pragma: no cover - the other half is tested
    import msvcrt
    import os

    _BEYOND = 1 << 40
    """Windows blocks reads of locked bytes too, so a byte far beyond the end is locked."""

    @contextmanager
    def locked(descriptor: int) -> Iterator[None]:
        """Hold a file's lock; raises OSError if another process keeps it."""
        os.lseek(descriptor, _BEYOND, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_LOCK, 1)
        try:
            yield
        finally:
            os.lseek(descriptor, _BEYOND, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    @contextmanager
    def locked(descriptor: int) -> Iterator[None]:
        """Hold a file's lock; raises OSError if the file system has none."""
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(descriptor, fcntl.LOCK_UN)
