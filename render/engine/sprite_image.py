"""Finished sprites: an image cut into opaque pieces, which are pasted fast, and its edges."""

from collections.abc import Callable
from typing import Any, NamedTuple

from PIL import Image

from render.disk.part import Middle, PixelPart
from render.disk.part_cache import current
from render.engine.raster import rgb


class Piece(NamedTuple):
    """A part of a sprite; (`x`, `y`) is the offset of its corner from the place of the sprite."""

    x: int
    y: int
    image: Image.Image | tuple[int, int, int]
    """An RGBA view of the pixels of the whole sprite, or the only colour of an opaque piece."""
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


def finished(key: str, draw: Callable[[], PixelPart], fill: str = "") -> Sprite:
    """Return the sprite of this key, from disk or newly drawn; the key must name all about it.

    `fill` is the colour of a hollow one's middle.
    """
    return sprite_of(current().part(key, draw), fill)


def cut(image: Image.Image, left: int, top: int, hollow: Middle | None = None) -> PixelPart:
    """Make a part from an image; (`left`, `top`) is the offset of its corner.

    `hollow` is a rectangle of the image that is left out, because it is clear or of one colour.
    """
    whole = image if image.mode == "RGBA" else image.convert("RGBA")
    x, y, right, bottom = whole.getchannel("A").getbbox() or (0, 0, *whole.size)
    if (x, y, right, bottom) != (0, 0, *whole.size):  # transparent pixels cost as much as others
        whole = whole.crop((x, y, right, bottom))
    if hollow is None:
        from render.engine.pixels import opaque_middle  # noqa: PLC0415 - loads numpy

        middle, pixels = opaque_middle(whole.getchannel("A")) or _NONE, whole.tobytes()
    else:
        middle = hollow[0] - x, hollow[1] - y, hollow[2] - x, hollow[3] - y
        pixels = _outside(whole, middle)
    pixels += bytes(4 * whole.width)
    return PixelPart(*whole.size, left + x, top + y, middle, pixels, is_hollow=hollow is not None)


def _outside(image: Image.Image, middle: Middle) -> bytes:
    """Return the pixels of an image without its middle, in the order of a hollow part."""
    (x0, y0, x1, y1), (width, height) = middle, image.size
    margin = Image.new("RGBA", (x0 + width - x1, y1 - y0))
    margin.paste(image.crop((0, y0, x0, y1)), (0, 0))
    margin.paste(image.crop((x1, y0, width, y1)), (x0, 0))
    above, below = image.crop((0, 0, width, y0)), image.crop((0, y1, width, height))
    return above.tobytes() + below.tobytes() + margin.tobytes()


def sprite_of(part: PixelPart, fill: str = "") -> Sprite:
    """Cut a part into its opaque middle and the rest, and copy no pixels.

    The middle of a hollow one is filled with a colour, or stays clear.
    """
    width, height, (x0, y0, x1, y1) = part.width, part.height, part.middle
    line, side, below, right = width, y0 * width, y1 * width, x1
    if part.is_hollow:
        line, side, below, right = x0 + width - x1, (y0 + height - y1) * width, y0 * width, x0
    rest = (
        (0, width, (0, 0, width, y0)),
        (below, width, (0, y1, width, height)),
        (side, line, (0, y0, x0, y1)),
        (side + right, line, (x1, y0, width, y1)),
    )
    pieces = [_piece(part, *piece, is_opaque=False) for piece in rest if _holds_pixels(piece[2])]
    if part.is_hollow and fill:
        pieces.append(Piece(part.left + x0, part.top + y0, rgb(fill), True, x1 - x0, y1 - y0))
    elif _holds_pixels(part.middle) and not part.is_hollow:
        pieces.append(_piece(part, side + x0, line, part.middle, is_opaque=True))
    size = sum(_A_PIECE + _A_LINE * piece.height for piece in pieces)
    rows = part.top, part.top + height
    return Sprite(tuple(pieces), size + (0 if part.mapped else len(part.pixels)), rows)


def joined(sprite: Sprite) -> tuple[Image.Image, int, int]:
    """Return the image of a sprite that isn't hollow, and the offset of its corner."""
    left, (top, bottom) = min(piece.x for piece in sprite.pieces), sprite.rows
    right = max(piece.x + piece.width for piece in sprite.pieces)
    image = Image.new("RGBA", (right - left, bottom - top))
    for x, y, pixels, _, width, height in sprite.pieces:
        image.paste(pixels, (x - left, y - top, x - left + width, y - top + height))
    return image, left, top


def _holds_pixels(box: Middle) -> bool:
    return box[0] < box[2] and box[1] < box[3]


def _piece(part: PixelPart, first: int, line: int, box: Middle, *, is_opaque: bool) -> Piece:
    """Return a box of the part, which shares its pixels; `first` is the number of its first."""
    x0, y0, x1, y1 = box
    # Pillow takes any buffer, although its annotation doesn't say so.
    pixels: Any = memoryview(part.pixels)[4 * first :]
    size = (x1 - x0, y1 - y0)
    image = Image.frombuffer("RGBA", size, pixels, "raw", "RGBA", 4 * line, 1)
    return Piece(part.left + x0, part.top + y0, image, is_opaque, *size)
