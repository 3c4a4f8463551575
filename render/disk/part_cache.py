"""A folder of drawn parts, one file each, which is read before anything is drawn.

It is never required. A file that is missing, damaged or half written, and a folder that can't be
written, only cost time: the parts are drawn again. A file appears only when complete, so processes
that write at the same time need no lock. Avatars and names are never written.
"""

import errno
import hashlib
import logging
import mmap
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import NamedTuple
from weakref import WeakSet

from render.disk.art_version import art_version
from render.disk.part import PixelPart, packed, unpacked

log = logging.getLogger(__name__)

NAME = "tomato-table"

MOST = 480 * 1024 * 1024
"""Bytes of all files after a cleaning; the least recently used ones are deleted first."""
STEP = 16 * 1024 * 1024
"""Bytes that a process writes until it cleans the folder again."""
LEFT_FREE = 256 * 1024 * 1024
"""Bytes of the disk that are left free, above all for the database."""
_DAY = 24 * 60 * 60
UNUSED = 30 * _DAY
"""Seconds after which an unused file is deleted."""
LARGE = 128 * 1024
"""Files from this size on are mapped, so that all processes share their pages."""
MOST_MAPPED = 128
"""Files that are mapped at the same time: each takes a file descriptor."""


class DiskFigures(NamedTuple):
    """Counts of what the cache did in this process, and of what is in its folder."""

    drawn: int
    """Parts that were drawn because they weren't in the folder."""
    read: int
    """Parts that were read from their files."""
    files: int
    size: int
    """Bytes of all files."""


def default_folder() -> Path | None:
    """Return this system's folder for caches; None for a user without a home."""
    try:
        return _system_folder()
    except RuntimeError:
        return None


def _system_folder() -> Path:
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
        return Path(local) / NAME / "Cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / NAME
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / NAME


class PartCache:
    """Parts in a folder, which is created and cleaned when the first part is requested."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self._parts = None if folder is None else folder / "parts"
        self._is_open = folder is None
        self._is_writable = False
        self._lock = Lock()
        self._maps: WeakSet[mmap.mmap] = WeakSet()
        self._written = 0
        """Bytes written since the last cleaning."""
        self._drawn = self._read = 0

    def part(self, key: str, draw: Callable[[], PixelPart]) -> PixelPart:
        """Return the part of this key, drawn if needed; the key must name everything about it."""
        if self._parts is None:
            self._drawn += 1
            return draw()
        self._open(self._parts)
        name = hashlib.blake2b(key.encode(), key=art_version(), digest_size=16).digest()
        path = self._parts / name.hex()
        part = self._stored(path, name)
        if part is not None:
            self._read += 1
            return part
        self._drawn += 1
        part = draw()
        return self._write(path, name, part)

    def figures(self) -> DiskFigures:
        """Return the counts so far."""
        sizes = [] if self._parts is None else [size for _, size, _ in _files(self._parts)]
        return DiskFigures(self._drawn, self._read, len(sizes), sum(sizes))

    @property
    def is_writable(self) -> bool:
        """Tell whether drawn parts are kept for the next start."""
        if self._parts is not None:
            self._open(self._parts)
        return self._is_writable

    def _stored(self, path: Path, name: bytes) -> PixelPart | None:
        """Return the part in a file; None if there is no valid one."""
        try:
            with path.open("rb", buffering=0) as file:
                facts = os.fstat(file.fileno())
                mapped = facts.st_size >= LARGE and len(self._maps) < MOST_MAPPED
                content = self._mapped(file.fileno()) if mapped else file.read()
        except (OSError, ValueError):  # a file that is emptied meanwhile can't be mapped
            return None
        if time.time() - facts.st_mtime > _DAY:
            with suppress(OSError):
                os.utime(path)
        return unpacked(name, memoryview(content), mapped=mapped)

    def _mapped(self, descriptor: int) -> mmap.mmap:
        content = mmap.mmap(descriptor, 0, access=mmap.ACCESS_READ)
        self._maps.add(content)
        return content

    def _write(self, path: Path, name: bytes, part: PixelPart) -> PixelPart:
        """Write a part, and return it as it is stored; the part itself if it can't be written."""
        if not self._is_writable:
            return part
        content = packed(name, part)
        try:
            write_whole(path, content)
            self._written += len(content)
            if self._written >= STEP:
                self._clean(path.parent)
        except OSError as error:
            # Windows replaces no file that another process has just written and mapped.
            if not (isinstance(error, PermissionError) and path.exists()):
                self._give_up(error)
            return part
        return self._stored(path, name) or part

    def _open(self, parts: Path) -> None:
        """Create the folder and clean it, the first time that this is called."""
        if self._is_open:
            return
        with self._lock:
            if self._is_open:
                return
            try:
                for old in parts.parent.glob("parts-*"):  # one file held all parts once
                    _delete(old)
                parts.mkdir(parents=True, exist_ok=True, mode=0o700)
                self._clean(parts)
                self._is_writable = os.access(parts, os.W_OK)
            except OSError as error:
                self._give_up(error)
            self._is_open = True

    def _clean(self, parts: Path) -> None:
        """Delete files that were not used for long, and the least recently used ones if too many.

        Raises OSError if the disk is nearly full.
        """
        self._written, size, oldest = 0, 0, time.time() - UNUSED
        for used, bytes_, path in sorted(_files(parts), reverse=True):
            size += bytes_
            if size > MOST or used < oldest:
                _delete(path)
        if shutil.disk_usage(parts).free < LEFT_FREE:
            raise OSError(errno.ENOSPC, "the disk is nearly full")

    def _give_up(self, error: OSError) -> None:
        """Write no more parts; what is in the folder is still read."""
        self._is_writable = False
        log.warning("Parts of pictures are no longer kept: %s", error)


def write_whole(path: Path, content: bytes) -> None:
    """Write a file that appears only when complete, and its folder if needed."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=path.stem, suffix=".new")
    try:
        with os.fdopen(descriptor, "wb", buffering=0) as file:
            left = memoryview(content)
            while left:  # a nearly full disk may accept only a piece at a time
                left = left[file.write(left) :]
        Path(name).replace(path)
    except OSError:
        _delete(Path(name))
        raise


def _files(folder: Path) -> Iterator[tuple[float, int, Path]]:
    """Yield each file's last use, its size and its path."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            with suppress(OSError):  # another process has just deleted it
                facts = entry.stat(follow_symlinks=False)
                yield facts.st_mtime, facts.st_size, Path(entry.path)


def _delete(path: Path) -> None:
    """Delete a file; one that can't be deleted does no harm."""
    with suppress(OSError):
        path.unlink()


_used = [PartCache(None)]
"""The cache of this process, the only element of a list; at first there is none on disk."""


def use(folder: Path | None) -> PartCache:
    """Keep parts in this folder from now on, or in memory only."""
    if folder != _used[0].folder:
        _used[0] = PartCache(folder)
    return _used[0]


def current() -> PartCache:
    """Return the cache of this process."""
    return _used[0]
