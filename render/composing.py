"""From a canvas to a file: only bands of rows that no picture had before are painted and encoded.

Two pictures of one table have half to nine tenths of their bands in common.
"""

import hashlib
from collections.abc import Hashable, Sequence
from typing import NamedTuple

from PIL import Image

from render.canvas import Canvas
from render.engine import png
from render.engine.cache import PictureCache, shared
from render.engine.colours import BAND, colours_of

_A_BAND = 2000
"""Approximate bytes that a band takes besides its chunk: its key lists all that it shows."""
_bands: PictureCache[Hashable, png.Band] = shared(lambda band: len(band.chunk) + _A_BAND)


class NewBands(NamedTuple):
    """Neighbouring bands that are yet to be encoded, and their pixels."""

    keys: list[Hashable]
    image: Image.Image


class Composed(NamedTuple):
    """A picture with all its pixels: its bands from top to bottom, encoded or not."""

    size: tuple[int, int]
    colours: str
    """The game whose numbered colours it has; none for true colour."""
    parts: Sequence[png.Band | NewBands]


def composed(canvas: Canvas) -> Composed:
    """Paint the rows of a canvas that aren't in the cache."""
    parts: list[png.Band | NewBands] = []
    new: list[Hashable] = []

    def paint(end: int) -> None:
        if new:
            bottom = min(canvas.pixels[1], end * BAND)
            image = canvas.painted((end - len(new)) * BAND, bottom)
            parts.append(NewBands(list(new), image))
            new.clear()

    keys = canvas.bands(BAND)
    for number, key in enumerate(keys):
        cached = _bands.get(key)
        if cached is None:
            new.append(key)
        else:
            paint(number)
            parts.append(cached)
    paint(len(keys))
    return Composed(canvas.pixels, canvas.palette.colours, parts)


def encoded(picture: Composed) -> tuple[bytes, str]:
    """Return the file of a picture and its digest; equal pictures have equal digests."""
    colours = colours_of(picture.colours) if picture.colours else None
    bands: list[png.Band] = []
    for part in picture.parts:
        if isinstance(part, png.Band):
            bands.append(part)
        else:
            made = zip(part.keys, png.bands_of(part.image, colours), strict=True)
            bands += [_bands.put(key, band) for key, band in made]
    marks = b"".join((picture.colours.encode(), *(band.mark for band in bands)))
    file = png.file_of(picture.size, bands, colours)
    return file, hashlib.blake2b(marks, digest_size=12).hexdigest()


def forget() -> None:
    """Clear the cache of bands."""
    _bands.clear()
