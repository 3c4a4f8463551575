"""The public table of Tomate for 2 to 13 seats."""

from collections.abc import Iterator

from games.core.tableau import Mark, SeatPanel
from games.core.text import Text, say
from games.tomate.questions.views import TomateView
from games.tomate.rules.records import SettledSeat
from render import labels
from render.canvas import Canvas, Fixed, Spot
from render.engine import theme
from render.scenes.common import hand_frame, layout
from render.scenes.common import legend as legends
from render.scenes.common.legend import LegendSign
from render.scenes.tomate.felt import TABLE, felt
from render.sprites import Look
from render.subject import Subject

ICON = "icon:tomato"
_PILL = theme.Style(theme.WORD.face, theme.WORD.size, theme.WORD.size)
"""The style of pills, which don't shrink."""
_PASSED = theme.Style(theme.ROUND, 36, 28)
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
    areas = layout.seat_areas(len(seats), TOP, columns(len(seats)), PANEL)
    canvas = Canvas(layout.height(areas[-1].bottom), show.palette, show.size)
    canvas.place(TABLE)
    head(canvas, show, view, show.tableau.title)
    felt(canvas, show, view)
    is_alone = sum(Mark.TURN in panel.marks for panel in seats) == 1
    for panel, area in layout.acting_last(seats, areas):
        _seat(canvas, show, view, panel, area, is_alone=is_alone)
    hand_frame.table_foot(canvas, show, LEGEND, areas[-1].bottom)
    return canvas


def head(canvas: Canvas, show: Subject, view: TomateView, title: Text) -> None:
    """Draw title, the number of the hand, and of the trick while tricks are played."""
    layout.header(canvas, ICON, show.say(title))
    right = layout.progress_pill(canvas, show)
    if view.trick is not None:
        words = f"{show.number(view.trick.number)}/{show.number(3)}"
        layout.pill(canvas, (right, 50), words, sprite="token:star-won", align="right")


def signed(show: Subject, change: int, style: theme.Style, room: float) -> str:
    """Return a change of points with its sign, as exact as there is room for."""
    return show.fitting(change, style, room, sign="+" if change > 0 else "")


def _seat(
    canvas: Canvas,
    show: Subject,
    view: TomateView,
    panel: SeatPanel,
    area: layout.Area,
    *,
    is_alone: bool,
) -> None:
    facts = view.seats[panel.seat]
    # The order of the cards on the felt shows who leads.
    marks = tuple(mark for mark in panel.marks if mark is not Mark.LEADER)
    layout.seat_frame(canvas, show.say(labels.TURN), marks, area, is_alone=is_alone)
    out = Mark.OUT in marks
    colour = theme.TEXT_OUT if out else theme.TEXT
    x, y = area.x + 16, area.y + 16
    layout.seat_avatar(canvas, show, panel.seat, marks, (x + 30, y + 30))
    tint = Look("grey", canvas.palette.bottom) if out else Look()
    canvas.sprite("icon:coin", (x + 84, y + 12), (36, 36), tint)
    room = area.right - x - 132
    score = show.fitting(facts.score, theme.SCORE, room)
    canvas.write(score, (x + 126, y + 30), theme.SCORE, colour, room=room)
    canvas.write(show.name(panel.seat), (x + 3, y + 84), theme.NAME, colour, room=area.width - 36)
    _progress(canvas, show, view, panel, layout.Area(x, y + 136, area.right - 12 - x, 0))
    for place in range(0 if out else facts.cards):
        left = area.right - 46 - 17 * (facts.cards - 1 - place)
        canvas.sprite("back:spanish", (left, y + 110), (30, 44))


def _progress(
    canvas: Canvas, show: Subject, view: TomateView, panel: SeatPanel, line: layout.Area
) -> None:
    """Draw the change by a hand just settled, or the tricks of this one, or the state word."""
    facts, settlement = view.seats[panel.seat], view.aftermath.settlement
    settled = () if settlement is None else settlement.seats
    own = next((line for line in settled if line.seat == panel.seat), None)
    playing = facts.bid == "in" and view.trick is not None
    if own is not None and own.change:
        _change(canvas, show, own, line)
    elif playing or (facts.need > 1 and not settled):
        stars(canvas, facts.tricks, facts.need, line[:2])
    elif panel.word is not None and not settled:
        # Who has passed has no cards beside the word.
        has_room = facts.bid == "pass"
        colour, style = (theme.OUT_WORD, _PASSED) if has_room else (theme.LEAF, theme.WORD)
        layout.word_pill(canvas, line[:2], show.say(panel.word), colour, style)


def _change(canvas: Canvas, show: Subject, settled: SettledSeat, line: layout.Area) -> None:
    """Draw the change by the hand just settled, after a tomato for getting Tomate."""
    x, y = line[:2]
    if settled.part == "tomate":
        canvas.sprite("icon:tomato", (x - 2, y - 22), (42, 42))
        x += 46
    words = signed(show, settled.change, _PILL, line.right - x - 32)
    layout.word_pill(canvas, (x, y), words, theme.LEAF if settled.change > 0 else theme.OUT_WORD)


def wanted() -> Iterator[Fixed]:
    """Return the signs on seats' panels, to be drawn in advance."""
    signs = (("star-won", 30), ("star-needed", 30), ("star-open", 30), ("star-won", 44))
    yield from (Fixed(f"token:{name}", (0, 0), (side, side)) for name, side in signs)
    yield from legends.wanted(LEGEND)
    yield Fixed("icon:tomato", (0, 0), (42, 42))
    yield Fixed("icon:coin", (0, 0), (36, 36), Look("grey", theme.TOMATE.bottom))


def stars(canvas: Canvas, tricks: int, need: int, spot: Spot, side: int = 30) -> None:
    """Draw three stars: taken, still needed, and the rest."""
    for place in range(3):
        name = "star-won" if place < tricks else "star-needed" if place < need else "star-open"
        left = spot[0] + (side + 3) * place
        canvas.sprite(f"token:{name}", (left, spot[1] - side / 2), (side, side))
