"""The public table of Tomate for 2 to 13 seats."""

from __future__ import annotations

from games.core.tableau import Mark, SeatPanel
from games.core.text import Text
from games.tomate.views import SeatView, TomateView
from render.canvas import Canvas
from render.scenes.parts import (
    Area,
    header,
    pill,
    seat_areas,
    seat_avatar,
    seat_frame,
    word_pill,
)
from render.scenes.tomate.felt import felt
from render.show import Show
from render.sprites import Look
from render.theme import (
    GAP,
    LEAF,
    MARGIN,
    NAME,
    OUT_WORD,
    STAT,
    TEXT,
    TEXT_OUT,
    WIDTH,
)

ICON = "icon:tomato"
PANEL = 184
TOP = 494


def columns(seats: int) -> int:
    """How many seats stand in a line."""
    if seats <= 5:
        return seats
    return 3 if seats == 6 else 4 if seats <= 8 else 5


def paint(show: Show, view: TomateView) -> Canvas:
    """The table as a picture; its height depends on the number of seats alone."""
    seats = show.tableau.seats
    lines = -(-len(seats) // columns(len(seats)))
    canvas = Canvas(TOP + lines * (PANEL + GAP + 8) + 4, show.palette, show.size)
    head(canvas, show, view, show.tableau.title)
    felt(canvas, show, view)
    areas = seat_areas(len(seats), TOP, columns(len(seats)), PANEL)
    alone = sum(Mark.TURN in panel.marks for panel in seats) == 1
    for panel, area in zip(seats, areas, strict=True):
        _seat(canvas, show, view, panel, area, alone=alone)
    return canvas


def head(canvas: Canvas, show: Show, view: TomateView, title: Text) -> None:
    """Title, the number of the hand, and of the trick while tricks are played."""
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


def _seat(
    canvas: Canvas, show: Show, view: TomateView, panel: SeatPanel, area: Area, *, alone: bool
) -> None:
    seat_frame(canvas, show, panel, area, alone=alone)
    out = Mark.OUT in panel.marks
    colour = TEXT_OUT if out else TEXT
    x, y = area.x + 16, area.y + 16
    seat_avatar(canvas, show, _without_lead(panel), (x + 30, y + 30))
    facts = view.seats[panel.seat]
    look = Look("grey", canvas.palette.bottom) if out else Look()
    canvas.sprite("icon:coin", (x + 90, y + 12), (36, 36), look)
    score = show.number(facts.score)
    canvas.write(score, (x + 132, y + 30), STAT, colour, room=area.right - x - 142)
    canvas.write(show.name(panel.seat), (x + 3, y + 88), NAME, colour, room=area.width - 36)
    line = y + 132
    if not _change(canvas, show, view, panel, (x, line)):
        _state(canvas, show, view, panel, (x, line))
    if not out:
        _cards_held(canvas, facts, area, line)


def _without_lead(panel: SeatPanel) -> SeatPanel:
    """Who leads is told by the order of the cards on the felt."""
    marks = tuple(mark for mark in panel.marks if mark is not Mark.LEADER)
    return panel.model_copy(update={"marks": marks})


def _change(
    canvas: Canvas, show: Show, view: TomateView, panel: SeatPanel, at: tuple[float, float]
) -> bool:
    """What the hand just settled brought this seat; False when nothing was settled."""
    settlement = view.aftermath.settlement
    if settlement is None:
        return False
    line = next((line for line in settlement.seats if line.seat == panel.seat), None)
    if line is None or not line.change:
        return True
    x = at[0]
    if line.part == "tomate":
        canvas.sprite("icon:tomato", (x - 2, at[1] - 22), (42, 42))
        x += 46
    word_pill(canvas, (x, at[1]), signed(show, line.change), LEAF if line.change > 0 else OUT_WORD)
    return True


def signed(show: Show, change: int) -> str:
    """A change of points with its sign."""
    return ("+" if change > 0 else "") + show.number(change)


def _state(
    canvas: Canvas, show: Show, view: TomateView, panel: SeatPanel, at: tuple[float, float]
) -> None:
    """Stars for the tricks while they are played, the word of the bid before."""
    facts = view.seats[panel.seat]
    if facts.bid == "in" and view.trick is not None:
        stars(canvas, facts.tricks, facts.need, at)
    elif panel.word is not None:
        colour = OUT_WORD if facts.bid == "pass" else LEAF
        word_pill(canvas, at, show.say(panel.word), colour)


def stars(canvas: Canvas, tricks: int, need: int, at: tuple[float, float]) -> None:
    """Three stars: taken, still needed, and the rest."""
    for place in range(3):
        name = "star-won" if place < tricks else "star-needed" if place < need else "star-open"
        canvas.sprite(f"token:{name}", (at[0] + 33 * place, at[1] - 15), (30, 30))


def _cards_held(canvas: Canvas, facts: SeatView, area: Area, line: float) -> None:
    """Small backs at the right, one for each card held."""
    for place in range(facts.cards):
        x = area.right - 16 - 30 - 17 * (facts.cards - 1 - place)
        canvas.sprite("back:spanish", (x, line - 22), (30, 44))
