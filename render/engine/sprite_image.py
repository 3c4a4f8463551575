"""Finished sprites: an image cut into an opaque middle, which is pasted fast, and its edges."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from PIL import Image

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
    """A finished image, cut into an opaque middle and the pieces around it."""

    pieces: tuple[Piece, ...]
    size: int
    """The bytes that it takes in this process; pixels in a mapped file don't count."""


_NONE: Middle = (0, 0, 0, 0)
_WORTH_CUTTING = 2500
"""Smaller opaque middles aren't worth separate pastes."""
_A_PIECE, _A_LINE = 800, 8
"""Approximate bytes that a piece takes besides its pixels, and each of its lines."""


def finished(key: str, draw: Callable[[], PixelPart]) -> Sprite:
    """Return the sprite of this key, from disk or newly drawn; the key must name all about it."""
    return sprite_of(current().part(key, draw))


def cut(image: Image.Image, left: int, top: int, hidden: Middle | None = None) -> PixelPart:
    """Make a part from an image; (`left`, `top`) is the offset of its corner.

    `hidden` is a middle that something else will cover; it is cut out like an opaque one.
    """
    whole = image if image.mode == "RGBA" else image.convert("RGBA")
    x, y, right, bottom = whole.getchannel("A").getbbox() or (0, 0, *whole.size)
    if (x, y, right, bottom) != (0, 0, *whole.size):  # transparent pixels cost as much as others
        whole = whole.crop((x, y, right, bottom))
    if hidden is None:
        middle = opaque_middle(whole.getchannel("A"))
    else:
        middle = _within(whole, (hidden[0] - x, hidden[1] - y, hidden[2] - x, hidden[3] - y))
    pixels = whole.tobytes() + bytes(4 * whole.width)
    return PixelPart(whole.width, whole.height, left + x, top + y, middle or _NONE, pixels)


def _within(image: Image.Image, box: Middle) -> Middle | None:
    """Return the part of a box inside an image."""
    x0, y0, x1, y1 = box
    x0, y0, x1, y1 = max(0, x0), max(0, y0), min(x1, image.width), min(y1, image.height)
    return (x0, y0, x1, y1) if x0 < x1 and y0 < y1 else None


def sprite_of(part: PixelPart) -> Sprite:
    """Cut a part into pieces without copying pixels."""
    width, height, middle = part.width, part.height, part.middle
    boxes: list[Middle] = [(0, 0, width, height)]
    if middle != _NONE:
        x0, y0, x1, y1 = middle
        boxes = [(0, 0, width, y0), (0, y1, width, height), (0, y0, x0, y1), (x1, y0, width, y1)]
        boxes.append(middle)
    pieces = tuple(
        Piece(part.left + box[0], part.top + box[1], _window(part, box), box == middle, *_size(box))
        for box in boxes
        if box[0] < box[2] and box[1] < box[3]
    )
    size = sum(_A_PIECE + _A_LINE * piece.height for piece in pieces)
    return Sprite(pieces, size + (0 if part.mapped else len(part.pixels)))


def _size(box: Middle) -> tuple[int, int]:
    return box[2] - box[0], box[3] - box[1]


def _window(part: PixelPart, box: Middle) -> Image.Image:
    """Return a piece of the part as an image that shares its pixels."""
    x0, y0, x1, y1 = box
    # Pillow takes any buffer, although its annotation doesn't say so.
    pixels: Any = memoryview(part.pixels)[4 * (y0 * part.width + x0) :]
    size, line = (x1 - x0, y1 - y0), 4 * part.width
    return Image.frombuffer("RGBA", size, pixels, "raw", "RGBA", line, 1)


def opaque_middle(mask: Image.Image) -> Middle | None:
    """Return the largest opaque rectangle around the middle that a few probes find."""
    opaque = np.asarray(mask) == 255
    height, width = opaque.shape
    best: Middle | None = None
    most = _WORTH_CUTTING
    for share in (0.5, 0.3, 0.2, 0.12):
        row = opaque[int(height * share)]
        if not row[width // 2]:
            continue
        clear = np.flatnonzero(~row)
        before, after = clear[clear < width // 2], clear[clear > width // 2]
        x0 = int(before[-1]) + 1 if before.size else 0
        x1 = int(after[0]) if after.size else width
        full = opaque[:, x0:x1].all(axis=1)
        holes = np.flatnonzero(~full)
        above, below = holes[holes < height // 2], holes[holes >= height // 2]
        y0 = int(above[-1]) + 1 if above.size else 0
        y1 = int(below[0]) if below.size else height
        if y1 > y0 and (x1 - x0) * (y1 - y0) > most:
            best, most = (x0, y0, x1, y1), (x1 - x0) * (y1 - y0)
    return best
