"""The parts of a picture of an outcome: a column for each seat with its gain and its new total.

The viewer's own gain is golden and larger than the others'; a sign beside it says the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.core.text import say, symbol
from games.core.values import Seat
from render.canvas import Canvas
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


def columns(count: int, top: float) -> list[layout.Area]:
    """Return the places of so many columns in one or two lines."""
    lines = 1 if count <= MOST else 2
    across = -(-count // lines)
    wide = min(330, (theme.WIDTH - 2 * hand_frame.MARGIN - _GAP * (across - 1)) / across)
    areas = []
    for place in range(count):
        line, column = divmod(place, across)
        here = min(across, count - line * across)
        left = (theme.WIDTH - here * (wide + _GAP) + _GAP) / 2 + column * (wide + _GAP)
        areas.append(layout.Area(left, top + line * (COLUMN + TOTAL), wide, COLUMN))
    return areas


def height(areas: Sequence[layout.Area]) -> int:
    """Return the height of a picture with these columns at its foot."""
    return round(areas[-1].bottom + TOTAL + hand_frame.FOOT)


def frame(canvas: Canvas, area: layout.Area, *, is_own: bool) -> None:
    """Draw the frame of a part of an outcome, golden where the viewer gained."""
    palette, wide, high = canvas.palette, round(area.width), round(area.height)
    if is_own:
        ground = mixed(palette.bottom, theme.GOLD, 0.2)
        canvas.box(area[:2], Box(wide, high, 26, ground, line=theme.GOLD, thick=6))
    else:
        ground = mixed(palette.panel, palette.bottom, 0.6)
        canvas.box(area[:2], Box(wide, high, 26, ground, line=palette.line, thick=3))


def column(canvas: Canvas, show: Subject, seat: Seat, area: layout.Area, gain: Gain) -> None:
    """Draw the frame, face, name, gain and total of a seat; the rest is the game's own."""
    is_viewer = seat == show.tableau.viewer
    frame(canvas, area, is_own=is_viewer and gain.is_won)
    middle = area.centre[0]
    layout.seat_avatar(canvas, show, seat, (), (middle, area.y + 78), radius=46)
    colour = theme.TEXT_OUT if gain.is_out else theme.TEXT
    room = area.width - 20
    canvas.write(
        hand_frame.name(show, seat),
        (middle, area.y + 158),
        theme.HAND_NAME,
        colour,
        align="middle",
        room=room,
    )
    style = theme.OWN_GAIN if is_viewer else theme.HAND_GAIN
    if gain.is_out or not gain.points:
        shade = theme.TEXT_OUT
    elif gain.points < 0:
        shade = theme.OUT_WORD
    else:
        shade = theme.GOLD if is_viewer else theme.LEAF
    words = show.fitting(gain.points, style, room, sign="+" if gain.points > 0 else "")
    canvas.write(words, (middle, area.y + _GAIN), style, shade, align="middle", room=room)
    if gain.sprite:
        canvas.sprite(gain.sprite, (area.right - 76, area.y - 22), (62, 62))
    spot = (middle, area.bottom + TOTAL / 2)
    colour = theme.TEXT if is_viewer else theme.TEXT_SOFT
    total = show.fitting(gain.total, theme.HAND_CAPTION, area.width)
    words = show.say(say("total {points}", points=symbol(total)))
    words = words if fits(words, theme.HAND_CAPTION, area.width) else total
    canvas.write(words, spot, theme.HAND_CAPTION, colour, align="middle", room=area.width)
