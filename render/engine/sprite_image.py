"""A finished sprite: an image cut into an opaque middle, which is pasted fast, and its edges."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from PIL import Image


class Piece(NamedTuple):
    """A part of a sprite; (`x`, `y`) lead from the place asked for to its corner."""

    x: int
    y: int
    image: Image.Image
    mask: Image.Image | None
    """None where the part is opaque, which is pasted twenty times faster."""


class Sprite(NamedTuple):
    """A finished image, cut into an opaque middle and what surrounds it."""

    pieces: tuple[Piece, ...]
    size: int
    """The bytes that its pixels take: four of colour each, and one of mask."""


_WORTH_CUTTING = 2500
"""Opaque middles smaller than this are not worth pastes of their own."""


def cut(image: Image.Image, left: int, top: int) -> Sprite:
    """Make a sprite of an image whose corner lies at (`left`, `top`) from the place asked for."""
    solid, mask = image.convert("RGB"), image.getchannel("A")
    width, height = image.size
    boxes: list[tuple[int, int, int, int]] = [(0, 0, width, height)]
    middle = _opaque_middle(mask)
    if middle is not None:
        x0, y0, x1, y1 = middle
        boxes = [(0, 0, width, y0), (0, y1, width, height), (0, y0, x0, y1), (x1, y0, width, y1)]
    pieces = [
        Piece(left + box[0], top + box[1], solid.crop(box), mask.crop(box))
        for box in boxes
        if box[0] < box[2] and box[1] < box[3]
    ]
    if middle is not None:
        pieces.append(Piece(left + middle[0], top + middle[1], solid.crop(middle), None))
    return Sprite(tuple(pieces), sum(map(_bytes, pieces)))


def _bytes(piece: Piece) -> int:
    return piece.image.width * piece.image.height * (4 if piece.mask is None else 5)


def _opaque_middle(mask: Image.Image) -> tuple[int, int, int, int] | None:
    """The largest opaque rectangle about the middle that a few probes find."""
    opaque = np.asarray(mask) == 255
    height, width = opaque.shape
    best: tuple[int, int, int, int] | None = None
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
