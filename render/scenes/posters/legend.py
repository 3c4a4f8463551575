"""The legend of a game: every sign of its pictures, large, with the words for it."""

from collections.abc import Sequence
from typing import NamedTuple

from games.core.text import Reader, Text, TextList, say, speak
from render.alt_text import sentences
from render.canvas import Canvas
from render.engine import theme
from render.engine.avatars import Portraits
from render.engine.text import fits
from render.scenes.common.layout import Area, height, tray
from render.scenes.common.legend import LegendSign

COMMON = (
    LegendSign("token:tick", (34, 34), say("has chosen")),
    LegendSign("token:to", (30, 34), say("goes to")),
    LegendSign("token:recent", (34, 34), say("what just happened")),
)
"""Signs that the pictures of every game may have."""
_ROW, _GAP = 108, 14
_SIGN = 72
_WHOLE = theme.WIDTH - 2 * theme.MARGIN
_HALF = (_WHOLE - _GAP) // 2
_SENTENCE = theme.Style(theme.NAME.face, 30, 28)
"""Words that take a whole line, about equally large."""
_WORDS_LEFT, _AROUND = 130, 150
"""Where the words of a panel begin, and what they leave free beside them."""


class LegendPoster(NamedTuple):
    """The signs of a game's pictures."""

    game: str
    title: Text
    signs: tuple[LegendSign, ...]

    @property
    def filename(self) -> str:
        """The picture's file name."""
        return "legend.png"

    def paint(self, reader: Reader, size: theme.Size, _portraits: Portraits, /) -> Canvas:
        """Paint two columns of signs, with their words; long words take a whole line."""
        every = [(sign, speak(sign.word, reader)) for sign in (*self.signs, *COMMON)]
        areas = _areas([words for _, words in every])
        canvas = Canvas(height(areas[-1].bottom), theme.palette_of(self.game), size)
        for (sign, words), area in zip(every, areas, strict=True):
            tray(canvas, area, 22, canvas.palette.panel)
            _sign(canvas, sign, (area.x + 66, area.centre[1]))
            spot = (area.x + _WORDS_LEFT, area.centre[1])
            style = _SENTENCE if area.width == _WHOLE else theme.NAME
            canvas.write(words, spot, style, theme.TEXT, room=area.width - _AROUND)
        return canvas

    def describe(self, reader: Reader) -> str:
        """Return the words of the signs; a description can't show the signs."""
        words = TextList(items=tuple(sign.word for sign in (*self.signs, *COMMON)), style="unit")
        texts = [say("The icons of {title}: {words}.", title=self.title, words=words)]
        return sentences(texts, reader)


def _areas(words: Sequence[str]) -> list[Area]:
    """The panel of each sign: half a line, or a whole one for words that need it."""
    areas: list[Area] = []
    x, y = theme.MARGIN, theme.MARGIN
    for word in words:
        is_long = not fits(word, theme.NAME, _HALF - _AROUND)
        if x > theme.MARGIN and is_long:
            x, y = theme.MARGIN, y + _ROW + _GAP
        areas.append(Area(x, y, _WHOLE if is_long else _HALF, _ROW))
        if x > theme.MARGIN or is_long:
            x, y = theme.MARGIN, y + _ROW + _GAP
        else:
            x += _HALF + _GAP
    return areas


def _sign(canvas: Canvas, sign: LegendSign, centre: tuple[float, float]) -> None:
    """A sign as large as fits, in the shape it has in pictures."""
    wide, high = sign.size
    scale = _SIGN / max(wide, high)
    size = (round(wide * scale), round(high * scale))
    corner = (round(centre[0] - size[0] / 2), round(centre[1] - size[1] / 2))
    canvas.sprite(sign.sprite, corner, size, sign.look)
