"""One file of finished parts, shared by all painting processes.

It consists of chunks, each mapped into memory as a whole. A part is appended: first its pixels,
then the header that makes it valid. So a reader never sees half a part, and the next part
overwrites one that a crash cut off. Nothing is ever changed or shortened.
"""

from __future__ import annotations

import errno
import mmap
import os
import shutil
import struct
import zlib
from contextlib import suppress
from pathlib import Path
from tempfile import mkstemp
from threading import Lock
from typing import NamedTuple

from render.disk.checksums import crc32
from render.disk.lock import locked

CHUNK = 16 * 1024 * 1024
MOST_CHUNKS = 32
LEFT_FREE = 256 * 1024 * 1024
"""Bytes of the disk that are left free, above all for the database."""
_STEP = 64
"""Parts begin at multiples of this."""
_BEGINNING = struct.Struct("<24s16s24x")
_MAGIC = b"tomato-table parts 1\0\0\0\0"
_HEADER = struct.Struct("<4sHHhh4HI16sI")
"""Mark, width, height, left, top, opaque middle, checksum of the pixels, key, checksum of all."""
_MARK, _HOLLOW_MARK = b"PART", b"RING"
_CHECK = struct.Struct("<I")

Middle = tuple[int, int, int, int]


class DamagedFileError(Exception):
    """The file isn't ours, or has changed since we wrote it."""


class PixelPart(NamedTuple):
    """A finished part: RGBA pixels, row by row, and one extra row that is never read.

    A hollow one has first the rows above its middle, then those below, then what is beside it.
    """

    width: int
    height: int
    left: int
    """Offset of the left edge from the place where it is pasted."""
    top: int
    middle: Middle
    """An opaque rectangle; empty if there is none worth cutting out."""
    pixels: bytes | memoryview
    mapped: bool = False
    """Whether the pixels are in a file, and take no memory of this process."""
    is_hollow: bool = False
    """Whether the pixels of the middle are left out: it is clear, or of one colour."""


def file_part(content: bytes) -> PixelPart:
    """Store a file as a part: one row of bytes, padded with zeros."""
    filled = content + bytes(-len(content) % 4)
    return PixelPart(len(filled) // 4, 0, 0, 0, (0, 0, 0, 0), filled)


class _FilePlace(NamedTuple):
    """The place of a part in the file, with its header."""

    at: int
    width: int
    height: int
    left: int
    top: int
    middle: Middle
    is_hollow: bool
    check: int

    @property
    def room(self) -> int:
        """Return the bytes of its pixels and of the extra row."""
        x0, y0, x1, y1 = self.middle
        left_out = (x1 - x0) * (y1 - y0) if self.is_hollow else 0
        return 4 * (self.width * (self.height + 1) - left_out)


def _whole(room: int) -> int:
    """Return the bytes from the beginning of a part with so many bytes to the next."""
    taken = _STEP + room
    return taken + -taken % _STEP


class PartFile:
    """An open file of parts; several threads may use it."""

    def __init__(self, path: Path, version: bytes) -> None:
        """Open a file, or create it; raises DamagedFileError and OSError."""
        self._folder = path.parent
        self._lock = Lock()
        self._index: dict[bytes, _FilePlace] = {}
        self._sound: set[bytes] = set()
        """Keys of parts whose pixels were checked."""
        self._chunks: list[memoryview] = []
        self._end = _BEGINNING.size
        if not path.exists():
            _make(path, version)
        elif not path.is_file():
            raise OSError(f"{path} is not a file")
        self.is_writable = True
        try:
            self._file = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0))
        except OSError:
            self.is_writable = False
            self._file = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        try:
            self._begin(version)
        except BaseException:
            os.close(self._file)
            raise

    def _begin(self, version: bytes) -> None:
        size = os.fstat(self._file).st_size
        if size < CHUNK or size % CHUNK or size > CHUNK * MOST_CHUNKS:
            raise DamagedFileError(f"{size} bytes are no whole number of chunks")
        if bytes(self._chunk(0)[: _BEGINNING.size]) != _BEGINNING.pack(_MAGIC, version):
            raise DamagedFileError("its beginning is wrong")
        self._scan()

    def __len__(self) -> int:
        return len(self._index)

    @property
    def mapped(self) -> int:
        """Bytes of the file that are mapped into this process."""
        return CHUNK * len(self._chunks)

    @property
    def end(self) -> int:
        """Bytes of the file up to the end of the last part."""
        return self._end

    def close(self) -> None:
        """Close the file; parts read from it stay readable."""
        os.close(self._file)

    def get(self, key: bytes) -> PixelPart | None:
        """Return the part of this key, from any process; None if there is no valid one."""
        with self._lock:
            entry = self._index.get(key)
            if entry is None:
                with suppress(DamagedFileError, OSError):  # parts that are known already stay valid
                    self._scan()
                entry = self._index.get(key)
            return None if entry is None else self._read(key, entry)

    def put(self, key: bytes, part: PixelPart) -> PixelPart:
        """Write a part, and return it as stored in the file; raises OSError, also when the disk is
        full.

        Returns the part itself if the file may not grow.
        """
        with self._lock, locked(self._file):
            self._scan()
            found = self._index.get(key)
            written = None if found is None else self._read(key, found)
            if written is None and self._write(key, part):
                written = self._read(key, self._index[key])
            return written or part

    def _read(self, key: bytes, entry: _FilePlace) -> PixelPart | None:
        chunk, at = divmod(entry.at, CHUNK)
        pixels = self._chunk(chunk)[at : at + entry.room]
        if key not in self._sound:
            if crc32(pixels) != entry.check:
                del self._index[key]
                return None
            self._sound.add(key)
        return PixelPart(*entry[1:6], pixels, mapped=True, is_hollow=entry.is_hollow)

    def _chunk(self, number: int) -> memoryview:
        """Return a chunk of the file, mapped on the first request."""
        while len(self._chunks) <= number:
            at = CHUNK * len(self._chunks)
            mapped = mmap.mmap(self._file, CHUNK, offset=at, access=mmap.ACCESS_READ)
            self._chunks.append(memoryview(mapped))
        return self._chunks[number]

    def _scan(self) -> None:
        """Find the parts after the last known one."""
        size = os.fstat(self._file).st_size
        while self._end < size:
            number, at = divmod(self._end, CHUNK)
            header = bytes(self._chunk(number)[at : at + _HEADER.size])
            if len(header) == _HEADER.size and any(header):
                key, entry = _parsed(header, self._end)
                self._index[key] = entry
                self._end += _whole(entry.room)
            elif (following := CHUNK * (number + 1)) < size and self._begins(number + 1):
                self._end = following
            else:
                return

    def _begins(self, number: int) -> bool:
        return any(self._chunk(number)[: _HEADER.size])

    def _write(self, key: bytes, part: PixelPart) -> bool:
        """Append a part, and tell whether there was room for it."""
        whole = _whole(len(part.pixels))
        number, at = divmod(self._end, CHUNK)
        if at + whole > CHUNK:
            number, at = number + 1, 0
        if whole > CHUNK or number >= MOST_CHUNKS:
            return False
        if os.fstat(self._file).st_size < CHUNK * (number + 1):
            if shutil.disk_usage(self._folder).free < LEFT_FREE:
                raise OSError(errno.ENOSPC, "the disk is nearly full")
            os.truncate(self._file, CHUNK * (number + 1))
        check = crc32(part.pixels)
        measures = (part.width, part.height, part.left, part.top, *part.middle)
        mark = _HOLLOW_MARK if part.is_hollow else _MARK
        header = _HEADER.pack(mark, *measures, check, key, 0)[: -_CHECK.size]
        header += _CHECK.pack(zlib.crc32(header))
        begin = CHUNK * number + at
        self._put(begin + _STEP, part.pixels)
        self._put(begin, header)
        self._scan()
        return key in self._index

    def _put(self, at: int, content: bytes | memoryview) -> None:
        """Write all of this; a nearly full disk may accept only a piece at a time."""
        os.lseek(self._file, at, os.SEEK_SET)
        left = memoryview(content)
        while left:
            left = left[os.write(self._file, left) :]


def _parsed(header: bytes, begin: int) -> tuple[bytes, _FilePlace]:
    """Return a part's key and place; raises DamagedFileError if no valid part begins here."""
    mark, width, height, left, top, x0, y0, x1, y1, check, key, sound = _HEADER.unpack(header)
    if mark not in {_MARK, _HOLLOW_MARK} or zlib.crc32(header[: -_CHECK.size]) != sound:
        raise DamagedFileError(f"no part begins at {begin}")
    middle, is_hollow = (x0, y0, x1, y1), mark == _HOLLOW_MARK
    place = _FilePlace(begin + _STEP, width, height, left, top, middle, is_hollow, check)
    if begin % CHUNK + _whole(place.room) > CHUNK:
        raise DamagedFileError(f"the part at {begin} is too large")
    return key, place


def _make(path: Path, version: bytes) -> None:
    """Create an empty file, which appears only when complete."""
    descriptor, name = mkstemp(dir=path.parent, prefix=path.stem, suffix=".new")
    try:
        os.write(descriptor, _BEGINNING.pack(_MAGIC, version))
        os.truncate(descriptor, CHUNK)
    except OSError:
        os.close(descriptor)
        Path(name).unlink(missing_ok=True)
        raise
    os.close(descriptor)
    Path(name).replace(path)
