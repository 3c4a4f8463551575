"""Finished sprites: an image cut into opaque pieces, which are pasted fast, and its edges."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from PIL import Image, ImageChops

from render.disk.part_cache import current
from render.disk.part_file import Middle, PixelPart


class Piece(NamedTuple):
    """A part of a sprite; (`x`, `y`) is the offset of its corner from the place of the sprite."""

    x: int
    y: int
    image: Image.Image
    """An RGBA view of the pixels of the whole sprite."""
    is_opaque: bool
    """Whether it is pasted without a mask, which is twenty times faster."""
    width: int
    height: int


class Sprite(NamedTuple):
    """A finished image, cut into opaque pieces and the others."""

    pieces: tuple[Piece, ...]
    size: int
    """The bytes that it takes in this process; pixels in a mapped file don't count."""
    rows: tuple[int, int]
    """Its first row and the first below it, from the place of the sprite."""


_NONE: Middle = (0, 0, 0, 0)
_A_PIECE, _A_LINE = 800, 8
"""Approximate bytes that a piece takes besides its pixels, and each of its lines."""


def finished(key: str, draw: Callable[[], PixelPart]) -> Sprite:
    """Return the sprite of this key, from disk or newly drawn; the key must name all about it."""
    return sprite_of(current().part(key, draw))


def cut(image: Image.Image, left: int, top: int, *, hollow: bool = False) -> PixelPart:
    """Make a part from an image; (`left`, `top`) is the offset of its corner.

    The middle of a hollow one is clear instead of opaque.
    """
    whole = image if image.mode == "RGBA" else image.convert("RGBA")
    x, y, right, bottom = whole.getchannel("A").getbbox() or (0, 0, *whole.size)
    if (x, y, right, bottom) != (0, 0, *whole.size):  # transparent pixels cost as much as others
        whole = whole.crop((x, y, right, bottom))
    from render.engine.pixels import opaque_middle  # noqa: PLC0415 - loads numpy

    opacity = whole.getchannel("A")
    middle = opaque_middle(ImageChops.invert(opacity) if hollow else opacity) or _NONE
    pixels = whole.tobytes() + bytes(4 * whole.width)
    return PixelPart(*whole.size, left + x, top + y, middle, pixels)


def sprite_of(part: PixelPart, *, hollow: bool = False) -> Sprite:
    """Cut a part into its opaque middle and the rest, and copy no pixels.

    A hollow one is only the rest.
    """
    width, height, (x0, y0, x1, y1) = part.width, part.height, part.middle
    above, below = (0, 0, width, y0), (0, y1, width, height)
    rest = [above, below, (0, y0, x0, y1), (x1, y0, width, y1)]
    pieces = [_piece(part, box, is_opaque=False) for box in rest if _holds_pixels(box)]
    if _holds_pixels(part.middle) and not hollow:
        pieces.append(_piece(part, part.middle, is_opaque=True))
    size = sum(_A_PIECE + _A_LINE * piece.height for piece in pieces)
    rows = part.top, part.top + height
    return Sprite(tuple(pieces), size + (0 if part.mapped else len(part.pixels)), rows)


def _holds_pixels(box: Middle) -> bool:
    return box[0] < box[2] and box[1] < box[3]


def _piece(part: PixelPart, box: Middle, *, is_opaque: bool) -> Piece:
    """Return a box of the part, which shares its pixels."""
    x0, y0, x1, y1 = box
    # Pillow takes any buffer, although its annotation doesn't say so.
    pixels: Any = memoryview(part.pixels)[4 * (y0 * part.width + x0) :]
    size, line = (x1 - x0, y1 - y0), 4 * part.width
    image = Image.frombuffer("RGBA", size, pixels, "raw", "RGBA", line, 1)
    return Piece(part.left + x0, part.top + y0, image, is_opaque, *size)
