"""The public table of Dojo for three to five seats: all dojos, and the round's trophy."""

from collections.abc import Iterator, Sequence

from games.core.tableau import Mark, SeatPanel
from games.core.text import Text, say
from games.dojo.questions.views import DojoView, SeatView
from games.dojo.rules.cards import CARDS
from render import labels
from render.canvas import Canvas, Fixed
from render.engine import theme
from render.engine.raster import mixed
from render.engine.shapes import Box
from render.engine.text import width
from render.scenes.common import hand_frame, layout
from render.scenes.common.legend import LegendSign
from render.scenes.dojo import labels as own_words
from render.scenes.dojo import stage
from render.scenes.dojo.mat import COLUMN_ROOM, DENSE, SQUARE, Mat, laid, paint_mat, write_points
from render.sprites import Look
from render.sprites.dojo import mat_size
from render.subject import Subject

ICON = "icon:martial-arts-uniform"
LEGEND = (
    LegendSign("trophy:row-variety", (42, 42), say("variety")),
    LegendSign("trophy:row-wild", (42, 42), say("wild")),
    LegendSign("trophy:row-sort", (42, 42), say("sort row")),
    LegendSign("trophy:col-pair", (42, 42), say("pair")),
    LegendSign("trophy:col-double", (42, 42), say("double")),
    LegendSign("trophy:col-sort", (42, 42), say("sort column")),
)
_HELD = (54, 94)
_STRIP = layout.Area(theme.MARGIN, layout.HEADER, theme.WIDTH - 2 * theme.MARGIN, 172)
_HEADS = {SQUARE: 70, DENSE: 62}
"""Distance from the upper edge of a panel to its dojo."""


def _cell(seats: int) -> tuple[int, int]:
    return DENSE if seats > 4 else SQUARE


def _panel_height(seats: int) -> int:
    cell = _cell(seats)
    return _HEADS[cell] + COLUMN_ROOM + mat_size(4, 3, cell)[1] + 8


def areas(seats: int) -> tuple[list[layout.Area], layout.Area]:
    """Return the places of the seats' panels, and of the round's trophy."""
    high = _panel_height(seats)
    if seats % 2:
        places = layout.seat_areas(seats + 1, layout.HEADER + 10, 2, high, widest=561)
        return places[:-1], places[-1]
    return layout.seat_areas(seats, _STRIP.bottom + 28, 2, high, widest=561), _STRIP


def paint(show: Subject, view: DojoView) -> Canvas:
    """Paint the table; its height depends only on the number of seats."""
    panels = show.tableau.seats
    places, middle = areas(len(panels))
    bottom = max(places[-1].bottom, middle.bottom)
    canvas = Canvas(layout.height(bottom), show.palette, show.size)
    head(canvas, show, view, show.tableau.title)
    _middle(canvas, show, view, middle)
    paint_seats(canvas, show, view, places)
    hand_frame.table_foot(canvas, show, (), bottom)  # six names would be too small to read
    return canvas


def paint_seats(
    canvas: Canvas, show: Subject, view: DojoView, places: Sequence[layout.Area]
) -> None:
    """Draw the dojos of all seats."""
    panels = show.tableau.seats
    is_alone = sum(Mark.TURN in panel.marks for panel in panels) == 1
    for panel, area in layout.acting_last(panels, places):
        _seat(canvas, show, view, panel, area, is_alone=is_alone)


def head(canvas: Canvas, show: Subject, view: DojoView, title: Text) -> None:
    """Draw the title, the round, and the number of cards left."""
    layout.header(canvas, ICON, show.say(title))
    right = layout.progress_pill(canvas, show)
    layout.pill(canvas, (right, 50), show.number(view.deck), sprite="back:tatami", align="right")


def _middle(canvas: Canvas, show: Subject, view: DojoView, area: layout.Area) -> None:
    """Draw the trophy beside the action, or above it if there is no room beside."""
    layout.tray(canvas, area)
    if area.width > area.height * 2:
        left = 396.0
        stage.prize(canvas, show, view, layout.Area(area.x, area.y, left, area.height))
        middle = layout.Area(area.x + left, area.y, 200, area.height)
        stage.title(canvas, show, view, middle)
        rest = layout.Area(
            middle.right, area.y + 12, area.right - middle.right - 12, area.height - 24
        )
        stage.action(canvas, show, view, rest)
        return
    upper = area.height * 0.42
    stage.prize(canvas, show, view, layout.Area(area.x, area.y, area.width, upper))
    canvas.box(
        (area.x + 24, area.y + upper), Box(round(area.width) - 48, 2, 1, canvas.palette.line)
    )
    stage.title(canvas, show, view, layout.Area(area.x + 24, area.y + upper, area.width - 48, 68))
    top = area.y + upper + 68
    stage.action(
        canvas, show, view, layout.Area(area.x + 12, top, area.width - 24, area.bottom - top - 8)
    )


def _word(show: Subject, view: DojoView, panel: SeatPanel) -> tuple[str, str]:
    """Return a seat's state word and its colour; at the end, whether its cards were rearranged."""
    final = view.seats[panel.seat].final
    if final is not None:
        return (show.say(own_words.SORTED), theme.TEXT) if final.sorted else ("", theme.TEXT)
    if panel.word is None:
        return "", theme.TEXT
    ahead = view.challenger if view.winner is None else view.winner
    return show.say(panel.word), theme.LEAF if panel.seat == ahead else theme.OUT_WORD


def _seat(
    canvas: Canvas,
    show: Subject,
    view: DojoView,
    panel: SeatPanel,
    area: layout.Area,
    *,
    is_alone: bool,
) -> None:
    facts = view.seats[panel.seat]
    layout.seat_frame(canvas, show.say(labels.TURN), panel.marks, area, is_alone=is_alone)
    x, y = area.x + 14, area.y + 40
    plain = tuple(mark for mark in panel.marks if mark is not Mark.WINNER)
    layout.seat_avatar(canvas, show, panel.seat, plain, (x + 30, y))
    if Mark.WINNER in panel.marks:
        canvas.sprite("icon:crown", (x + 9, y - 58), (42, 42), Look(shadow=4))
    right, words = area.right - 14, show.number(facts.points)
    wide = layout.pill(canvas, (right, y + 4), words, style=theme.STAT, height=50, align="right")
    canvas.write(show.name(panel.seat), (x + 92, y), theme.NAME, room=right - wide - x - 104)
    word, tone = _word(show, view, panel)
    if word:
        _word_pill(canvas, word, tone, area)
    cell = _cell(len(view.seats))
    mat = Mat((area.x + 12, area.y + _HEADS[cell]), cell)
    dojo = laid(view, facts)
    paint_mat(canvas, show, mat, dojo)
    x = mat.right + 33
    for row, points in enumerate(dojo.row_points):
        write_points(canvas, show, points, (x, mat.cell_area(row, 0).centre[1]))
    _margin(canvas, show, facts, mat)


def _word_pill(canvas: Canvas, word: str, tone: str, area: layout.Area) -> None:
    """Draw the state word on the upper edge of the panel, right of the tab."""
    room = area.width / 2 - 110
    wide = round(min(room, width(word, theme.WORD.face, theme.WORD.size) + 32))
    left = area.right - 22 - wide
    line = canvas.palette.line
    y = area.y - 3
    canvas.box((left, y - 19), Box(wide, 38, 19, theme.OUT_GROUND, "", line, 2))
    canvas.write(word, (left + wide / 2, y), theme.WORD, tone, align="middle", room=wide - 20)


def _margin(canvas: Canvas, show: Subject, facts: SeatView, mat: Mat) -> None:
    """Draw right of the mat the card of this round, and with White Belt the trophies held."""
    x, top = mat.right + 33, mat.corner[1] + 12
    if facts.has_card and facts.face_up and facts.card is not None:
        canvas.sprite(f"tatami-tall:{facts.card}", (x - 27, top), _HELD, Look(shadow=3))
    elif facts.has_card:
        canvas.sprite("back:tatami", (x - 27, top), (54, 54), Look(shadow=3))
    if facts.tokens:
        final = facts.final
        foot = mat.cell_area(2, 0).centre[1]
        spot = x if final is None else mat.at[0] + 24
        words = show.number(len(facts.tokens))
        if final is not None and final.token_points:
            words = f"+{show.number(final.token_points)}"
        canvas.sprite("icon:trophy", (spot - 22, foot - 64), (44, 44))
        canvas.write(words, (spot, foot + 3), theme.STAT, theme.TEXT, align="middle", room=56)


def wanted() -> Iterator[Fixed]:
    """Return the things beside mats and the panel of a single acting seat."""
    for seats in (3, 5):
        # The first round of five is dealt by chance, so no opening has this panel.
        ground = mixed(theme.TATAMI.panel, theme.GOLD, 0.14)
        size = (round(areas(seats)[0][0].width), _panel_height(seats))
        yield Fixed(
            Box(*size, layout.FRAME_RADIUS, ground, line=theme.GOLD, thick=5, glow=14), (0, 0)
        )
    yield Fixed("back:tatami", (0, 0), (54, 54), Look(shadow=3))
    yield Fixed("back:tatami", (0, 0), (44, 44))
    yield Fixed("icon:trophy", (0, 0), (44, 44))
    yield from (Fixed(f"tatami-tall:{card}", (0, 0), _HELD, Look(shadow=3)) for card in CARDS)
