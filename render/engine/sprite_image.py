"""Finished sprites: an image cut into opaque pieces, which are pasted fast, and its edges."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
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
    """A finished image, cut into opaque pieces and the others."""

    pieces: tuple[Piece, ...]
    size: int
    """The bytes that it takes in this process; pixels in a mapped file don't count."""


Cut = tuple[Middle, bool]
"""A box of an image, and whether all of it is opaque."""
Row = NDArray[np.uint8]

_NONE: Middle = (0, 0, 0, 0)
_OPAQUE = 255
_CLEAR, _MASKED, _PASTED = range(3)
_BAND = 24
"""Rows of a band; in lower ones there are fewer pixels with a mask, but more pieces."""
_WORTH_A_PIECE = 200
"""Pixels with a mask take as long as one more piece."""
_WORTH_CUTTING = 2500
"""Smaller opaque middles aren't worth separate pastes."""
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
    return Sprite(pieces, size + (0 if part.mapped else len(part.pixels)))


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


def bands(opacity: Image.Image) -> tuple[Cut, ...]:
    """Cut an image with slanted edges into bands, and these where it begins and ends.

    Pixels that are clear belong to no box.
    """
    rows, found, before = np.asarray(opacity), list[Cut](), dict[_Run, int]()
    for top in range(0, len(rows), _BAND):
        band = rows[top : top + _BAND]
        runs = dict.fromkeys(_runs(band.min(axis=0), band.max(axis=0), _WORTH_A_PIECE // len(band)))
        found += [_box(run, since, top) for run, since in before.items() if run not in runs]
        before = {run: before.get(run, top) for run in runs}
    found += [_box(run, since, len(rows)) for run, since in before.items()]
    return tuple(found)


_Run = tuple[int, int, bool]
"""The first column of a run, the first after it, and whether it is opaque."""


def _box(run: _Run, top: int, bottom: int) -> Cut:
    return (run[0], top, run[1], bottom), run[2]


def _runs(least: Row, most: Row, shortest: int) -> list[_Run]:
    """Return runs of columns by their least and their most opacity, without the clear ones.

    A short run that could go without a mask is joined to its neighbours.
    """
    kinds = np.where(least == _OPAQUE, _PASTED, np.where(most == 0, _CLEAR, _MASKED))
    ends = [*(np.flatnonzero(kinds[1:] != kinds[:-1]) + 1).tolist(), len(kinds)]
    runs: list[tuple[int, int, int]] = []
    start = 0
    for end in ends:
        kind = int(kinds[start]) if end - start >= shortest else _MASKED
        if runs and runs[-1][2] == kind:
            start = runs.pop()[0]
        runs.append((start, end, kind))
        start = end
    return [(start, end, kind == _PASTED) for start, end, kind in runs if kind != _CLEAR]


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
