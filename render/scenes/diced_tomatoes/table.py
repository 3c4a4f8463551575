"""The public table of Diced Tomatoes for 1 to 6 seats."""

from collections.abc import Iterator
from typing import NamedTuple

from games.core.tableau import Mark, SeatPanel
from games.core.text import say
from games.core.values import Seat
from games.diced_tomatoes.questions.views import DicedView
from games.diced_tomatoes.rules.karma import BITS
from games.diced_tomatoes.rules.legal import is_solo
from games.diced_tomatoes.rules.scoring import is_rewarded
from games.diced_tomatoes.rules.state import Tomato
from render import labels
from render.canvas import Canvas, Fixed, Spot
from render.engine import theme
from render.engine.shapes import Box
from render.engine.text import fit, width
from render.scenes.common import hand_frame
from render.scenes.common import legend as legends
from render.scenes.common.layout import (
    Area,
    acting_last,
    header,
    height,
    seat_areas,
    seat_avatar,
    seat_frame,
)
from render.scenes.common.legend import LegendSign
from render.scenes.diced_tomatoes import garden
from render.scenes.diced_tomatoes.stage import PLANTER, STAGE, stage
from render.sprites import Look
from render.subject import Subject

ICON = "icon:game-die"
TOP = round(STAGE.bottom) + 24
LEGEND = (
    LegendSign("icon:basket", (46, 46), say("dice to draw")),
    LegendSign("icon:red-heart", (40, 40), say("karma")),
    LegendSign("token:star-won", (36, 36), say("matched slot")),
)
TRACK_GAP = 16
"""Distance between vines and slots; the star of a matched slot reaches into it."""
_CHIP = (38, 38)
_TRACK = 216
"""Width of two lines of slots beside the vines."""
_HEART = (40, 40)
_BIT = (25, 26)
_LIFTED = Look(shadow=3)


class Layout(NamedTuple):
    """The arrangement of the seats."""

    columns: int
    widest: int
    plan: garden.GardenPlan
    tall: bool
    """Whether karma and words have a line below the avatar instead of beside it."""
    beside: bool = False
    """Whether the slots are beside the vines, in two lines, instead of below them."""

    @property
    def head(self) -> int:
        """Return the height above the vines."""
        return 122 if self.tall else 100

    @property
    def panel(self) -> int:
        """Return the height of a seat's panel."""
        if self.beside:
            return round(
                self.head + max(self.plan.height, 2 * self.plan.cell + garden.LINE_GAP) + 12
            )
        return round(self.head + self.plan.height + TRACK_GAP + self.plan.cell + 14)


def layout(seats: int) -> Layout:
    """Return the arrangement for a number of seats."""
    if seats == 1:
        return Layout(1, 900, garden.LARGE, tall=False)
    if seats in {2, 4}:
        return Layout(2, 561, garden.BESIDE, tall=False, beside=True)
    return Layout(3, 420, garden.HIGH if seats == 3 else garden.NARROW, tall=True)


def paint(show: Subject, view: DicedView) -> Canvas:
    """Paint the table; its height depends only on the number of seats."""
    plan = layout(view.seats)
    areas = seat_areas(view.seats, TOP, plan.columns, plan.panel, plan.widest)
    canvas = Canvas(height(areas[-1].bottom), show.palette, show.size)
    canvas.place(*PLANTER)
    head(canvas, show, show.say(show.tableau.title))
    stage(canvas, show, view)
    for panel, area in acting_last(show.tableau.seats, areas):
        _seat(canvas, show, _look(show, view, panel), plan, area)
    hand_frame.table_foot(canvas, show, LEGEND, areas[-1].bottom)
    return canvas


def head(canvas: Canvas, show: Subject, title: str) -> None:
    """Draw the title and the number of the round."""
    header(canvas, ICON, title, show.progress())


class SeatLook(NamedTuple):
    """The content of one seat's panel."""

    seat: Seat
    name: str
    marks: tuple[Mark, ...]
    points: str
    karma: str
    bits: int | None
    """None if bits are not in use."""
    word: str
    last: bool
    """Plays last in every round."""
    alone: bool
    vines: tuple[garden.Vine, ...]
    track: tuple[tuple[Tomato, bool], ...]


def _look(show: Subject, view: DicedView, panel: SeatPanel) -> SeatLook:
    seat, solo = panel.seat, is_solo(view)
    bits = view.bits[seat] if view.options.karma_overload and not solo else None
    return SeatLook(
        seat=seat,
        name=show.name(seat),
        marks=panel.marks,
        points=show.number(view.points[seat]),
        karma=show.number(view.karma[seat]),
        bits=bits,
        word="" if panel.word is None else show.say(panel.word),
        last=not solo and seat == view.last,
        alone=solo,
        vines=garden.vines_of(view, seat),
        track=tuple(
            (tomato, is_rewarded(view, tomato[1], slot))
            for slot, tomato in enumerate(view.tracks[seat], 1)
        ),
    )


def _seat(canvas: Canvas, show: Subject, look: SeatLook, plan: Layout, area: Area) -> None:
    seat_frame(canvas, show.say(labels.TURN), look.marks, area, is_alone=True)
    pad = 14 if plan.tall else 18
    x, y = area.x + pad, area.y + 20
    inner = area.width - 2 * pad
    seat_avatar(canvas, show, look.seat, look.marks, (x + 30, y + 32))
    if look.last:
        canvas.sprite("garden:splatter", (x + 41, y - 9), _CHIP, _LIFTED)
    start = x + (78 if plan.tall else 88)
    end = x + inner
    if not plan.tall:
        right = end - _points(canvas, look, (end, y + 30)) - 10
        canvas.write(look.name, (start, y + 18), theme.NAME, room=right - start)
        _state(canvas, look, Area(start, y + 64, right - start, 0))
    elif inner >= _state_width(look) + _points_width(look) + 10:
        # The name gets the whole line.
        canvas.write(look.name, (start, y + 28), theme.NAME, room=end - start)
        right = end - _points(canvas, look, (end, y + 78)) - 10
        _state(canvas, look, Area(x, y + 84, right - x, 0))
    else:
        right = end - _points(canvas, look, (end, y + 30)) - 10
        canvas.write(look.name, (start, y + 30), theme.NAME, room=right - start)
        _state(canvas, look, Area(x, y + 84, inner, 0))
    top = area.y + plan.head
    if plan.beside:
        wide = inner - _TRACK - 10
        garden.vines(canvas, show, look.vines, plan.plan, Area(x - 4, top, wide, plan.plan.height))
        slots = Area(x + inner - _TRACK, top, _TRACK, 0)
        garden.track(canvas, show, look.track, plan.plan, slots, columns=3)
        return
    garden.vines(canvas, show, look.vines, plan.plan, Area(x, top, inner, plan.plan.height))
    top += plan.plan.height + TRACK_GAP
    garden.track(canvas, show, look.track, plan.plan, Area(x, top, inner, plan.plan.cell))


def _points_width(look: SeatLook) -> int:
    """Return the width of the points' capsule."""
    return max(64, 30 + 26 * len(look.points)) + (44 if look.alone else 0)


def _state_width(look: SeatLook) -> int:
    """Return the least width of karma, its bits and the state word."""
    wide = 58 + width(look.karma, theme.STAT.face, theme.STAT.size)
    if look.bits is not None:
        wide += BITS * _BIT[0] + 10
    return wide + (width(look.word, theme.WORD.face, theme.WORD.floor) + 24 if look.word else 0)


def _points(canvas: Canvas, look: SeatLook, spot: Spot) -> float:
    """Draw the points in a paper capsule ending at `at`; return its width."""
    star = 44 if look.alone else 0
    wide = _points_width(look)
    left = spot[0] - wide
    canvas.box((left, spot[1] - 30), Box(wide, 60, 30, theme.PAPER))
    middle = left + (wide + star) / 2
    canvas.write(look.points, (middle, spot[1]), theme.DECIDING, theme.INK, align="middle")
    if star:
        disc = Box(44, 44, 22, theme.OUT_GROUND)
        canvas.box((left + 10, spot[1] - 22), disc)
        canvas.sprite("token:star-won", (left + 18, spot[1] - 14), (28, 28))
    return wide


def _state(canvas: Canvas, look: SeatLook, line: Area) -> None:
    """Draw karma, its bits, and the state word in the remaining room."""
    x, y = line.x, line.y
    canvas.sprite("icon:red-heart", (x, y - 20), _HEART)
    x += 46 + canvas.write(look.karma, (x + 46, y), theme.STAT) + 12
    if look.bits is not None:
        for place in range(BITS):
            name = "garden:bit-on" if place < look.bits else "garden:bit-off"
            canvas.sprite(name, (x, y - 13), _BIT)
            x += _BIT[0]
        x += 10
    if look.word:
        room = int(line.right - x - 22)
        words, size = fit(look.word, theme.WORD, room)
        wide = width(words, theme.WORD.face, size) + 22
        canvas.box((x, y - 22), Box(wide, 44, 22, theme.OUT_GROUND))
        canvas.write(
            look.word, (x + wide / 2, y), theme.WORD, theme.TEXT, align="middle", room=room
        )


def wanted() -> Iterator[Fixed]:
    """Return the signs on seats' panels, to be drawn in advance."""
    yield from legends.wanted(LEGEND)
    yield Fixed("garden:splatter", (0, 0), _CHIP, _LIFTED)
    yield Fixed("icon:red-heart", (0, 0), _HEART)
    yield Fixed("garden:bit-on", (0, 0), _BIT)
    yield Fixed("garden:bit-off", (0, 0), _BIT)
