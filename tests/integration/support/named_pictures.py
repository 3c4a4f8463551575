"""Named pictures instead of drawn ones, for tests that only read messages.

A drawn picture takes tens of milliseconds, and the first in a process takes seconds. A named one
is a PNG of one pixel with the digest of everything the picture would show. It keeps the real alt
text, and two pictures have the same bytes exactly when their content is the same.
"""

from __future__ import annotations

import hashlib
import struct
import zlib
from collections.abc import Callable

import pytest

import render.paint
from render.canvas import Canvas
from render.paint import Picture

_HEADER = struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)
_PIXEL = zlib.compress(b"\0\0")


def name_pictures(patch: pytest.MonkeyPatch) -> None:
    """Draw no picture in this process until the patch is undone."""
    patch.setattr(render.paint, "from_cache", _named)
    patch.setattr(render.paint, "moving_version", lambda *_: b"")


def _named(
    parts: tuple[str, ...], painter: Callable[[], Canvas], describe: Callable[[], str]
) -> Picture:
    """Do what `render.paint.from_cache` does, with a digest for the drawing."""
    digest = hashlib.blake2b("\0".join(parts).encode(), digest_size=20).hexdigest()
    return Picture(_png(digest), describe(), 1, 1, (), ())


def _png(comment: str) -> bytes:
    """Return a valid picture of one pixel with this comment."""
    chunks = (
        (b"IHDR", _HEADER),
        (b"tEXt", b"Comment\0" + comment.encode()),
        (b"IDAT", _PIXEL),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        for name, body in chunks
    )
