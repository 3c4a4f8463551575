"""Named pictures instead of drawn ones, for tests that only read messages.

A drawn picture takes tens of milliseconds, and the first in a process takes seconds. A named one
is a PNG of one pixel with the digest of everything the picture would show. It keeps the real alt
text, and two pictures have the same bytes exactly when their content is the same.
"""

import hashlib
import struct
import zlib
from collections.abc import Callable
from dataclasses import fields
from functools import partial
from types import MethodType
from typing import Any

import pytest

import render.paint
from games.core.text import Reader
from games.core.values import Frozen
from render.canvas import Canvas
from render.paint import Picture
from render.subject import Subject

_HEADER = struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)
_PIXEL = zlib.compress(b"\0\0")


def name_pictures(patch: pytest.MonkeyPatch) -> None:
    """Draw no picture in this process until the patch is undone."""
    patch.setattr(render.paint, "_painted", _named)
    patch.setattr(render.paint, "moving_version", lambda *_: b"")


def _named(describe: Callable[[], str], painter: Callable[..., Canvas], *content: Any) -> Picture:
    """Do what `render.paint._painted` does, with a digest for the drawing."""
    words = "\0".join(map(_written, (painter, *content)))
    digest = hashlib.blake2b(words.encode(), digest_size=20).hexdigest()
    return Picture(_png(digest), describe(), 1, 1, (), ())


def _written(thing: Any) -> str:
    """Return all that a picture of something depends on, the same in every process."""
    match thing:
        case Frozen():
            return thing.model_dump_json()
        case Reader():
            return repr((thing.names, thing.language, thing.aside is None))
        case Subject():
            return "\0".join(_written(getattr(thing, field.name)) for field in fields(thing))
        case partial():
            return "\0".join(map(_written, (thing.func, *thing.args, *thing.keywords.values())))
        case MethodType():
            return f"{thing.__qualname__} {_written(thing.__self__)}"
    return str(thing.__qualname__) if callable(thing) else repr(thing)


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
