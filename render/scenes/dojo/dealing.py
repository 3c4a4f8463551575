"""The dealer's picture: the card to give away, and all dojos with what it would bring them."""

from collections.abc import Iterator

from games.core.text import say
from games.core.values import Seat
from games.dojo.questions.gains import best_gain
from games.dojo.questions.views import DojoView
from render.canvas import Canvas, Fixed, Spot
from render.engine import theme
from render.engine.shapes import Box
from render.scenes.common import hand_frame, layout
from render.scenes.dojo import board as boards
from render.scenes.dojo import challenge
from render.scenes.dojo.mat import laid
from render.sprites import Look
from render.subject import Subject

_AREA = layout.Area(hand_frame.MARGIN, hand_frame.HEADER, 1148, 968)
"""The picture is lower than that of a challenge: the seats' buttons take two rows."""
_BUTTONS, _ONE_ROW = 188, 3
"""The height of a row of buttons, and the most of five seats' that take only one."""
_GAP = 16
_STRIP = 206
"""Height of the card's place below four dojos, two a line."""
_CELL, _TROPHY = 112, 36
_HELD = 84
_CARD, _SMALL_CARD = 270, 166


def paint(show: Subject, view: DojoView) -> Canvas:
    """Paint a dojo for each seat, and the card in the room that they leave."""
    assert view.drawn is not None, "the dealer looks at a card"
    left = sum(player.card is None for player in view.seats)
    places = _places(len(view.seats), _BUTTONS if len(view.seats) > 4 and left <= _ONE_ROW else 0)
    canvas = Canvas(round(places[-1].bottom) + 6 + hand_frame.FOOT, show.palette, show.size)
    challenge.header(canvas, show, view, has_trophy=True)
    for seat, area in zip(hand_frame.around(show, range(len(view.seats))), places, strict=False):
        _seat(canvas, show, view, seat, area)
    _card(canvas, show, view, places[-1])
    hand_frame.last_event(canvas, show)
    return canvas


def _places(seats: int, more: int) -> list[layout.Area]:
    """Return a place for each dojo, and the last one for the card; `more` is further height."""
    across, room = 3 if seats > 4 else 2, _AREA.height + more
    if seats == 4:
        room -= _STRIP + _GAP
    wide, high = (_AREA.width + _GAP) / across - _GAP, (room + _GAP) / 2 - _GAP
    areas = [
        layout.Area(
            _AREA.x + place % across * (wide + _GAP),
            _AREA.y + place // across * (high + _GAP),
            wide,
            high,
        )
        for place in range(2 * across)
    ]
    if seats == 4:
        areas.append(layout.Area(_AREA.x, _AREA.bottom - _STRIP, _AREA.width, _STRIP))
    return areas


def _seat(canvas: Canvas, show: Subject, view: DojoView, seat: Seat, area: layout.Area) -> None:
    """Draw a dojo, and the card that its seat got, or the most that this one would bring."""
    assert view.drawn is not None, "the dealer looks at a card"
    player, is_own = view.seats[seat], seat == show.tableau.viewer
    canvas.box(area[:2], _frame(canvas, area, is_own=is_own))
    challenge.head(canvas, show, view, seat, area)
    is_narrow = area.width < challenge.NARROW
    room, spot = _parts(area, is_narrow=is_narrow)
    board = boards.fitted(room, laid(view, player), _CELL)
    boards.paint_board(canvas, board)
    boards.paint_lines(canvas, board, _TROPHY, 16)
    if player.card is not None:
        corner = (spot[0] - _HELD / 2, spot[1] - _HELD / 2)
        canvas.sprite(f"tatami-mini:{player.card}", corner, (_HELD, _HELD))
        return
    more = best_gain(view, player, view.drawn)
    words = show.say(say("up to +{points}", points=more)) if is_narrow else f"+{more}"
    wide = area.width - 24 if is_narrow else 124
    style = theme.HAND_PILL if is_narrow else theme.HAND_SCORE
    canvas.write(words, spot, style, theme.GOLD, align="middle", room=wide)


def _parts(area: layout.Area, *, is_narrow: bool) -> tuple[layout.Area, Spot]:
    """Return the room of the dojo in a panel, and the middle of the room for its card."""
    if is_narrow:
        room = layout.Area(area.x + 16, area.y + 120, area.width - 58, area.height - 226)
        return room, (area.centre[0], area.bottom - 48)
    room = layout.Area(area.x + 20, area.y + 100, 384, area.height - 146)
    return room, (area.right - 66, room.centre[1])


def _frame(canvas: Canvas, area: layout.Area, *, is_own: bool) -> Box:
    wide, high = round(area.width), round(area.height)
    if is_own:
        return Box(wide, high, 30, boards.MAT, line=theme.TEXT, thick=6)
    return Box(wide, high, 30, canvas.palette.panel, line=canvas.palette.line, thick=2)


def _card(canvas: Canvas, show: Subject, view: DojoView, area: layout.Area) -> None:
    """Draw the card to be given away, and which of the round's it is."""
    layout.tray(canvas, area, 30)
    zone, (x, y) = show.tableau.hand[0], area.centre
    count = f"{show.number(len(view.gifts) + 1)}/{show.number(len(view.seats))}"
    side = _SMALL_CARD if area.height < _CARD + 40 else _CARD
    above, below = (x, area.y + 60), (x, area.bottom - 56)
    room = area.width - 24
    if side == _SMALL_CARD:
        room = (area.width - side) / 2 - 60
        above, below = (area.x + 30 + room / 2, y), (area.right - 30 - room / 2, y)
    canvas.write(show.head(zone.title), above, theme.HAND_CLAUSE, align="middle", room=room)
    canvas.write(count, below, theme.HAND_SCORE, align="middle", room=room)
    corner = (x - side / 2, y - side / 2)
    canvas.box((corner[0] - 10, corner[1] - 10), _golden(side))
    canvas.sprite(f"tatami:{view.drawn}", corner, (side, side), Look(shadow=6))


def _golden(side: int) -> Box:
    return Box(side + 20, side + 20, side // 7, theme.GOLD, glow=14)


def wanted() -> Iterator[Fixed]:
    """Return every card in every size of this picture, to be drawn in advance."""
    yield from boards.cards_of_size(_CELL, _HELD)
    yield from (Fixed(_golden(side), (0, 0)) for side in (_CARD, _SMALL_CARD))
