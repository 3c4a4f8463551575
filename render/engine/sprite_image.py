"""Finished sprites: an image cut into opaque pieces, which are pasted fast, and its edges."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from PIL import Image

from render.disk.part_cache import current
from render.disk.part_file import Middle, PixelPart

if TYPE_CHECKING:
    from render.engine.pixels import Cut


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


def cut(image: Image.Image, left: int, top: int) -> PixelPart:
    """Make a part from an image; (`left`, `top`) is the offset of its corner."""
    whole = image if image.mode == "RGBA" else image.convert("RGBA")
    x, y, right, bottom = whole.getchannel("A").getbbox() or (0, 0, *whole.size)
    if (x, y, right, bottom) != (0, 0, *whole.size):  # transparent pixels cost as much as others
        whole = whole.crop((x, y, right, bottom))
    from render.engine.pixels import opaque_middle  # noqa: PLC0415 - loads numpy

    middle = opaque_middle(whole.getchannel("A"))
    return part_of(whole, left + x, top + y, middle or _NONE)


def part_of(image: Image.Image, left: int, top: int, middle: Middle = _NONE) -> PixelPart:
    """Make a part from a whole RGBA image."""
    pixels = image.tobytes() + bytes(4 * image.width)
    return PixelPart(image.width, image.height, left, top, middle, pixels)


def sprite_of(part: PixelPart, boxes: Sequence[Cut] | None = None) -> Sprite:
    """Cut a part into these boxes, or into its opaque middle and the rest, and copy no pixels."""
    pieces = tuple(
        Piece(part.left + box[0], part.top + box[1], _window(part, box), is_opaque, *_size(box))
        for box, is_opaque in (_around_middle(part) if boxes is None else boxes)
        if box[0] < box[2] and box[1] < box[3]
    )
    size = sum(_A_PIECE + _A_LINE * piece.height for piece in pieces)
    rows = part.top, part.top + part.height
    return Sprite(pieces, size + (0 if part.mapped else len(part.pixels)), rows)


def _around_middle(part: PixelPart) -> list[Cut]:
    width, height, middle = part.width, part.height, part.middle
    if middle == _NONE:
        return [((0, 0, width, height), False)]
    x0, y0, x1, y1 = middle
    above, below = (0, 0, width, y0), (0, y1, width, height)
    beside = (0, y0, x0, y1), (x1, y0, width, y1)
    return [*((box, False) for box in (above, below, *beside)), (middle, True)]


def image_of(part: PixelPart) -> Image.Image:
    """Return the part as an image that shares its pixels."""
    return _window(part, (0, 0, part.width, part.height))


def _size(box: Middle) -> tuple[int, int]:
    return box[2] - box[0], box[3] - box[1]


def _window(part: PixelPart, box: Middle) -> Image.Image:
    """Return a piece of the part as an image that shares its pixels."""
    x0, y0, x1, y1 = box
    # Pillow takes any buffer, although its annotation doesn't say so.
    pixels: Any = memoryview(part.pixels)[4 * (y0 * part.width + x0) :]
    size, line = (x1 - x0, y1 - y0), 4 * part.width
    return Image.frombuffer("RGBA", size, pixels, "raw", "RGBA", line, 1)
