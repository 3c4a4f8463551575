"""Pictures of numbered colours, at most 256 for each game, which take a third of the bytes.

Flat colours that mean something are among them. Shades between two are dithered by a faint pattern:
every second row is a little darker, which hides steps downwards and compresses well.
"""

import json
from functools import cache
from pathlib import Path

from PIL import Image, ImageChops

from render.engine.theme import WIDTH, Size

PALETTES = Path(__file__).parents[1] / "assets" / "palettes.json"
"""Made by `python -m render.tools.palettes`: the colours of each game, as hexadecimal digits."""
BAND = 32
"""Rows of a picture that are encoded together.

Lower bands are more often the same in two pictures, but compress more slowly.
"""
_STEP = 3
"""By how much every second row is darkened before its nearest colours are looked up.

It is as much as between the values that Pillow treats alike: it rounds down to multiples of four.
"""
_DARKER = 3
"""How much both together darken a row, on average."""


class Colours:
    """The numbered colours of a game."""

    def __init__(self, table: bytes) -> None:
        self.table = table
        """Red, green and blue of each colour."""
        self._exact = _palette(table)
        self._darkened = _palette(bytes(max(0, value - _DARKER) for value in table))

    def numbers(self, band: Image.Image) -> bytes:
        """Return the number of the nearest colour for each pixel of a band, row by row."""
        darkened = ImageChops.difference(band, _pattern())
        return darkened.quantize(palette=self._darkened, dither=Image.Dither.NONE).tobytes()

    def diffused(self, image: Image.Image) -> Image.Image:
        """Return an RGB picture in these colours, its errors diffused: for photographs."""
        dither = Image.Dither.FLOYDSTEINBERG
        return image.quantize(palette=self._exact, dither=dither).convert("RGB")


@cache
def colours_of(name: str) -> Colours:
    """Return the colours of a game."""
    return Colours(bytes.fromhex(json.loads(PALETTES.read_text(encoding="ascii"))[name]))


def _palette(table: bytes) -> Image.Image:
    """Return a palette for Pillow that threads may share.

    Its first use makes Pillow's table of nearest colours, which only one thread may do.
    """
    palette = Image.new("P", (1, 1))
    palette.putpalette(table)
    Image.new("RGB", (1, 1)).quantize(palette=palette, dither=Image.Dither.NONE)
    return palette


@cache
def _pattern() -> Image.Image:
    """Return what is taken from the pixels of the largest band."""
    width = round(WIDTH * max(size.value for size in Size))
    rows = bytes(3 * width) + bytes([_STEP] * (3 * width))
    return Image.frombytes("RGB", (width, BAND), rows * (BAND // 2))
