"""One page of a leaderboard: the ranks of people, and how certain they are.

The bar under a rating shows the likely range of the true strength, on one scale for the whole page.
If two bars overlap, a few matches may still reverse the order.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, NamedTuple

from games.core.game import MEDALS
from games.core.text import Person, Reader, Text, TextList, say, say_many, speak
from games.core.values import Frozen
from render import labels
from render.alt_text import sentences_of_people
from render.canvas import Canvas, Fixed
from render.engine import theme
from render.engine.avatars import Portraits
from render.engine.display_names import clean
from render.engine.raster import mixed
from render.engine.shapes import Box
from render.scenes.common.layout import Area, header, height
from render.sprites import Look
from render.subject import number

ROWS = 12
"""Rows on one page."""
_TOP = 150
_ROW = 86
_STEP = _ROW + 7
_PLACE = theme.Style(theme.ROUND, 40, 24)
_SPREAD = theme.Style(theme.ROUND, 32, 28)
_COUNT = theme.Style(theme.ROUND, 40, 24)
_RATING = 504.0
_BAR = 296
_MATCHES, _WINS, _STREAK = 876.0, 990.0, 1098.0
_COLUMN = 124


class BoardRow(Frozen):
    """One row of a leaderboard."""

    place: int
    """From 1; ties share a place."""
    name: str
    rating: int
    spread: int
    """How far the true strength may be above or below the rating."""
    matches: int
    wins: int
    streak: int
    """Matches won in a row; if negative, matches in a row that were not won."""
    is_viewer: bool = False


class LeaderboardPoster(Frozen):
    """One page of a leaderboard, at most `ROWS` people."""

    filename: ClassVar = "leaderboard.png"
    title: Text
    subtitle: Text
    rows: tuple[BoardRow, ...]
    game: str = ""
    """The key of the game whose colours it takes."""

    def paint(self, reader: Reader, size: theme.Size, _portraits: Portraits, /) -> Canvas:
        """Paint the page; its height depends only on the number of rows."""
        rows = self.rows[:ROWS]
        canvas = Canvas(
            height(_TOP + max(2, len(rows)) * _STEP - 8), theme.palette_of(self.game), size
        )
        header(canvas, "icon:trophy", speak(self.title, reader), speak(self.subtitle, reader))
        if not rows:
            middle = (theme.WIDTH / 2, _TOP + _STEP)
            words = speak(labels.NOBODY_RATED, reader)
            canvas.write(
                words,
                middle,
                theme.NAME,
                theme.TEXT_SOFT,
                align="middle",
                room=theme.WIDTH - 4 * theme.MARGIN,
            )
            return canvas
        _headings(canvas, reader)
        scale = scale_of(rows)
        for line, row in enumerate(rows):
            area = Area(theme.MARGIN, _TOP + line * _STEP, theme.WIDTH - 2 * theme.MARGIN, _ROW)
            _row(canvas, row, scale, reader, area)
        return canvas

    def describe(self, reader: Reader) -> str:
        """Return the page in words, at most 1024 characters."""
        opening = [say("{title}, {subtitle}.", title=self.title, subtitle=self.subtitle)]
        if not self.rows:
            opening.append(labels.NOBODY_RATED)
        return sentences_of_people(opening, [_sentence(row) for row in self.rows], reader)


class Scale(NamedTuple):
    """The ratings at the left and the right end of a bar."""

    low: int
    high: int

    def share(self, rating: int) -> float:
        """Return the position of a rating between the ends, from 0 to 1."""
        return (rating - self.low) / max(1, self.high - self.low)


def scale_of(rows: tuple[BoardRow, ...]) -> Scale:
    """Return the range that holds every rating with its uncertainty."""
    return Scale(
        min(row.rating - row.spread for row in rows), max(row.rating + row.spread for row in rows)
    )


def _sentence(row: BoardRow) -> Text:
    facts = [
        say_many("{n} match", "{n} matches", row.matches),
        say_many("{n} win", "{n} wins", row.wins),
    ]
    if row.streak > 0:
        facts.append(say_many("{n} win in a row", "{n} wins in a row", row.streak))
    elif row.streak < 0:
        facts.append(say_many("{n} match without a win", "{n} matches without a win", -row.streak))
    return say(
        "{place}. {name}: {rating} ± {spread}, {facts}.",
        place=row.place,
        name=Person(name=clean(row.name, row.place - 1, drawn=False)),
        rating=row.rating,
        spread=row.spread,
        facts=TextList(items=tuple(facts), style="unit"),
    )


def _headings(canvas: Canvas, reader: Reader) -> None:
    y = _TOP - 26
    canvas.write(
        speak(labels.RATING, reader), (_RATING, y), theme.CAPTION, theme.TEXT_SOFT, room=_BAR
    )
    for words, x in ((labels.MATCHES, _MATCHES), (labels.WINS, _WINS), (labels.STREAK, _STREAK)):
        heading = speak(words, reader)
        canvas.write(heading, (x, y), theme.CAPTION, theme.TEXT_SOFT, align="middle", room=_COLUMN)


def _row(canvas: Canvas, row: BoardRow, scale: Scale, reader: Reader, area: Area) -> None:
    palette = canvas.palette
    # White, not gold: gold means a turn or a win, and this only marks the reader's own row.
    edge, thick = (theme.TEXT, 4) if row.is_viewer else (palette.line, 2)
    canvas.box(area[:2], Box(round(area.width), _ROW, 22, palette.panel, line=edge, thick=thick))
    y = area.centre[1]
    place_sign(canvas, row.place, reader, (area.x + 52, y), earned=row.wins > 0)
    name = clean(row.name, row.place - 1)
    canvas.write(name, (area.x + 104, y), theme.NAME, room=_RATING - area.x - 104 - 24)
    _rating(canvas, row, scale, reader, y)
    for value, x in ((row.matches, _MATCHES), (row.wins, _WINS)):
        words = number(value, reader.language)
        canvas.write(words, (x, y), _COUNT, theme.TEXT, align="middle", room=_COLUMN - 16)
    _streak_sign(canvas, row.streak, reader, (_STREAK, y))


def place_sign(
    canvas: Canvas, place: int, reader: Reader, centre: tuple[float, float], *, earned: bool
) -> None:
    """Draw the number of the place, on a medal for the first three who earned one."""
    words = number(place, reader.language)
    if earned and place <= MEDALS:
        spot = (centre[0] - 36, centre[1] - 36)
        canvas.sprite(f"token:medal-{place}", spot, (72, 72), Look(shadow=4))
        canvas.write(words, (centre[0], centre[1] + 8), theme.WORD, theme.INK, align="middle")
    else:
        canvas.write(words, centre, _PLACE, theme.TEXT_SOFT, align="middle", room=84)


def _rating(canvas: Canvas, row: BoardRow, scale: Scale, reader: Reader, y: float) -> None:
    """Draw the rating, its uncertainty as a number, and both as a bar below."""
    language = reader.language
    words = number(row.rating, language)
    used = canvas.write(words, (_RATING, y - 13), theme.DECIDING, theme.TEXT, room=_BAR - 120)
    spread = f"±{number(row.spread, language)}"
    canvas.write(
        spread, (_RATING + used + 16, y - 9), _SPREAD, theme.TEXT_SOFT, room=_BAR - used - 16
    )
    bottom = y + 23
    canvas.box((_RATING, bottom), Box(_BAR, 12, 6, canvas.palette.well))
    left = round(scale.share(row.rating - row.spread) * (_BAR - 12))
    right = round(scale.share(row.rating + row.spread) * (_BAR - 12)) + 12
    soft = mixed(canvas.palette.line, theme.TEXT, 0.35)
    canvas.box((_RATING + left, bottom), Box(max(12, right - left), 12, 6, soft))
    middle = _RATING + 6 + scale.share(row.rating) * (_BAR - 12)
    canvas.box((middle - 4, bottom - 5), Box(8, 22, 4, theme.TEXT))


def _streak_sign(canvas: Canvas, streak: int, reader: Reader, centre: tuple[float, float]) -> None:
    """Draw the number of wins in a row, with an arrow up; of matches without one, with one down."""
    if not streak:
        canvas.write("\N{EN DASH}", centre, theme.STAT, theme.TEXT_SOFT, align="middle")
        return
    sign, colour = ("token:rise", theme.LEAF) if streak > 0 else ("token:fall", theme.OUT_WORD)
    canvas.sprite(sign, (centre[0] - 48, centre[1] - 17), (34, 34))
    words = number(abs(streak), reader.language)
    canvas.write(words, (centre[0] - 6, centre[1]), _COUNT, colour, room=58)


def wanted() -> Iterator[Fixed]:
    """Return medals and arrows, to be drawn in advance."""
    for place in range(1, MEDALS + 1):
        yield Fixed(f"token:medal-{place}", (0, 0), (72, 72), Look(shadow=4))
    for sign in ("token:rise", "token:fall"):
        yield Fixed(sign, (0, 0), (34, 34))
