"""What people have earned, on posters: titles as stickers, and dots until a rating settles."""

from games.core.text import Text
from games.core.values import Frozen
from render.canvas import Canvas
from render.engine import theme
from render.engine.shapes import Box
from render.engine.text import width as text_width
from render.scenes.common import layout
from render.scenes.posters.poster_art import art_of

SETTLED = 10
"""How many matches a rating needs until it is shown."""
HIGH = 84
"""The height of a sticker."""
STYLE = theme.Style(theme.ROUND, 44, 42)
_SIGN = (56, 56)
_AROUND = 112


class EarnedSticker(Frozen):
    """A title that a player has earned; `game` is empty for one of no game."""

    game: str
    name: Text
    sign: str = ""
    """Its sprite; by default the game's sign, or a trophy."""


def sticker_width(words: str) -> int:
    """Return the width of a sticker with these words, or of one without words."""
    return round(text_width(words, STYLE.face, STYLE.size)) + _AROUND if words else 96


def paint_sticker(canvas: Canvas, title: EarnedSticker, words: str, area: layout.Area) -> None:
    """Draw a title as a sticker with its sign."""
    line = theme.TOMATO if title.game else "#1F8A5B"
    box = Box(round(area.width), HIGH, 24, theme.PAPER, line=line, thick=6, shadow=8)
    canvas.box(area[:2], box)
    sign = title.sign or (art_of(title.game).sign if title.game else "icon:trophy")
    canvas.sprite(sign, (area.x + 20, area.y + 14), _SIGN)
    if words:
        canvas.write(words, (area.x + 86, area.centre[1]), STYLE, theme.INK, room=area.width - 106)


def paint_dots(canvas: Canvas, left: float, y: float, matches: int) -> None:
    """Draw a dot for each match that a rating takes to settle; golden ones have been played."""
    for dot in range(SETTLED):
        colour = theme.GOLD if dot < matches else canvas.palette.line
        layout.disc(canvas, (left + 13 + dot * 33, y), 13, colour)
