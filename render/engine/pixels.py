"""Everything that works on pixels as numpy's arrays.

Loading numpy takes a tenth of the bot's start, and a start draws nothing. So other modules import
this one in the functions that need it, which run in a painter's thread.
"""

from collections.abc import Iterator

import numpy as np
from PIL import Image

from render.disk.part import Middle
from render.engine.colours import BAND, Colours
from render.engine.raster import rgb

_NO_FILTER, _LEFT, _UP = 0, 1, 2
"""The filters of PNG: two store the difference from the pixel to the left, and from that above."""
_WORTH_CUTTING = 2500
"""Smaller opaque middles aren't worth separate pastes."""
_PROBES = ((0.5, 0.5), (0.3, 0.3), (0.2, 0.2), (0.12, 0.12), (0.12, 0.88), (0.06, 0.94))
"""Heights of pairs of rows. The edges of a turned card need one row above and one below."""


def opaque_middle(mask: Image.Image) -> Middle | None:
    """Return the largest opaque rectangle around the middle that a few probes find."""
    opaque = np.asarray(mask) == 255
    height, width = opaque.shape
    best: Middle | None = None
    most = _WORTH_CUTTING
    for upper, lower in _PROBES:
        row = opaque[int(height * upper)] & opaque[int(height * lower)]
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


def gradient(width: int, height: int, top: str, bottom: str) -> Image.Image:
    """Return an area that fades from one colour to another, downwards."""
    if top == bottom:
        return Image.new("RGB", (width, height), rgb(top))
    share = np.linspace(0.0, 1.0, height)[:, None]
    rows = np.array(rgb(top)) * (1 - share) + np.array(rgb(bottom)) * share
    field = np.repeat(np.rint(rows).astype(np.uint8)[:, None, :], width, axis=1)
    return Image.fromarray(field, "RGB")


def ground(width: int, height: int, top: str, bottom: str) -> Image.Image:
    """Return the ground of a picture: a gradient with a soft light above."""
    field = np.asarray(gradient(width, height, top, bottom), dtype=np.float32)
    across = (np.arange(width, dtype=np.float32) / width - 0.5)[None, :] * 1.7
    down = (np.arange(height, dtype=np.float32) / width)[:, None] * 1.9
    light = np.clip(1.0 - across**2 - down**2, 0.0, 1.0)[:, :, None] * 14.0
    return Image.fromarray(np.clip(np.rint(field + light), 0, 255).astype(np.uint8), "RGB")


def filtered(image: Image.Image, colours: Colours | None = None) -> Iterator[memoryview]:
    """Yield the bands of an RGB picture for a PNG file, each row after its filter.

    The first row of a band depends on no other row. All bands are in the same memory, so each is
    valid until the next; a processor's cache holds one of them, but not a whole picture.
    """
    width, height = image.size
    depth, filters = (3, (_LEFT, _UP)) if colours is None else (1, (_NO_FILTER, _NO_FILTER))
    space = np.empty((BAND, depth * width + 1), dtype=np.uint8)
    space[0, 0], space[1:, 0] = filters
    for top in range(0, height, BAND):
        band = image.crop((0, top, width, min(top + BAND, height)))
        pixels = band.tobytes() if colours is None else colours.numbers(band)
        rows, target = (
            np.frombuffer(pixels, np.uint8).reshape(band.height, -1),
            space[: band.height],
        )
        target[:, 1:] = rows
        if colours is None:
            target[0, 4:] -= rows[0, :-3]
            target[1:, 1:] -= rows[:-1]
        yield target.data
