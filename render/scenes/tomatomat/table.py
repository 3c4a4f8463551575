"""The public table of Tomatomat: a column for each machine, a row for each of 2 to 4 seats."""

from collections.abc import Iterator

from games.core.tableau import Mark, SeatPanel
from games.core.text import say
from games.tomatomat.questions.views import TomatomatView
from games.tomatomat.rules.moves import SLOTS
from games.tomatomat.rules.state import BATCHES
from render import labels
from render.canvas import Canvas, Fixed
from render.engine import theme
from render.engine.raster import mixed
from render.engine.shapes import Box
from render.scenes.common import hand_frame, layout
from render.scenes.common import legend as legends
from render.scenes.common.legend import LegendSign
from render.scenes.tomatomat import stacks
from render.sprites import Look
from render.sprites.tomatomat import CARD_RATIO
from render.subject import Subject

STAGE = 104
"""The top of the machines."""
_TOP = STAGE + stacks.tall(stacks.LARGE) + 84
"""The top of the rows."""
_ROWS = {2: 152, 3: 132, 4: 116}
_GAP = 12
_BETWEEN = 26
"""Distance between two rows; the tab of a seat reaches into it."""
LEGEND = (
    LegendSign("vending:star", (40, 40), say("stars")),
    LegendSign("machine:back", (36, 46), say("machines")),
    LegendSign("vending:double-R", (46, 46), say("colour counts double")),
)
_NAMES = 308
_CELLS = theme.MARGIN + _NAMES + _GAP
COLUMN = (theme.WIDTH - theme.MARGIN - _CELLS - (len(SLOTS) - 1) * _GAP) // len(SLOTS)
_BACK = (60, round(60 * CARD_RATIO))
_PILE = 92
_NEWS = theme.Style(theme.DECIDING.face, 36, 34)


def column(slot: int) -> float:
    """Return the left edge of a slot's column."""
    return _CELLS + slot * (COLUMN + _GAP)


def rows(seats: int) -> list[layout.Area]:
    """Return the places of the seats, over the whole width."""
    high = _ROWS[seats]
    tops = [_TOP + seat * (high + _BETWEEN) for seat in range(seats)]
    return [layout.Area(theme.MARGIN, top, theme.WIDTH - 2 * theme.MARGIN, high) for top in tops]


def paint(show: Subject, view: TomatomatView) -> Canvas:
    """Paint the table; its height depends only on the number of seats."""
    areas = rows(len(view.seats))
    bottom = round(areas[-1].bottom)
    canvas = Canvas(layout.height(bottom), show.palette, show.size)
    canvas.place(*_columns(show.palette, bottom))
    head(canvas, show, view)
    over = bool(view.ranking)
    for slot, stack in enumerate(view.stacks):
        place = layout.Area(column(slot) + 4, STAGE, COLUMN - 8, stacks.tall(stacks.LARGE))
        stacks.stack_at(canvas, stack, place, stacks.LARGE, lost=over)
        middle = (column(slot) + COLUMN / 2, place.bottom + 40)
        stacks.plate(canvas, show, slot, stack, middle, lost=over)
    _supply(canvas, show, view)
    for panel, area in zip(show.tableau.seats, areas, strict=True):
        _row(canvas, show, view, panel, area)
    hand_frame.table_foot(canvas, show, LEGEND, bottom)
    return canvas


def _columns(palette: theme.Palette, bottom: int) -> tuple[Fixed, ...]:
    """Return the grounds of the slots' columns."""
    fill = mixed(palette.panel, palette.bottom, 0.45)
    box = Box(COLUMN, bottom - STAGE - 20 + 14, 24, fill, mixed(fill, palette.bottom, 0.4))
    return tuple(Fixed(box, (column(slot), STAGE + 20)) for slot in range(len(SLOTS)))


def head(canvas: Canvas, show: Subject, view: TomatomatView) -> None:
    """Draw the title, the round, and the batch if there is one."""
    layout.header(canvas, stacks.ICON, show.say(show.tableau.title))
    right = layout.progress_pill(canvas, show)
    if not view.ranking:
        layout.pill(canvas, (right, 50), batch_words(show, view), align="right")


def batch_words(show: Subject, view: TomatomatView) -> str:
    """Return the number of the batch: "Batch 2/3"."""
    label = show.head(show.tableau.figures[0].label)
    return f"{label} {show.number(view.batch)}/{show.number(BATCHES)}"


def _supply(canvas: Canvas, show: Subject, view: TomatomatView) -> None:
    """Draw the face-down machines, and how many seats have placed their batch."""
    x, y = theme.MARGIN + 34, STAGE + 56
    size = (_PILE, stacks.tall(_PILE))
    for shift in (10, 0):
        canvas.sprite("machine:back", (x + shift, y - shift), size, Look(shadow=3))
    spot = (x + _PILE / 2 + 4, y + size[1] + 38)
    canvas.write(show.number(view.pile), spot, theme.STAT, align="middle")
    awaiting = view.awaiting
    if awaiting.of is None or awaiting.answered is None:
        return
    words = f"{show.number(awaiting.answered)}/{show.number(awaiting.of)}"
    middle = x + 204
    canvas.sprite("token:tick", (middle - 38, y + 20), (76, 76))
    canvas.write(words, (middle, y + size[1] + 38), theme.STAT, align="middle")


def _row(
    canvas: Canvas, show: Subject, view: TomatomatView, seat: SeatPanel, area: layout.Area
) -> None:
    facts = view.seats[seat.seat]
    panel = layout.Area(area.x, area.y, _NAMES, area.height)
    layout.seat_frame(canvas, show.say(labels.TURN), seat.marks, panel, is_alone=False)
    middle = panel.centre[1]
    layout.seat_avatar(canvas, show, seat.seat, seat.marks, (panel.x + 50, middle))
    left, room = panel.x + 94, panel.right - 16 - panel.x - 94
    canvas.write(show.name(seat.seat), (left, middle - 17), theme.NAME, room=room)
    used = stacks.star_count(canvas, show, facts.stars, (left - 4, middle + 30), theme.STAT)
    won = left + max(used, 86) + 18
    canvas.sprite("machine:back", (won, middle + 30 - _CASE[1] / 2), _CASE)
    words = show.number(len(facts.won))
    canvas.write(words, (won + _CASE[0] + 8, middle + 30), theme.STAT, theme.TEXT_SOFT)
    if view.ranking:
        rest = layout.Area(_CELLS, area.y, area.right - _CELLS, area.height)
        _harvest(canvas, show, view, seat, rest)
        return
    for slot, (count, stack) in enumerate(zip(facts.counts, view.stacks, strict=True)):
        cell = layout.Area(column(slot) + 8, area.y, COLUMN - 16, area.height)
        added = facts.added[slot] if facts.added else 0
        if count:
            _cell(canvas, show, (slot, count, added), cell)
        else:
            stacks.empty(canvas, stack, cell)


_CASE = (34, round(34 * 19 / 15))


def _cell(canvas: Canvas, show: Subject, lying: tuple[int, int, int], area: layout.Area) -> None:
    """Draw a seat's cards at a slot, face down: up to three backs, their number, the new ones."""
    slot, count, added = lying
    layout.tray(canvas, area, 18)
    y = area.centre[1]
    top = round(y - _BACK[1] / 2)
    for place in range(min(3, count)):
        canvas.sprite(f"back:tomatomat-{SLOTS[slot]}", (area.x + 13 + 9 * place, top), _BACK)
    spot = (area.x + 131, y - (20 if added else 0))
    canvas.write(show.number(count), spot, theme.DECIDING, align="middle")
    if added:
        canvas.write(f"+{show.number(added)}", (spot[0], y + 28), _NEWS, theme.LEAF, align="middle")


def _harvest(
    canvas: Canvas, show: Subject, view: TomatomatView, seat: SeatPanel, area: layout.Area
) -> None:
    """Draw, at the end, the place, the machines a seat has won, and their stars."""
    first = Mark.WINNER in seat.marks
    palette = canvas.palette
    edge, thick = (theme.GOLD, 5) if first else (palette.line, 2)
    ground = mixed(palette.well, theme.GOLD, 0.1) if first else palette.well
    box = Box(round(area.width), round(area.height), 22, ground, line=edge, thick=thick)
    canvas.box(area[:2], box)
    y, facts = area.centre[1], view.seats[seat.seat]
    tied = next(place for place, seats in enumerate(view.ranking) if seat.seat in seats)
    words = show.number(1 + sum(map(len, view.ranking[:tied])))
    canvas.write(words, (area.x + 50, y), theme.DECIDING, theme.TEXT_SOFT, align="middle")
    place = layout.Area(area.x + 100, y - stacks.tall(stacks.SMALL) / 2, area.width - 280, 0)
    stacks.shelf(canvas, facts.won, place, stacks.SMALL)
    stacks.star_count(canvas, show, facts.stars, (area.right - 150, y), _TOTAL)


_TOTAL = theme.Style(theme.DECIDING.face, 56, 48)


def wanted() -> Iterator[Fixed]:
    """Return backs and piles, to be drawn in advance."""
    yield from (Fixed(f"back:tomatomat-{name}", (0, 0), _BACK) for name in SLOTS)
    yield Fixed("machine:back", (0, 0), (_PILE, stacks.tall(_PILE)), Look(shadow=3))
    yield Fixed("machine:back", (0, 0), _CASE)
    yield from legends.wanted(LEGEND)
    yield Fixed("token:tick", (0, 0), (76, 76))
