"""How a round was resolved: all cards turned up, what police and thieves did, who won what.

While the match goes on it stands for the table, so the next round's machines are at its foot.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.core.tableau import Mark
from games.core.text import say, say_as
from games.core.values import Seat
from games.tomatomat.questions.views import TomatomatView
from games.tomatomat.rules.cards import stars
from games.tomatomat.rules.records import Outcome, Resolution
from render.canvas import Canvas, Fixed
from render.engine import theme
from render.engine.raster import mixed
from render.engine.shapes import Box
from render.scenes.common import layout
from render.scenes.tomatomat import stacks
from render.scenes.tomatomat.chips import fill, turned_up
from render.scenes.tomatomat.chips import wanted as all_chips
from render.subject import Subject

STAYS = say("stays")
LOST = say_as("machine", "lost")
_STAGE = 100
_WON = 62
"""The line below the machines for their winners."""
_TOP = _STAGE + 16 + stacks.tall(stacks.MIDDLE) + _WON + 20
_ROW, _GAP = 164, 10
_NEXT = stacks.tall(stacks.SMALL) + 44
"""Below the rows: the machines of the next round."""
_CORNER = 52
"""Below everything: a client lays its badge there."""
_NAMES = 176
_CELLS = theme.MARGIN + _NAMES + _GAP
_COLUMN = (theme.WIDTH - theme.MARGIN - _CELLS - 3 * _GAP) // 4
_PAD = 10
_CROWN = (46, 46)
_TOTAL = theme.Style(theme.DECIDING.face, 50, 46)
_WHO = theme.Style(theme.NAME.face, 34, 28)


def paint(show: Subject, view: TomatomatView, resolution: Resolution) -> Canvas:
    """Paint a column for each slot, a row for each seat; the height depends only on the seats."""
    bottom = _TOP + len(view.seats) * (_ROW + _GAP) - _GAP
    if not view.ranking:
        bottom += _NEXT + _CORNER
    canvas = Canvas(layout.height(bottom), show.palette, show.size)
    canvas.place(*_columns(show.palette, bottom))
    _head(canvas, show, view, resolution)
    for outcome in resolution.outcomes:
        _machines(canvas, show, outcome)
    for facts in view.seats:
        top = _TOP + facts.seat * (_ROW + _GAP)
        _who(canvas, show, facts.seat, facts.stars, layout.Area(theme.MARGIN, top, _NAMES, _ROW))
        for outcome in resolution.outcomes:
            area = layout.Area(_left(outcome.slot), top, _COLUMN, _ROW)
            _cell(canvas, show, outcome, facts.seat, area)
    if not view.ranking:
        _next_round(canvas, show, view, bottom - _NEXT - _CORNER)
    return canvas


def _next_round(canvas: Canvas, show: Subject, view: TomatomatView, top: int) -> None:
    """The machines that cards are placed at now, and the number of their round."""
    middle = top + 16 + (_NEXT - 24) / 2
    canvas.box(
        (theme.MARGIN, top + 12),
        Box(theme.WIDTH - 2 * theme.MARGIN, _NEXT - 14, 22, canvas.palette.well),
    )
    progress = show.tableau.progress
    if progress is not None:
        words = f"{show.number(progress.value)}/{show.number(view.options.rounds)}"
        x = theme.MARGIN + _NAMES / 2
        canvas.write(
            show.head(progress.label), (x, middle - 22), theme.STAT, theme.TEXT_SOFT, align="middle"
        )
        canvas.write(words, (x, middle + 22), theme.STAT, align="middle")
    for slot, stack in enumerate(view.stacks):
        x = _left(slot)
        place = layout.Area(
            x + 12, round(middle - stacks.tall(stacks.SMALL) / 2), 104, stacks.tall(stacks.SMALL)
        )
        stacks.stack_at(canvas, stack, place, stacks.SMALL)
        if stack:
            stacks.star_count(
                canvas, show, stars(stack), (x + _COLUMN - 96, middle), theme.DECIDING
            )


def _left(slot: int) -> int:
    return _CELLS + slot * (_COLUMN + _GAP)


def _columns(palette: theme.Palette, bottom: int) -> tuple[Fixed, ...]:
    fill_with = mixed(palette.panel, palette.bottom, 0.45)
    box = Box(_COLUMN, bottom - _STAGE, 22, fill_with, mixed(fill_with, palette.bottom, 0.4))
    return tuple(Fixed(box, (_left(slot), _STAGE)) for slot in range(4))


def _head(canvas: Canvas, show: Subject, view: TomatomatView, resolution: Resolution) -> None:
    """Draw the title and the number of the round."""
    layout.header(canvas, stacks.ICON, show.say(show.tableau.title))
    progress = show.tableau.progress
    if progress is not None:
        words = f"{show.head(progress.label)} {show.number(resolution.round)}"
        words = f"{words}/{show.number(view.options.rounds)}"
        layout.pill(canvas, (theme.WIDTH - theme.MARGIN, 50), words, align="right")


def _machines(canvas: Canvas, show: Subject, outcome: Outcome) -> None:
    """Draw the machines of a slot, their value, and their winner."""
    x = _left(outcome.slot)
    place = layout.Area(x + 6, _STAGE + 16, 128, stacks.tall(stacks.MIDDLE))
    stacks.stack_at(canvas, outcome.stack, place, stacks.MIDDLE)
    stacks.slot_mark(canvas, outcome.slot, (x + _COLUMN - 45, place.y + 34))
    stacks.star_count(
        canvas, show, stars(outcome.stack), (x + _COLUMN - 90, place.y + 96), theme.DECIDING
    )
    y = round(place.bottom) + 14 + _WON // 2
    if outcome.winner is None:
        words = show.say(LOST if outcome.lost else STAYS)
        layout.word_pill(canvas, (x + 12, y), words, theme.TEXT_SOFT)
        return
    canvas.sprite("icon:crown", (x + 10, y - 26), _CROWN)
    layout.avatar(canvas, show, outcome.winner, (x + 84, y), 25)
    canvas.write(show.name(outcome.winner), (x + 116, y), _WHO, room=_COLUMN - 124)


def _who(canvas: Canvas, show: Subject, seat: Seat, shine: int, area: layout.Area) -> None:
    """Draw the row's player, and the stars won so far."""
    layout.tray(canvas, area, 22, canvas.palette.panel)
    x = area.centre[0]
    marks = tuple(mark for mark in show.tableau.seats[seat].marks if mark is Mark.READY)
    layout.seat_avatar(canvas, show, seat, marks, (x, area.y + 40), radius=28)
    canvas.write(show.name(seat), (x, area.y + 93), _WHO, align="middle", room=_NAMES - 14)
    stacks.star_count(
        canvas, show, shine, (x - 22 - 13 * len(show.number(shine)), area.y + 134), theme.STAT
    )


def _cell(canvas: Canvas, show: Subject, outcome: Outcome, seat: Seat, area: layout.Area) -> None:
    """Draw a seat's cards at a slot, struck out if they don't count, and the total."""
    palette, won = canvas.palette, seat == outcome.winner
    ground = mixed(palette.well, theme.GOLD, 0.1) if won else palette.well
    edge, thick = (theme.GOLD, 5) if won else (palette.line, 2)
    canvas.box(area[:2], Box(_COLUMN, _ROW, 18, ground, line=edge, thick=thick))
    cards = turned_up(outcome, outcome.cards[seat])
    fill(canvas, show, cards, area.inset(_PAD, _PAD))
    colour = theme.GOLD if won else theme.TEXT if cards else theme.TEXT_OUT
    spot = (area.right - 18, area.bottom - 31)
    canvas.write(show.number(outcome.totals[seat]), spot, _TOTAL, colour, align="right")


def wanted() -> Iterator[Fixed]:
    """Return all cards as they may be turned up, and the crown."""
    yield from all_chips()
    yield Fixed("icon:crown", (0, 0), _CROWN)
