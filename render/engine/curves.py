"""Lines and bands as masks, for painting curves."""

from collections.abc import Sequence

from PIL import Image, ImageDraw

_FINE = 3
"""Drawn this many times larger and then reduced, because Pillow's own edges are jagged."""

Point = tuple[float, float]


def line(size: tuple[int, int], points: Sequence[Point], thick: float) -> Image.Image:
    """Return a line through the points with round bends; a single point becomes a dot."""
    mask, draw = _blank(size)
    fine = [(x * _FINE, y * _FINE) for x, y in points]
    wide = max(1, round(thick * _FINE))
    if len(fine) > 1:
        draw.line(fine, fill=255, width=wide, joint="curve")
    radius = wide / 2 if len(fine) > 1 else wide * 1.5
    for x, y in (fine[0], fine[-1]):
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=255)
    return mask.reduce(_FINE)


def band(
    size: tuple[int, int], upper: Sequence[Point], lower: Sequence[Point], strength: float
) -> Image.Image:
    """Return the area between two lines, with this opacity."""
    mask, draw = _blank(size)
    around = [(x * _FINE, y * _FINE) for x, y in (*upper, *reversed(lower))]
    draw.polygon(around, fill=round(255 * strength))
    return mask.reduce(_FINE)


def _blank(size: tuple[int, int]) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    mask = Image.new("L", (size[0] * _FINE, size[1] * _FINE))
    return mask, ImageDraw.Draw(mask)
