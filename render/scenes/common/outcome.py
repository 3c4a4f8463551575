"""The parts of a picture of an outcome: each seat's place with its gain and its new total.

The viewer's own gain is golden and larger than the others'; a sign beside it says the same.
"""

from collections.abc import Sequence
from typing import NamedTuple

from games.core.text import say, symbol
from games.core.values import Seat
from render.canvas import Canvas, Spot
from render.engine import theme
from render.engine.raster import mixed
from render.engine.shapes import Box
from render.engine.text import fits
from render.scenes.common import hand_frame, layout
from render.subject import Subject

MOST = 5
"""The most seats that all have a column, in one line."""
COLUMN = 406
"""Height of a column."""
TOTAL = 68
"""Room below a column, for the new total."""
LINE = 214
"""From a column's top to the middle of what the game writes into it."""
_GAIN = 302
_GAP = 16
_LOOSE = 4
"""The most lines of rows that have the room of columns."""
_ROW, _CLOSE = 100, 4
"""The height of a row of more, unless the picture became too high, and the gap below it."""
_FACE, _FIGURE = 118, 240
"""In a row, the room of the face, and of the gain and the total at the right."""


class Gain(NamedTuple):
    """What a seat gained (or paid, if negative), and its new total."""

    points: int
    total: int
    is_won: bool = False
    is_out: bool = False
    sprite: str = ""
    """A second sign beside the number, so that colour isn't all."""


def shown_seats(show: Subject, part: Sequence[Seat]) -> list[Seat]:
    """Return the seats with a column, the viewer first: all if they fit, else those that had part.

    A viewer who had none has a column too.
    """
    everybody = [panel.seat for panel in show.tableau.seats]
    if len(everybody) <= MOST:
        return hand_frame.around(show, everybody)
    viewer = show.tableau.viewer
    own = [] if viewer is None or viewer in part else [viewer]
    return hand_frame.around(show, [*part, *own] or everybody)


def places(count: int, top: float) -> list[layout.Area]:
    """Return a column for each of so many seats; with many seats rows, two beside each other."""
    room = theme.WIDTH - 2 * hand_frame.MARGIN
    if count > MOST:
        lines, room_below = -(-count // 2), _high(count, top) - 14
        gap = _GAP if lines <= _LOOSE else _CLOSE
        wide, step = (room - _GAP) / 2, (room_below + gap) / lines
        return [
            layout.Area(
                hand_frame.MARGIN + place % 2 * (wide + _GAP),
                top + place // 2 * step,
                wide,
                step - gap,
            )
            for place in range(count)
        ]
    wide = min(330, (room - _GAP * (count - 1)) / count)
    left = (theme.WIDTH - count * (wide + _GAP) + _GAP) / 2
    return [layout.Area(left + place * (wide + _GAP), top, wide, COLUMN) for place in range(count)]


def own_spot(area: layout.Area) -> Spot:
    """Return the middle of what the game writes into a seat's place."""
    if area.width > area.height:
        return area.x + _FACE + 76, area.centre[1] + 28
    return area.centre[0], area.y + LINE


def _high(count: int, top: float) -> float:
    """Return the height of so many places below `top`."""
    lines = -(-count // 2)
    if lines <= _LOOSE:
        return COLUMN + TOTAL
    return min(lines * (_ROW + _CLOSE) + 10, theme.TALLEST - hand_frame.FOOT - top)


def height(top: float, count: int) -> int:
    """Return the height of a picture with so many places below `top`."""
    return round(top + _high(count, top) + hand_frame.FOOT)


def frame(canvas: Canvas, area: layout.Area, *, is_own: bool) -> None:
    """Draw the frame of a part of an outcome, golden where the viewer gained."""
    palette, wide, high = canvas.palette, round(area.width), round(area.height)
    if is_own:
        ground = mixed(palette.bottom, theme.GOLD, 0.2)
        canvas.box(area[:2], Box(wide, high, 26, ground, line=theme.GOLD, thick=6))
    else:
        ground = mixed(palette.panel, palette.bottom, 0.6)
        canvas.box(area[:2], Box(wide, high, 26, ground, line=palette.line, thick=3))


def seat_outcome(canvas: Canvas, show: Subject, seat: Seat, area: layout.Area, gain: Gain) -> None:
    """Draw the frame, face, name, gain and total of a seat; the rest is the game's own."""
    frame(canvas, area, is_own=seat == show.tableau.viewer and gain.is_won)
    (_row if area.width > area.height else _column)(canvas, show, seat, area, gain)


def _column(canvas: Canvas, show: Subject, seat: Seat, area: layout.Area, gain: Gain) -> None:
    is_viewer, middle, room = seat == show.tableau.viewer, area.centre[0], area.width - 20
    layout.seat_avatar(canvas, show, seat, (), (middle, area.y + 78), radius=46)
    colour = theme.TEXT_OUT if gain.is_out else theme.TEXT
    name, spot = hand_frame.name(show, seat), (middle, area.y + 158)
    canvas.write(name, spot, theme.HAND_NAME, colour, align="middle", room=room)
    style = theme.OWN_GAIN if is_viewer else theme.HAND_GAIN
    words, shade = _gained(show, seat, gain, style, room)
    canvas.write(words, (middle, area.y + _GAIN), style, shade, align="middle", room=room)
    if gain.sprite:
        canvas.sprite(gain.sprite, (area.right - 76, area.y - 22), (62, 62))
    spot = (middle, area.bottom + TOTAL / 2)
    colour = theme.TEXT if is_viewer else theme.TEXT_SOFT
    words = _total(show, gain, area.width)
    canvas.write(words, spot, theme.HAND_CAPTION, colour, align="middle", room=area.width)


def _row(canvas: Canvas, show: Subject, seat: Seat, area: layout.Area, gain: Gain) -> None:
    y, radius = area.centre[1], min(40, round(area.height / 2) - 12)
    layout.seat_avatar(canvas, show, seat, (), (area.x + 20 + radius, y), radius=radius)
    left, right = area.x + _FACE, area.right - 20
    colour = theme.TEXT_OUT if gain.is_out else theme.TEXT
    words, shade = _gained(show, seat, gain, theme.HAND_SCORE, _FIGURE)
    spot = (right, y - 26)
    taken = canvas.write(words, spot, theme.HAND_SCORE, shade, align="right", room=_FIGURE)
    name, room = hand_frame.name(show, seat), right - taken - 16 - left
    canvas.write(name, (left, y - 24), theme.HAND_NAME, colour, room=room)
    colour = theme.TEXT if seat == show.tableau.viewer else theme.TEXT_SOFT
    words, spot = _total(show, gain, _FIGURE), (right, y + 28)
    canvas.write(words, spot, theme.HAND_CAPTION, colour, align="right", room=_FIGURE)
    if gain.sprite:
        canvas.sprite(gain.sprite, (area.x - 14, area.y - 14), (48, 48))


def _total(show: Subject, gain: Gain, room: float) -> str:
    """Return the new total, named if there is room."""
    total = show.fitting(gain.total, theme.HAND_CAPTION, room)
    words = show.say(say("total {points}", points=symbol(total)))
    return words if fits(words, theme.HAND_CAPTION, room) else total


def _gained(
    show: Subject, seat: Seat, gain: Gain, style: theme.Style, room: float
) -> tuple[str, str]:
    """Return a gain in figures, and its colour."""
    if gain.is_out or not gain.points:
        shade = theme.TEXT_OUT
    elif gain.points < 0:
        shade = theme.OUT_WORD
    else:
        shade = theme.GOLD if seat == show.tableau.viewer else theme.LEAF
    return show.fitting(gain.points, style, room, sign="+" if gain.points > 0 else ""), shade
