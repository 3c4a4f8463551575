"""The sources of everybody's points, when a match of several players is over."""

from collections.abc import Iterator
from itertools import chain

from games.core.values import Seat
from games.diced_tomatoes.questions.views import DicedView
from games.diced_tomatoes.rules.records import Score
from render.canvas import Canvas, Fixed
from render.engine import theme
from render.engine.raster import mixed
from render.engine.shapes import Box
from render.scenes.common import layout
from render.scenes.diced_tomatoes.table import head
from render.sprites import Look
from render.subject import Subject

_ROW = 96
_SIGN = (64, 64)
_SIGNS = ("icon:tomato", "icon:trophy", "icon:red-heart", "garden:vine-wide")
"""Slots, first to six, karma, unfinished vines."""
_COLUMNS = (540, 680, 820, 950)
_TOTAL = 1090
_TOP = layout.HEADER + 92


def paint(show: Subject, view: DicedView) -> Canvas:
    """Paint a line for each seat by its place: four sources of points, and their sum."""
    canvas = Canvas(
        layout.height(_TOP + view.seats * (_ROW + theme.GAP) - theme.GAP), show.palette, show.size
    )
    head(canvas, show, show.say(show.tableau.title))
    for sign, x in zip(_SIGNS, _COLUMNS, strict=True):
        wide, high = _SIGN if sign != _SIGNS[-1] else _VINE
        canvas.sprite(sign, (x - wide / 2, layout.HEADER + 42 - high / 2), (wide, high))
    label = show.tableau.seats[0].points
    if label is not None:
        words = show.head(label.label)
        canvas.write(words, (_TOTAL, layout.HEADER + 42), theme.NAME, align="middle", room=130)
    for place, seat in enumerate(chain(*view.ranking)):
        area = layout.Area(
            theme.MARGIN, _TOP + place * (_ROW + theme.GAP), theme.WIDTH - 2 * theme.MARGIN, _ROW
        )
        _line(canvas, show, seat, view.scores[seat], area, won=seat in view.ranking[0])
    return canvas


_VINE = (124, 50)


def _line(
    canvas: Canvas, show: Subject, seat: Seat, score: Score, area: layout.Area, *, won: bool
) -> None:
    palette = show.palette
    ground = mixed(palette.panel, theme.GOLD, 0.14) if won else palette.panel
    edge, thick = (theme.GOLD, 5) if won else (palette.line, 2)
    wide, high = round(area.width), round(area.height)
    canvas.box(area[:2], Box(wide, high, 24, ground, line=edge, thick=thick))
    y = area.centre[1]
    layout.avatar(canvas, show, seat, (area.x + 58, y + (10 if won else 0)), 30)
    if won:
        canvas.sprite("icon:crown", (area.x + 37, y - 48), (42, 42), Look(shadow=4))
    canvas.write(show.name(seat), (area.x + 108, y), theme.NAME, room=_COLUMNS[0] - area.x - 170)
    parts = (score.tomatoes, score.first, score.karma, score.vines)
    for part, x in zip(parts, _COLUMNS, strict=True):
        colour = theme.TEXT if part else theme.TEXT_SOFT
        canvas.write(show.number(part), (x, y), theme.STAT, colour, align="middle", room=110)
    canvas.write(show.number(score.total), (_TOTAL, y), theme.DECIDING, align="middle", room=130)


def wanted() -> Iterator[Fixed]:
    """Return the signs over the columns."""
    yield from (Fixed(sign, (0, 0), _SIGN) for sign in _SIGNS[:-1])
    yield Fixed(_SIGNS[-1], (0, 0), _VINE)
