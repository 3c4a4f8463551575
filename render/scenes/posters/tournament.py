"""The standings of a tournament: places, points, tables won and rounds played."""

from __future__ import annotations

from typing import ClassVar

from games.core.game import has_medal
from games.core.text import Person, Reader, Text, say, say_many, speak
from games.core.values import Frozen
from render import labels
from render.alt_text import sentences_of_people
from render.canvas import Canvas
from render.engine import theme
from render.engine.avatars import Portraits
from render.engine.display_names import clean
from render.engine.shapes import Box
from render.scenes.common.layout import FOOT, Area, header
from render.scenes.posters.leaderboard import place_sign
from render.subject import number

MOST = 16
"""The most people in the picture; the message and its alt text name more."""
_TOP = 150
_ROW = 84
_STEP = _ROW + 6
_COUNT = theme.Style(theme.ROUND, 40, 24)
_POINTS, _WINS, _ROUNDS = 760.0, 950.0, 1098.0
_COLUMN = 150


class StandingLine(Frozen):
    """One person in the standings; ties share a place."""

    place: int
    name: str
    points: int
    firsts: int
    rounds: int


class TournamentPoster(Frozen):
    """The standings after a round, the first places first."""

    filename: ClassVar = "standings.png"
    title: Text
    subtitle: Text
    rows: tuple[StandingLine, ...]
    game: str = ""
    """The key of the game whose colours it takes."""

    def paint(self, reader: Reader, size: theme.Size, _portraits: Portraits, /) -> Canvas:
        """Paint the standings; the height depends only on the number of rows."""
        rows = self.rows[:MOST]
        # The full foot, however tall: the lower left corner is covered by clients.
        tall = _TOP + max(2, len(rows)) * _STEP - 8 + FOOT
        canvas = Canvas(tall, theme.palette_of(self.game), size)
        header(canvas, "icon:trophy", speak(self.title, reader), speak(self.subtitle, reader))
        headings = ((labels.POINTS, _POINTS), (labels.TABLES_WON, _WINS), (labels.ROUNDS, _ROUNDS))
        for words, x in headings:
            heading = speak(words, reader)
            canvas.write(
                heading,
                (x, _TOP - 26),
                theme.CAPTION,
                theme.TEXT_SOFT,
                align="middle",
                room=_COLUMN,
            )
        for line, row in enumerate(rows):
            area = Area(theme.MARGIN, _TOP + line * _STEP, theme.WIDTH - 2 * theme.MARGIN, _ROW)
            earned = row.points > 0 and has_medal(row.place, len(self.rows))
            _row(canvas, row, reader, area, earned=earned)
        return canvas

    def describe(self, reader: Reader) -> str:
        """Return the standings in words, at most 1024 characters."""
        opening = [say("{title}, {subtitle}.", title=self.title, subtitle=self.subtitle)]
        return sentences_of_people(opening, [_sentence(row) for row in self.rows], reader)


def _sentence(row: StandingLine) -> Text:
    return say(
        "{place}. {name}: {points}, {wins}.",
        place=row.place,
        name=Person(name=clean(row.name, row.place - 1, drawn=False)),
        points=say_many("{n} point", "{n} points", row.points),
        wins=say_many("{n} table won", "{n} tables won", row.firsts),
    )


def _row(canvas: Canvas, row: StandingLine, reader: Reader, area: Area, *, earned: bool) -> None:
    palette, y = canvas.palette, area.centre[1]
    canvas.box(area[:2], Box(round(area.width), _ROW, 22, palette.panel, line=palette.line))
    place_sign(canvas, row.place, reader, (area.x + 52, y), earned=earned)
    name = clean(row.name, row.place - 1)
    canvas.write(
        name, (area.x + 104, y), theme.NAME, room=_POINTS - _COLUMN / 2 - area.x - 104 - 24
    )
    points = number(row.points, reader.language)
    canvas.write(points, (_POINTS, y), theme.DECIDING, theme.TEXT, align="middle", room=_COLUMN)
    for value, x in ((row.firsts, _WINS), (row.rounds, _ROUNDS)):
        words = number(value, reader.language)
        canvas.write(words, (x, y), _COUNT, theme.TEXT, align="middle", room=_COLUMN - 16)
