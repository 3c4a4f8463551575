"""The cards or dice of a game with their names, from high to low: the picture of its rules."""

from typing import NamedTuple

from games.core.text import Reader, Text, TextList, say, speak
from render.alt_text import sentences
from render.canvas import Canvas
from render.engine import theme
from render.engine.avatars import Portraits
from render.scenes.common.layout import Area, height, tray
from render.sprites import Look

_HEADING, _NAME, _GAP = 76, 60, 16
"""The heights of a heading and of a name, and the room between rows."""
_LIFTED = Look(shadow=6)


class DeckRow(NamedTuple):
    """Things of one kind under a heading, in lines of so many."""

    heading: Text
    things: tuple[tuple[str, Text | None], ...]
    """Sprites with their names; a name may be left out."""
    size: tuple[int, int]
    columns: int

    @property
    def names(self) -> tuple[Text, ...]:
        """All names."""
        return tuple(name for _, name in self.things if name is not None)

    @property
    def line(self) -> int:
        """The height of a line: things, and their names if they have any."""
        return self.size[1] + (_NAME if self.names else 20)

    @property
    def height(self) -> int:
        """The height of heading and lines."""
        return _HEADING + -(-len(self.things) // self.columns) * self.line


class DeckPoster(NamedTuple):
    """The deck of a game with its names, for people who don't know it."""

    game: str
    rows: tuple[DeckRow, ...]

    @property
    def filename(self) -> str:
        """The picture's file name."""
        return "cards.png"

    def paint(self, reader: Reader, size: theme.Size, _portraits: Portraits, /) -> Canvas:
        """Paint the rows in trays, one below the other."""
        whole = sum(row.height + _GAP for row in self.rows) - _GAP
        canvas = Canvas(height(theme.MARGIN + whole), theme.palette_of(self.game), size)
        top = theme.MARGIN
        for row in self.rows:
            area = Area(theme.MARGIN, top, theme.WIDTH - 2 * theme.MARGIN, row.height)
            _paint_row(canvas, row, area, reader)
            top += row.height + _GAP
        return canvas

    def describe(self, reader: Reader) -> str:
        """Return the headings with the names."""
        return sentences([_described(row) for row in self.rows], reader)


def _described(row: DeckRow) -> Text:
    if not row.names:
        return say("{heading}.", heading=row.heading)
    names = TextList(items=row.names, style="unit")
    return say("{heading}: {names}.", heading=row.heading, names=names)


def _paint_row(canvas: Canvas, row: DeckRow, area: Area, reader: Reader) -> None:
    tray(canvas, area, 22, canvas.palette.panel)
    heading = speak(row.heading, reader)
    canvas.write(heading, (area.x + 24, area.y + 38), theme.TITLE, room=area.width - 48)
    wide = area.width / row.columns
    for place, (sprite, name) in enumerate(row.things):
        line, column = divmod(place, row.columns)
        middle, top = area.x + (column + 0.5) * wide, area.y + _HEADING + line * row.line
        canvas.sprite(sprite, (middle - row.size[0] / 2, top), row.size, _LIFTED)
        if name is not None:
            spot = (middle, top + row.size[1] + 30)
            canvas.write(speak(name, reader), spot, theme.NAME, align="middle", room=wide - 12)
