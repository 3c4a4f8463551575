"""The legend of a game: every sign of its pictures, large, with the words for it."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.text import Reader, Text, TextList, say, speak
from render.alt_text import sentences
from render.canvas import Canvas
from render.engine.shapes import Box
from render.engine.theme import MARGIN, NAME, TEXT, WIDTH, Size, palette_of
from render.scenes.common.layout import height
from render.scenes.common.legend import LegendSign

COMMON = (
    LegendSign("token:tick", (34, 34), say("has chosen")),
    LegendSign("token:to", (30, 34), say("goes to")),
    LegendSign("token:recent", (34, 34), say("what just happened")),
)
"""Signs that the pictures of every game may have."""
_ROW, _GAP, _COLUMNS = 108, 14, 2
_SIGN = 72
_WIDE = (WIDTH - 2 * MARGIN - (_COLUMNS - 1) * _GAP) // _COLUMNS


def describe(signs: Sequence[LegendSign], title: Text, reader: Reader) -> str:
    """The words of the signs; a description can't show the signs."""
    words = TextList(items=tuple(sign.word for sign in (*signs, *COMMON)), style="unit")
    return sentences([say("The icons of {title}: {words}.", title=title, words=words)], reader)


def paint(game: str, signs: Sequence[LegendSign], reader: Reader, size: Size) -> Canvas:
    """Two columns of signs, each with its words to the right."""
    every = (*signs, *COMMON)
    lines = -(-len(every) // _COLUMNS)
    bottom = MARGIN + lines * (_ROW + _GAP) - _GAP
    canvas = Canvas(height(bottom), palette_of(game), size)
    palette = canvas.palette
    for place, sign in enumerate(every):
        x = MARGIN + place % _COLUMNS * (_WIDE + _GAP)
        y = MARGIN + place // _COLUMNS * (_ROW + _GAP)
        canvas.box((x, y), Box(_WIDE, _ROW, 22, palette.panel, line=palette.line, thick=2))
        _sign(canvas, sign, (x + 66, y + _ROW / 2))
        words = speak(sign.word, reader)
        canvas.write(words, (x + 130, y + _ROW / 2), NAME, TEXT, room=_WIDE - 150)
    return canvas


def _sign(canvas: Canvas, sign: LegendSign, centre: tuple[float, float]) -> None:
    """A sign as large as fits, in the shape it has in pictures."""
    wide, high = sign.size
    scale = _SIGN / max(wide, high)
    size = (round(wide * scale), round(high * scale))
    corner = (round(centre[0] - size[0] / 2), round(centre[1] - size[1] / 2))
    canvas.sprite(sign.sprite, corner, size, sign.look)
