"""Somebody's places in the rounds of a tournament, on chips."""

from collections.abc import Sequence

from games.core.text import Reader
from render.canvas import Canvas
from render.engine import theme
from render.engine.shapes import Box
from render.subject import number

_CHIP = 54
STEP = _CHIP + 8
_PLACE = theme.Style(theme.ROUND, 44, 30)


def width_of(places: Sequence[int]) -> int:
    """Return the width of the chips."""
    return len(places) * STEP


def paint(
    canvas: Canvas, places: Sequence[int], reader: Reader, right: tuple[float, float]
) -> None:
    """Draw a chip for each round up to the right end: first places gold, a dash for no table."""
    for index, place in enumerate(places):
        x, y = right[0] - width_of(places) + 8 + index * STEP, right[1]
        words = number(place, reader.language) if place else "\N{EN DASH}"
        ground, line, ink = canvas.palette.well, canvas.palette.line, theme.TEXT
        if place == 1:
            ground, line, ink = theme.GOLD, theme.GOLD, theme.INK
        canvas.box((x, y - _CHIP / 2), Box(_CHIP, _CHIP, 15, ground, line=line, thick=2))
        canvas.write(words, (x + _CHIP / 2, y), _PLACE, ink, align="middle", room=_CHIP - 8)
