"""Cards turned by a few degrees, as a hand is held.

A hand is laid out again after each card that leaves it, so these are made far more often than any
other sprite: too often to keep them on disk. A card is turned on a fine grid, from a large upright
drawing. The frame and the shadow around it are the same for all cards of its shape, and are kept.
"""

import math
from typing import Any, NamedTuple

from PIL import Image, ImageChops

from render.disk.checksums import crc32
from render.disk.part import PixelPart
from render.disk.part_cache import current
from render.engine.cache import PictureCache, shared
from render.engine.raster import framed, shadow
from render.engine.sprite_image import Sprite, cut, sprite_of
from render.engine.theme import GOLD

UPRIGHT = 300
"""Pixels of the width of an upright drawing; wider cards are drawn at their own width."""
_SMALL = 120
"""Cards narrower than this are turned on a finer grid: there the same error is easier to see."""
_SHADE = (0.6, 0.42)
"""How far a shadow falls, as a share of its blur, and how dark it is."""


class Upright(NamedTuple):
    """A large drawing of a card."""

    image: Image.Image
    """Colours multiplied by their opacity, then the opacity, so that clear pixels need no special
    case in averages. Of the modes that can share a buffer, RGBX keeps these bytes unchanged."""
    outline: int
    """A digest of its shape."""
    size: int
    """The bytes of this process that it takes; pixels that lie in a file do not count."""


_OPAQUE = 255
_AN_UPRIGHT = 4000

Measures = tuple[int, int]
Rim = tuple[int, float]
"""The width of the frame and the blur of the shadow."""

_around: PictureCache[tuple[object, ...], Sprite] = shared(lambda made: made.size)


def upright_part(image: Image.Image) -> PixelPart:
    """Return a drawing as stored on disk, to be turned many times."""
    pixels = image.convert("RGBa").tobytes() + bytes(4 * image.width)
    return PixelPart(image.width, image.height, 0, 0, (0, 0, 0, 0), pixels)


def upright_of(part: PixelPart) -> Upright:
    """Return the drawing of a stored part; it shares the pixels."""
    size = part.width, part.height
    pixels: Any = memoryview(part.pixels)  # Pillow takes any buffer, which its annotation hides
    image = Image.frombuffer("RGBX", size, pixels, "raw", "RGBX", 0, 1)
    outline = crc32(image.getchannel("X").tobytes())
    return Upright(image, outline, _AN_UPRIGHT + (0 if part.mapped else len(part.pixels)))


def turned(image: Image.Image, size: Measures, degrees: float) -> tuple[Image.Image, int, int]:
    """A drawing at this size, turned clockwise about its middle, and the offset of its corner.

    It is made smaller on the way. The result is larger than asked for, by as much on both sides.
    """
    width, height = size
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    wide = _around_middle(width, width * cos + height * abs(sin))
    high = _around_middle(height, height * cos + width * abs(sin))
    fine = 2 if width >= _SMALL else 3
    across, down = image.width / width, image.height / height
    matrix = (
        cos * across / fine,
        sin * across / fine,
        (width - cos * wide - sin * high) * across / 2,
        -sin * down / fine,
        cos * down / fine,
        (height + sin * wide - cos * high) * down / 2,
    )
    large = image.transform(
        (fine * wide, fine * high), Image.Transform.AFFINE, matrix, Image.Resampling.NEAREST
    )
    small = large.reduce(fine)
    lying = Image.frombytes("RGBa", small.size, small.tobytes()).convert("RGBA")
    return lying, (width - wide) // 2, (height - high) // 2


def _around_middle(length: int, needed: float) -> int:
    """At least the length needed, with the same middle as the length before."""
    return length + 2 * math.ceil((needed - length) / 2 + 1)


def around(upright: Upright, size: Measures, turn: float, rim: Rim) -> Sprite:
    """What is seen around a turned card that had this size before."""
    key = (upright.outline, size, turn, rim)
    cached = _around.get(key)
    if cached is None:
        part = current().part(f"around {key!r}", lambda: _rim(upright, size, turn, rim))
        cached = _around.put(key, sprite_of(part))
    return cached


def _rim(upright: Upright, size: Measures, turn: float, rim: Rim) -> PixelPart:
    from render.engine.pixels import opaque_middle  # noqa: PLC0415 - loads numpy

    card = ground = turned(upright.image, size, turn)[0]
    frame, blur = rim
    if frame:
        clear = Image.new("RGBA", (2 * size[0], 2 * size[1]))
        gold = upright_of(upright_part(framed(clear, 2 * frame, GOLD)))
        ground = turned(gold.image, (size[0] + 2 * frame, size[1] + 2 * frame), turn)[0]
    whole = ground
    if blur:
        fall, strength = _SHADE
        dark, margin = shadow(ground.getchannel("A"), blur, round(blur * fall), strength)
        whole = Image.new("RGBA", dark.size)
        whole.putalpha(dark)
        if frame:
            whole.alpha_composite(ground, (margin, margin))
    spot = (whole.width - card.width) // 2, (whole.height - card.height) // 2
    seen = whole.getchannel("A")
    seen.paste(0, spot, card.getchannel("A").point(lambda value: value == _OPAQUE and _OPAQUE))
    whole.putalpha(seen)
    left, top = (size[0] - whole.width) // 2, (size[1] - whole.height) // 2
    return cut(whole, left, top, opaque_middle(ImageChops.invert(seen)))
