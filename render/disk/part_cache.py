"""A cache of parts on disk, read before anything is drawn. It is never required.

A cache that is damaged, of another version or not writable only costs time: the parts are drawn and
stay in memory. Avatars and names are never written to it.
"""

from __future__ import annotations

import hashlib
import logging
import os
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from render.disk.art_version import art_version
from render.disk.part_file import DamagedFileError, PartFile, PixelPart

log = logging.getLogger(__name__)

NAME = "tomato-table"
_PREFIX, _SUFFIX = "parts-", ".bin"


class DiskFigures(NamedTuple):
    """Exact counts of what the cache did in this process."""

    drawn: int
    """Parts that were drawn because they weren't in the cache."""
    found: int
    """Parts that were read from the file."""
    kept: int
    """Parts in the file."""
    files: int
    """Files that are mapped."""
    size: int
    """Bytes of the file up to its last part."""


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
    """Parts in one file of a folder; the file is opened when the first part is requested."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self._file: PartFile | None = None
        self._is_open = folder is None
        self._lock = Lock()
        self._drawn = self._found = 0

    def part(self, key: str, draw: Callable[[], PixelPart]) -> PixelPart:
        """Return the part of this key, drawn if needed; the key must name everything about it."""
        file, name = self._opened(), hashlib.blake2b(key.encode(), digest_size=16).digest()
        found = None if file is None else file.get(name)
        if found is not None:
            self._found += 1
            return found
        self._drawn += 1
        return self._kept(name, draw())

    def figures(self) -> DiskFigures:
        """Return the counts so far."""
        file = self._file
        kept, size = (0, 0) if file is None else (len(file), file.end)
        return DiskFigures(self._drawn, self._found, kept, int(file is not None), size)

    @property
    def is_writable(self) -> bool:
        """Tell whether drawn parts are kept for the next start."""
        file = self._opened()
        return file is not None and file.is_writable

    def close(self) -> None:
        """Close the file; parts from it stay usable."""
        with self._lock:
            if self._file is not None:
                self._file.close()
            self._file, self._is_open = None, True

    def _kept(self, name: bytes, part: PixelPart) -> PixelPart:
        file = self._file
        if file is None or not file.is_writable:
            return part
        try:
            return file.put(name, part)
        except (OSError, DamagedFileError) as error:
            file.is_writable = False
            log.warning("Parts of pictures are no longer kept: %s", error)
            return part

    def _opened(self) -> PartFile | None:
        if self._is_open:
            return self._file
        with self._lock:
            if not self._is_open and self.folder is not None:
                self._file = _open(self.folder)
                self._is_open = True
            return self._file


def _open(folder: Path) -> PartFile | None:
    """Return the file of this version in a folder; None if it can be neither read nor created."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        version = art_version()
        path = folder / f"{_PREFIX}{version.hex()}{_SUFFIX}"
        if not path.exists():
            _discard(other for other in folder.glob(f"{_PREFIX}*{_SUFFIX}") if other != path)
        try:
            return PartFile(path, version)
        except DamagedFileError as error:
            log.warning("%s is damaged (%s): its parts are drawn again.", path, error)
            path.unlink()
            return PartFile(path, version)
    except (OSError, DamagedFileError) as error:
        log.warning("Parts of pictures are not kept on disk: %s", error)
        return None


def _discard(paths: Iterable[Path]) -> None:
    """Delete files of older versions; one that can't be deleted does no harm."""
    for path in paths:
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
