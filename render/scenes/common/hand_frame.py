"""The frame of every hand: header, last event, and a row or a column for each seat.

A hand tells the whole match, so it has the same parts in every game: what is at stake and one's own
score above, the game in the middle, and what happened last at the foot.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from games.core.tableau import LastEvent, Mark
from games.core.text import Text
from games.core.values import Seat
from render import labels
from render.canvas import Canvas, Fixed, Spot
from render.engine import theme
from render.engine.raster import mixed
from render.engine.shapes import Box
from render.engine.text import fit, fits
from render.scenes.common import layout
from render.scenes.common.legend import LegendSign, legend
from render.sprites import known
from render.subject import Subject

MARGIN = 26
HEADER = 122
"""Height of the header; the scene begins below it."""
FOOT = 110
"""Height of the strip at the foot."""
_ABOVE = 14
"""Ground between the content of a table and the strip at its foot."""
_MIDDLE = 64
_PILL = 80
SIGN = 52
"""Side of the sign after the last event."""
_CLOCK = (46, 46)
_ARROW = (30, 34)
_RADIUS = 34
_TWO_LINES = theme.Style(theme.STRONG, 36, 34)
"""A clause that is too long for a line, however short its names."""
_HALF_LINE = 20
_ONE_LINE = theme.Style(theme.STRONG, 36, 28)
"""Such a clause in a foot that is too low for two lines."""
_CUT = (12, 9, 7, 5)
"""Letters that remain of a name where a clause is too long."""
_FRAME = 22
_MARKED = 40
"""Side of the sign for a seat that has answered, or that is waited for."""


class HeaderPill(NamedTuple):
    """A fact about the viewer at the right of the header: "8 /12" after a trophy."""

    words: str
    sprite: str = ""
    is_gain: bool = False
    """Whether it is what the pill before it has become; then it is golden, after an arrow."""


def header(
    canvas: Canvas, show: Subject, icon: str, title: str, pills: Sequence[HeaderPill] = ()
) -> None:
    """Draw icon and title at the left, and pills at the right in their order.

    In a lesson, its task is the title.
    """
    if show.lesson is not None:
        title = show.say(show.lesson.title)
    right: float = theme.WIDTH - MARGIN
    for words, sprite, is_gain in reversed(pills):
        spot = (right, _MIDDLE)
        right -= 22 + layout.pill(
            canvas,
            spot,
            words,
            sprite=sprite,
            align="right",
            style=theme.HAND_PILL,
            height=_PILL,
            room=460,
            is_golden=is_gain,
        )
        if is_gain:
            right -= _ARROW[0] - 8
            canvas.sprite("token:to", (right - 8, _MIDDLE - _ARROW[1] / 2), _ARROW)
            right -= 22
    canvas.sprite(icon, (MARGIN + 10, _MIDDLE - 36), (72, 72))
    left = MARGIN + 102
    canvas.write(title, (left, _MIDDLE), theme.HAND_TITLE, room=right - left)


class Pile(NamedTuple):
    """A pile at the right of the foot, with the number of its cards."""

    words: str
    sprite: str
    size: Spot


def last_event(
    canvas: Canvas,
    show: Subject,
    event: LastEvent | None = None,
    *,
    piles: Sequence[Pile] = (),
    high: int = FOOT,
) -> None:
    """Draw the strip at the foot: this event, or what happened last; no words if nothing has.

    Piles stand at its right, from the right. A lesson has its number there instead; a decision
    or a step that is looked back at has a foot of its own.
    """
    if show.decision is not None or show.replay is not None:
        return
    event, y = event or show.tableau.last, foot(canvas, high)
    if show.lesson is not None:
        words = show.say(show.lesson.place)
        canvas.write(words, (layout.BADGE_RIGHT, y), theme.HAND_CLAUSE, theme.TEXT_SOFT)
        return
    right: float = theme.WIDTH - MARGIN
    for words, sprite, size in piles:
        right -= canvas.write(words, (right, y), theme.HAND_PILL, theme.TEXT_SOFT, align="right")
        right -= 12 + size[0]
        canvas.sprite(sprite, (right, y - size[1] / 2), size)
        right -= 30
    if event is None:
        return
    text, who = event.text, event.who
    if event.own is not None and show.reader.aside is None:
        text, who = event.own, None if who is None else show.tableau.viewer
    x: float = layout.BADGE_RIGHT
    canvas.sprite("token:recent", (x, y - _CLOCK[1] / 2), _CLOCK)
    x += _CLOCK[0] + 24
    if who is not None:
        layout.seat_avatar(canvas, show, who, (), (x + _RADIUS, y), radius=_RADIUS)
        x += 2 * _RADIUS + 22
    sign = SIGN + 16 if event.sprite and known(event.sprite) else 0
    room = right - x - sign
    words = _clause(show, text, room)
    if fits(words, theme.HAND_CLAUSE, room):
        wide = canvas.write(words, (x, y), theme.HAND_CLAUSE, room=room)
    elif high < 4 * _HALF_LINE:
        words = _clause(show, text, room, _ONE_LINE, (*_CUT, 3))
        wide = canvas.write(words, (x, y), _ONE_LINE, room=room)
    else:
        first, *others = layout.lines(words, _TWO_LINES, room)
        wide = canvas.write(first, (x, y - _HALF_LINE), _TWO_LINES, room=room)
        rest = canvas.write(" ".join(others), (x, y + _HALF_LINE), _TWO_LINES, room=room)
        wide = max(wide, rest)
    if sign:
        canvas.sprite(event.sprite, (x + wide + 16, y - SIGN / 2), (SIGN, SIGN))


def _clause(
    show: Subject,
    text: Text,
    room: float,
    style: theme.Style = theme.HAND_CLAUSE,
    letters: Sequence[int] = _CUT,
) -> str:
    """Return the text, with its names cut as far as it takes to fit."""
    words = show.head(text)
    for most in letters:
        if fits(words, style, room):
            break
        names = [name if len(name) <= most else f"{name[:most]}…" for name in show.reader.names]
        cut = replace(show, reader=replace(show.reader, names=tuple(names)))
        words = cut.head(text)
    return words


def foot(canvas: Canvas, high: int = FOOT) -> float:
    """Draw the ground of the strip at the foot, and return the middle of its height."""
    ground = mixed(canvas.palette.bottom, "#000000", 0.45)
    canvas.box((0, canvas.height - high), Box(theme.WIDTH, high, 0, ground))
    return canvas.height - high / 2


def table_foot(
    canvas: Canvas,
    show: Subject,
    signs: Sequence[LegendSign],
    bottom: float,
    event: LastEvent | None = None,
) -> None:
    """Draw what happened last below the content of a table; the legend until something has."""
    event = event or show.tableau.last
    if event is None:
        legend(canvas, show, signs, bottom)
    else:
        last_event(canvas, show, event, high=min(FOOT, round(canvas.height - bottom) - _ABOVE))


def seat_frame(canvas: Canvas, show: Subject, seat: Seat, area: layout.Area) -> str:
    """Draw the frame of a seat's row or column and return the colour of words in it.

    The viewer's is pale, that of a seat that acts is golden, and that of one that is out is dull.
    """
    palette, marks = canvas.palette, marks_of(show, seat)
    wide, high = round(area.width), round(area.height)
    if Mark.OUT in marks:
        sunk = mixed(palette.panel, palette.bottom, 0.62)
        canvas.box(area[:2], Box(wide, high, _FRAME, sunk, line=palette.line, thick=2))
        return theme.TEXT_OUT
    line, thick = palette.line, 3
    if seat == show.tableau.viewer:
        line, thick = theme.TEXT, 6
    elif Mark.TURN in marks:
        line, thick = theme.GOLD, 6
    ground = palette.panel if thick > 3 else mixed(palette.panel, palette.bottom, 0.5)
    canvas.box(area[:2], Box(wide, high, _FRAME, ground, line=line, thick=thick))
    return theme.TEXT


def seat_row(
    canvas: Canvas,
    show: Subject,
    seat: Seat,
    area: layout.Area,
    score: str,
    *,
    has_state: bool = True,
) -> layout.Area:
    """Draw the row of a seat: avatar, name and score. Return the room left below the name.

    Without a state to stand there, the name is in the middle.
    """
    colour = seat_frame(canvas, show, seat, area)
    radius = min(42, round(area.height / 2) - 16)
    x, y = area.x + 16 + radius, area.centre[1]
    marks = tuple(mark for mark in marks_of(show, seat) if mark not in {Mark.TURN, Mark.LEADER})
    layout.seat_avatar(canvas, show, seat, marks, (x, y), radius=radius)
    left = x + radius + 30  # beside the chip of a dealer
    wide = canvas.write(
        score, (area.right - 18, y), theme.HAND_SCORE, colour, align="right", room=area.width * 0.34
    )
    room = area.right - 28 - wide - left
    spot = (left, y - 26 if has_state else y)
    canvas.write(name(show, seat), spot, theme.HAND_NAME, colour, room=room)
    return layout.Area(left, y + 6, room, 46)


def seat_line(
    canvas: Canvas, show: Subject, seat: Seat, area: layout.Area, score: HeaderPill
) -> None:
    """Draw the low row of a seat: avatar, name if it fits, score, and whether it has answered."""
    palette, marks = canvas.palette, marks_of(show, seat)
    is_viewer = seat == show.tableau.viewer
    line, thick = (theme.TEXT, 5) if is_viewer else (palette.line, 3)
    box = Box(round(area.width), round(area.height), _FRAME, palette.well, line=line, thick=thick)
    canvas.box(area[:2], box)
    radius, y = min(32, round(area.height / 2) - 6), area.centre[1]
    shown = tuple(mark for mark in (Mark.DEALER, Mark.WINNER) if mark in marks)
    layout.seat_avatar(canvas, show, seat, shown, (area.x + 14 + radius, y), radius=radius)
    x = area.right - 14 - _MARKED
    if Mark.READY in marks:
        canvas.sprite("token:tick", (x, y - _MARKED / 2), (_MARKED, _MARKED))
    elif Mark.TURN in marks and not is_viewer:
        canvas.sprite("icon:hourglass-not-done", (x, y - _MARKED / 2), (_MARKED, _MARKED))
    x -= 10 + canvas.write(score.words, (x - 10, y), theme.HAND_SCORE, align="right")
    if score.sprite:
        x -= _MARKED + 4
        canvas.sprite(score.sprite, (x, y - _MARKED / 2), (_MARKED, _MARKED))
    left = area.x + 26 + 2 * radius + 20 * (Mark.DEALER in shown)  # its chip
    words = name(show, seat)
    if fit(words, theme.HAND_NAME, int(x - 8 - left))[0] == words:
        canvas.write(words, (left, y), theme.HAND_NAME, room=x - 8 - left)


def place(show: Subject, scores: Sequence[int], seat: Seat) -> list[HeaderPill]:
    """Return the pill with a seat's place by these scores; nothing if all are equal."""
    if len(set(scores)) == 1:
        return []
    number = 1 + sum(score > scores[seat] for score in scores)
    return [HeaderPill(show.say(labels.ordinal(number)))]


def name(show: Subject, seat: Seat) -> str:
    """Return a seat's name; in a picture for the viewer alone, the viewer's is "You"."""
    return show.say(labels.YOU) if is_reader(show, seat) else show.name(seat)


def is_reader(show: Subject, seat: Seat) -> bool:
    """Tell whether the picture is for this seat's player alone."""
    return seat == show.tableau.viewer and show.reader.aside is None


def marks_of(show: Subject, seat: Seat) -> tuple[Mark, ...]:
    """Return the marks of a seat; a tableau may leave a seat out."""
    panels = show.tableau.seats
    return next((panel.marks for panel in panels if panel.seat == seat), ())


def around(show: Subject, seats: Sequence[Seat]) -> list[Seat]:
    """Return seats in turn order, beginning with the viewer."""
    first = -1 if show.tableau.viewer is None else show.tableau.viewer
    return sorted(seats, key=lambda seat: (seat < first, seat))


def wanted() -> Iterator[Fixed]:
    """Return the signs of the frame, to be drawn in advance."""
    yield Fixed("token:recent", (0, 0), _CLOCK)
    yield Fixed("token:to", (0, 0), _ARROW)
    for name in ("token:tick", "icon:hourglass-not-done"):
        yield Fixed(name, (0, 0), (_MARKED, _MARKED))
