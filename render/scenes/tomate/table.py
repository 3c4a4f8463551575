"""The public table of Tomate for 2 to 13 seats."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.core.tableau import Mark, SeatPanel
from games.core.text import Text, say
from games.core.values import Seat
from games.tomate.questions.views import TomateView
from render import labels
from render.canvas import Canvas, Fixed, Spot
from render.engine.theme import (
    LEAF,
    MARGIN,
    NAME,
    OUT_WORD,
    SCORE,
    TEXT,
    TEXT_OUT,
    TOMATE,
    WIDTH,
    WORD,
    Style,
)
from render.scenes.common import legend as legends
from render.scenes.common.layout import (
    Area,
    header,
    height,
    pill,
    seat_areas,
    seat_avatar,
    seat_frame,
    word_pill,
)
from render.scenes.common.legend import LegendSign, legend
from render.scenes.tomate.felt import TABLE, felt
from render.sprites import Look
from render.subject import Subject

ICON = "icon:tomato"
_PILL = Style(WORD.face, WORD.size, WORD.size)
"""The style of pills, which don't shrink."""
PANEL = 184
TOP = 494
LEGEND = (
    LegendSign("icon:coin", (40, 40), say("points")),
    LegendSign("token:star-won", (36, 36), say("tricks")),
    LegendSign("token:plate-3", (66, 49), say("pot")),
    LegendSign("token:crate", (48, 44), say("reserve")),
    LegendSign("icon:crown", (40, 40), say("trump")),
)


def columns(seats: int) -> int:
    """Return how many seats are in a line."""
    if seats <= 5:
        return seats
    return 3 if seats == 6 else 4 if seats <= 8 else 5


def paint(show: Subject, view: TomateView) -> Canvas:
    """Paint the table; its height depends only on the number of seats."""
    seats = show.tableau.seats
    areas = seat_areas(len(seats), TOP, columns(len(seats)), PANEL)
    canvas = Canvas(height(areas[-1].bottom), show.palette, show.size, (TABLE,))
    head(canvas, show, view, show.tableau.title)
    legend(canvas, show, LEGEND, areas[-1].bottom)
    felt(canvas, show, view)
    alone = sum(Mark.TURN in panel.marks for panel in seats) == 1
    looks = [_look(show, view, panel) for panel in seats]
    # Seats that act come last, because their glow covers the neighbours.
    for look, area in sorted(
        zip(looks, areas, strict=True), key=lambda one: Mark.TURN in one[0].marks
    ):
        _seat(canvas, show, look, area, alone=alone)
    return canvas


def head(canvas: Canvas, show: Subject, view: TomateView, title: Text) -> None:
    """Draw title, the number of the hand, and of the trick while tricks are played."""
    header(canvas, ICON, show.say(title))
    progress = show.tableau.progress
    right = float(WIDTH - MARGIN)
    if progress is not None:
        of = f"/{show.number(progress.of)}" if progress.of is not None else ""
        said = f"{show.head(progress.label)} {show.number(progress.value)}{of}"
        right -= pill(canvas, (right, 50), said, align="right") + 14
    if view.trick is not None:
        said = f"{show.number(view.trick.number)}/{show.number(3)}"
        pill(canvas, (right, 50), said, sprite="token:star-won", align="right")


class SeatLook(NamedTuple):
    """The content of one seat's panel; equal looks have equal pixels."""

    seat: Seat
    name: str
    code: str
    marks: tuple[Mark, ...]
    score: int
    passed: bool
    word: str
    change: int
    """The change by the hand just settled; 0 before a settlement."""
    tomate: bool
    stars: tuple[int, int] | None
    """Tricks taken and needed: while tricks are played, and if more than one is needed."""
    cards: int


def _look(show: Subject, view: TomateView, panel: SeatPanel) -> SeatLook:
    facts = view.seats[panel.seat]
    settled = view.aftermath.settlement.seats if view.aftermath.settlement is not None else ()
    line = next((line for line in settled if line.seat == panel.seat), None)
    playing = facts.bid == "in" and view.trick is not None
    needs_more = facts.need > 1 and not settled
    # The order of the cards on the felt shows who leads.
    marks = tuple(mark for mark in panel.marks if mark is not Mark.LEADER)
    return SeatLook(
        seat=panel.seat,
        name=show.name(panel.seat),
        code=show.codes[panel.seat],
        marks=marks,
        score=facts.score,
        passed=facts.bid == "pass",
        word="" if panel.word is None or settled else show.say(panel.word),
        change=0 if line is None else line.change,
        tomate=line is not None and line.part == "tomate",
        stars=(facts.tricks, facts.need) if playing or needs_more else None,
        cards=0 if Mark.OUT in marks else facts.cards,
    )


def signed(show: Subject, change: int, style: Style, room: float) -> str:
    """Return a change of points with its sign, as exact as there is room for."""
    return show.fitting(change, style, room, sign="+" if change > 0 else "")


def _seat(canvas: Canvas, show: Subject, look: SeatLook, area: Area, *, alone: bool) -> None:
    seat_frame(canvas, show.say(labels.TURN), look.marks, area, alone=alone)
    out = Mark.OUT in look.marks
    colour = TEXT_OUT if out else TEXT
    x, y = area.x + 16, area.y + 16
    seat_avatar(canvas, show, look.seat, look.marks, (x + 30, y + 30))
    tint = Look("grey", canvas.palette.bottom) if out else Look()
    canvas.sprite("icon:coin", (x + 84, y + 12), (36, 36), tint)
    room = area.right - x - 132
    score = show.fitting(look.score, SCORE, room)
    canvas.write(score, (x + 126, y + 30), SCORE, colour, room=room)
    canvas.write(look.name, (x + 3, y + 88), NAME, colour, room=area.width - 36)
    line = (x, y + 132)
    if look.change:
        _change(canvas, show, look, line, area.right - 12)
    elif look.stars is not None:
        stars(canvas, *look.stars, line)
    elif look.word:
        word_pill(canvas, line, look.word, OUT_WORD if look.passed else LEAF)
    for place in range(look.cards):
        left = area.right - 46 - 17 * (look.cards - 1 - place)
        canvas.sprite("back:spanish", (left, line[1] - 22), (30, 44))


def _change(canvas: Canvas, show: Subject, look: SeatLook, at: Spot, right: float) -> None:
    """Draw the change by the hand just settled, after a tomato for getting Tomate."""
    x = at[0]
    if look.tomate:
        canvas.sprite("icon:tomato", (x - 2, at[1] - 22), (42, 42))
        x += 46
    said = signed(show, look.change, _PILL, right - x - 32)
    word_pill(canvas, (x, at[1]), said, LEAF if look.change > 0 else OUT_WORD)


def wanted() -> Iterator[Fixed]:
    """Return the signs on seats' panels, to be drawn in advance."""
    signs = (("star-won", 30), ("star-needed", 30), ("star-open", 30), ("star-won", 44))
    yield from (Fixed(f"token:{name}", (0, 0), (side, side)) for name, side in signs)
    yield from legends.wanted(LEGEND)
    yield Fixed("icon:tomato", (0, 0), (42, 42))
    yield Fixed("icon:coin", (0, 0), (36, 36), Look("grey", TOMATE.bottom))


def stars(canvas: Canvas, tricks: int, need: int, at: Spot) -> None:
    """Draw three stars: taken, still needed, and the rest."""
    for place in range(3):
        name = "star-won" if place < tricks else "star-needed" if place < need else "star-open"
        canvas.sprite(f"token:{name}", (at[0] + 33 * place, at[1] - 15), (30, 30))
