"""From a canvas to a file: only bands of rows that no picture had before are painted and encoded.

Two pictures of one table have half to nine tenths of their bands in common.
"""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Sequence
from typing import NamedTuple

from PIL import Image

from render.canvas import Canvas
from render.engine.cache import PictureCache, shared
from render.engine.png import BAND, Band, bands_of, file_of

_A_BAND = 2000
"""Approximate bytes that a band takes besides its chunk: its key lists all that it shows."""
_bands: PictureCache[Hashable, Band] = shared(150, lambda band: len(band.chunk) + _A_BAND)


class NewBands(NamedTuple):
    """Neighbouring bands that are yet to be encoded, and their pixels."""

    keys: list[Hashable]
    image: Image.Image


class Composed(NamedTuple):
    """A picture with all its pixels: its bands from top to bottom, encoded or not."""

    size: tuple[int, int]
    parts: Sequence[Band | NewBands]


def composed(canvas: Canvas) -> Composed:
    """Paint the rows of a canvas that aren't in the cache."""
    parts: list[Band | NewBands] = []
    new: list[Hashable] = []

    def paint(end: int) -> None:
        if new:
            bottom = min(canvas.pixels[1], end * BAND)
            image = canvas.painted((end - len(new)) * BAND, bottom)
            parts.append(NewBands(list(new), image))
            new.clear()

    keys = canvas.bands(BAND)
    for number, key in enumerate(keys):
        found = _bands.get(key)
        if found is None:
            new.append(key)
        else:
            paint(number)
            parts.append(found)
    paint(len(keys))
    return Composed(canvas.pixels, parts)


def encoded(picture: Composed) -> tuple[bytes, str]:
    """Return the file of a picture and its digest; equal files have equal digests."""
    bands: list[Band] = []
    for part in picture.parts:
        if isinstance(part, Band):
            bands.append(part)
        else:
            made = zip(part.keys, bands_of(part.image), strict=True)
            bands += [_bands.put(key, band) for key, band in made]
    marks = b"".join(band.mark for band in bands)
    return file_of(picture.size, bands), hashlib.blake2b(marks, digest_size=12).hexdigest()


def forget() -> None:
    """Clear the cache of bands."""
    _bands.clear()
