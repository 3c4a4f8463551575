"""A finished part of a picture, and the file that holds one."""

import struct
from typing import NamedTuple

from render.disk.checksums import crc32

Middle = tuple[int, int, int, int]

_CHECK = 4
"""Bytes of the checksum, which comes first and covers all that follows."""
_HEADER = struct.Struct("<16sHHhh4H?27x")
"""Name, width, height, left, top, opaque middle, whether the middle is left out.

With the checksum it takes 64 bytes, so that the pixels begin where processors read them fast.
"""
_BEGINNING = _CHECK + _HEADER.size


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
    """Whether the pixels are in a mapped file, and take no memory of this process."""
    is_hollow: bool = False
    """Whether the pixels of the middle are left out: it is clear, or of one colour."""


def file_part(content: bytes) -> PixelPart:
    """Store a file as a part: one row of bytes, padded with zeros."""
    filled = content + bytes(-len(content) % 4)
    return PixelPart(len(filled) // 4, 0, 0, 0, (0, 0, 0, 0), filled)


def packed(name: bytes, part: PixelPart) -> bytes:
    """Return the content of the file of this name, 16 bytes long, for a part."""
    measures = (part.width, part.height, part.left, part.top, *part.middle)
    content = _HEADER.pack(name, *measures, part.is_hollow) + part.pixels
    return crc32(content).to_bytes(_CHECK, "little") + content


def unpacked(name: bytes, content: memoryview, *, mapped: bool) -> PixelPart | None:
    """Return the part in the file of this name; None if the file is damaged, cut off or foreign."""
    check = int.from_bytes(content[:_CHECK], "little")
    if len(content) < _BEGINNING or crc32(content[_CHECK:]) != check:
        return None
    header = _HEADER.unpack(content[_CHECK:_BEGINNING])
    if header[0] != name:
        return None
    width, height, left, top, *middle, is_hollow = header[1:]
    x0, y0, x1, y1 = middle
    pixels = content[_BEGINNING:]
    return PixelPart(width, height, left, top, (x0, y0, x1, y1), pixels, mapped, is_hollow)
