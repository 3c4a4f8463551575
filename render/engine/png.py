"""A fast PNG encoder, which encodes bands of rows independently of each other.

Pillow tries several row filters on every row, which takes longer than painting the whole table.
Numbered colours need none. Pictures of true colour are flat and smooth, so one filter suits all of
them: *Up*, the difference from the row above. A single numpy subtraction computes it; ISA-L's
deflate compresses the result.

The first row of a band refers to no other row, nor do its deflate blocks to what is before them. So
the same band can be part of many files.
"""

import struct
from collections.abc import Sequence
from typing import NamedTuple

from isal import isal_zlib
from PIL import Image

from render.disk.checksums import clear_registers
from render.engine.colours import Colours

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_TRUE_COLOUR, _NUMBERED = 2, 3
_LEVEL = 2
_RAW = -15
"""Deflate without a header and a checksum, which belong to the whole file."""
_BEGIN = b"\x78\x01"
_END = b"\x03\x00"
"""An empty last block."""
_ADLER = 65521


class Band(NamedTuple):
    """Some encoded rows of a picture."""

    chunk: bytes
    """A whole chunk of a file."""
    size: int
    """Bytes of the rows before they were compressed."""
    check: int
    """Their Adler-32."""
    other_check: int
    """Their CRC-32."""

    @property
    def mark(self) -> bytes:
        """Tells rows apart: both checksums. ISA-L may compress the same rows differently."""
        return struct.pack(">II", self.check, self.other_check)


def png(image: Image.Image) -> bytes:
    """Encode an RGB picture.

    Raises ValueError for any other mode: our canvases are opaque.
    """
    return file_of(image.size, bands_of(image))


def bands_of(image: Image.Image, colours: Colours | None = None) -> list[Band]:
    """Encode the bands of an RGB picture, in numbered colours or in true ones.

    Raises ValueError for any other mode.
    """
    if image.mode != "RGB":
        raise ValueError(f"only RGB pictures are encoded, not {image.mode}")
    from render.engine.pixels import filtered  # noqa: PLC0415 - loads numpy

    return [_band(rows) for rows in filtered(image, colours)]


def _band(rows: memoryview) -> Band:
    deflate = isal_zlib.compressobj(_LEVEL, isal_zlib.DEFLATED, _RAW)
    body = deflate.compress(rows) + deflate.flush(isal_zlib.Z_FULL_FLUSH)
    checks = isal_zlib.adler32(rows), isal_zlib.crc32(rows)
    band = Band(_chunk(b"IDAT", body), rows.nbytes, *checks)
    clear_registers()
    return band


def file_of(size: tuple[int, int], bands: Sequence[Band], colours: Colours | None = None) -> bytes:
    """Put the bands of a picture of this size together, from top to bottom."""
    kind, table = _TRUE_COLOUR, b""
    if colours is not None:
        kind, table = _NUMBERED, _chunk(b"PLTE", colours.table)
    # Width, height, 8 bits, kind of colour, deflate, adaptive filters, not interlaced.
    header = struct.pack(">IIBBBBB", *size, 8, kind, 0, 0, 0)
    end = _chunk(b"IDAT", _END + struct.pack(">I", _checksum(bands)))
    begin = _SIGNATURE + _chunk(b"IHDR", header) + table + _chunk(b"IDAT", _BEGIN)
    file = b"".join((begin, *(band.chunk for band in bands), end, _chunk(b"IEND", b"")))
    clear_registers()
    return file


def _checksum(bands: Sequence[Band]) -> int:
    """Return the Adler-32 of all rows, from those of the bands."""
    total, weighted = 1, 0
    for band in bands:
        weighted = (weighted + band.size * (total - 1) + (band.check >> 16)) % _ADLER
        total = (total + (band.check & 0xFFFF) - 1) % _ADLER
    return weighted << 16 | total


def _chunk(kind: bytes, body: bytes) -> bytes:
    check = isal_zlib.crc32(body, isal_zlib.crc32(kind))
    return b"".join((struct.pack(">I", len(body)), kind, body, struct.pack(">I", check)))
