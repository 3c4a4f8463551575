"""A fast lossless PNG encoder.

Pillow tries several row filters on every row, which takes longer than painting the whole table. Our
pictures are flat and smooth, so one filter suits all of them: *Up*, the difference from the row
above. A single numpy subtraction computes it for the whole picture; ISA-L's deflate compresses the
result.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from isal import isal_zlib

if TYPE_CHECKING:
    from PIL import Image

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_LEVEL = 2


def png(image: Image.Image) -> bytes:
    """Encode an RGB picture.

    Raises ValueError for any other mode: our canvases are opaque.
    """
    if image.mode != "RGB":
        raise ValueError(f"only RGB pictures are encoded, not {image.mode}")
    from render.engine.pixels import filtered  # noqa: PLC0415 - loads numpy

    width, height = image.size
    # Width, height, 8 bits per channel, true colour, deflate, adaptive filters, not interlaced.
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = isal_zlib.compress(filtered(image), _LEVEL)
    return _SIGNATURE + _chunk(b"IHDR", header) + _chunk(b"IDAT", body) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, body: bytes) -> bytes:
    check = isal_zlib.crc32(body, isal_zlib.crc32(kind))
    return b"".join((struct.pack(">I", len(body)), kind, body, struct.pack(">I", check)))
