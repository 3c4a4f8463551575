"""Everything that works on pixels as numpy's arrays.

Loading numpy takes a tenth of the bot's start, and a start draws nothing. So other modules import
this one in the functions that need it, which run in a painter's thread.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from render.disk.part_file import Middle
from render.engine.raster import rgb

Row = NDArray[np.uint8]
Cut = tuple[Middle, bool]
"""A box of an image, and whether all of it is opaque."""

_LEFT, _UP = 1, 2
"""The filters of PNG that store the difference from the pixel to the left, and from that above."""
_OPAQUE = 255
_CLEAR, _MASKED, _PASTED = range(3)
_BAND = 24
"""Rows of a band; in lower ones there are fewer pixels with a mask, but more pieces."""
_WORTH_A_PIECE = 200
"""Pixels with a mask take as long as one more piece."""
_WORTH_CUTTING = 2500
"""Smaller opaque middles aren't worth separate pastes."""


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


def filtered(image: Image.Image, band: int) -> list[memoryview]:
    """Return bands of so many rows of an RGB picture for a PNG file, each row after its filter.

    The first row of a band depends on no other row.
    """
    width, height = image.size
    rows = np.frombuffer(image.tobytes(), dtype=np.uint8).reshape(height, width * 3)
    found = np.empty((height, width * 3 + 1), dtype=np.uint8)
    found[:, 0] = _UP
    np.subtract(rows[1:], rows[:-1], out=found[1:, 1:])
    found[::band, 0] = _LEFT
    found[::band, 1:4] = rows[::band, :3]
    np.subtract(rows[::band, 3:], rows[::band, :-3], out=found[::band, 4:])
    return [found[top : top + band].data for top in range(0, height, band)]
