"""The legend in the foot of a picture: its signs with a word for each.

It is right of the corner where clients put their badge for alt texts, and only in the first round:
later its readers know the signs. The tallest pictures have no room for a foot, and so no legend.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.core.text import Text
from render.canvas import Canvas, Fixed, Spot
from render.engine import theme
from render.engine.text import width
from render.scenes.common.layout import BADGE_RIGHT, Area
from render.sprites import Look
from render.subject import Subject

_BETWEEN = 34
_ICON_GAP = 10
_HIGH = 60
_SIZES = (42, 38, 34, 31, 28)
"""Sizes of the words; the largest that fits is used."""


class LegendSign(NamedTuple):
    """A sign of the picture and its meaning in a word."""

    sprite: str
    size: Spot
    word: Text
    look: Look = Look()


def legend(canvas: Canvas, show: Subject, signs: Sequence[LegendSign], bottom: float) -> None:
    """Paint the legend below `bottom`, where the content of the picture ends; a replay has none."""
    room, progress = canvas.height - bottom, show.tableau.progress
    is_later = progress is not None and progress.value > 1
    if room < _HIGH or is_later or show.replay is not None:
        return
    top = bottom + (room - _HIGH) / 2
    area = Area(BADGE_RIGHT, top, theme.WIDTH - BADGE_RIGHT - theme.MARGIN, _HIGH)
    words = tuple(show.say(sign.word) for sign in signs)
    _signs(canvas, signs, words, area)


def _signs(canvas: Canvas, signs: Sequence[LegendSign], words: Sequence[str], area: Area) -> None:
    """Put the signs side by side, right-aligned, closer together if needed."""
    for size in _SIZES:
        wide = [
            sign.size[0] + _ICON_GAP + width(word, theme.PLAIN, size)
            for sign, word in zip(signs, words, strict=True)
        ]
        spare = area.width - sum(wide)
        if spare >= _BETWEEN * (len(signs) - 1):
            break
    style = theme.Style(theme.PLAIN, size, size)
    gap = min(_BETWEEN, spare / max(1, len(signs) - 1))
    x = area.right - sum(wide) - gap * (len(signs) - 1)
    y = area.centre[1]
    for sign, word, used in zip(signs, words, wide, strict=True):
        canvas.sprite(sign.sprite, (x, y - sign.size[1] / 2), sign.size, sign.look)
        start = x + sign.size[0] + _ICON_GAP
        canvas.write(word, (start, y), style, theme.TEXT_SOFT)
        x += used + gap


def wanted(signs: Sequence[LegendSign]) -> Iterator[Fixed]:
    """Return the signs of a legend, to be drawn in advance."""
    yield from (Fixed(sign.sprite, (0, 0), sign.size, sign.look) for sign in signs)
