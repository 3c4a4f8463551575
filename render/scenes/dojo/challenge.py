"""A round in a hand: one's own dojo and the opponent's, the trophy, and both cards of the duel."""

from collections.abc import Iterator

from games.core.tableau import Mark
from games.core.text import say
from games.core.values import Seat
from games.dojo.questions.views import DojoView
from games.dojo.rules.scoring.points import TOKEN_POINTS
from games.dojo.rules.state import Stage
from games.dojo.rules.texts import TROPHY_EFFECTS, TROPHY_NAMES
from render.canvas import Canvas, Fixed
from render.engine import theme
from render.engine.shapes import Box
from render.scenes.common import hand_frame, layout
from render.scenes.common.hand_frame import HeaderPill
from render.scenes.dojo import board as boards
from render.scenes.dojo import duelling
from render.scenes.dojo.mat import laid
from render.scenes.dojo.table import ICON, LEGEND
from render.sprites import Look
from render.subject import Subject

HEIGHT = 1272
_OWN = layout.Area(hand_frame.MARGIN, hand_frame.HEADER, 696, 552)
_OTHER = layout.Area(738, _OWN.y, theme.WIDTH - hand_frame.MARGIN - 738, _OWN.height)
_STAGE = layout.Area(_OWN.x, _OWN.bottom + 16, 1148, 456)
_CELL, _TILE = 114, 82
_GUTTER = 44
"""Room for trophies of the small dojo."""
NARROW = 440
"""Narrower panels have points at the right end, not after the name."""
_GIFT = 190
_NO_GIFT = Box(_GIFT, _GIFT, 24, "", line="#8F8468", thick=5, dash=16)
_NAMES = {sign.sprite: sign.word for sign in LEGEND}
_LIFTED = Look(shadow=6)


def header(canvas: Canvas, show: Subject, view: DojoView, *, has_trophy: bool) -> None:
    """Draw the round, the trophy to be won, and the viewer's points and place."""
    assert view.viewer is not None, "a hand has an owner"
    trophy, points = view.prize or view.face_up, [seat.points for seat in view.seats]
    own = points[view.viewer]
    pills = [HeaderPill("", f"trophy:{trophy}")] if has_trophy and trophy is not None else []
    pills.append(HeaderPill(f"{hand_frame.name(show, view.viewer)} {show.number(own)}"))
    pills += hand_frame.place(show, points, view.viewer)
    hand_frame.header(canvas, show, ICON, show.progress(), pills)


def paint(show: Subject, view: DojoView, viewer: Seat) -> Canvas:
    """Paint both dojos above, and below them the duel or the way to it."""
    canvas = Canvas(HEIGHT, show.palette, show.size)
    header(canvas, show, view, has_trophy=False)
    opponent = _opponent(view, viewer)
    _own_dojo(canvas, show, view, viewer)
    _other_dojo(canvas, show, view, viewer, opponent)
    layout.tray(canvas, _STAGE, 30)
    if view.stage is Stage.TROPHY:
        _prize(canvas, show, view)
    elif view.seats[viewer].card is None:
        _gifts(canvas, show, view)
    else:
        _duel(canvas, show, view, viewer, opponent)
    hand_frame.last_event(canvas, show)
    return canvas


def _opponent(view: DojoView, viewer: Seat) -> Seat:
    """Return whose dojo matters for the viewer: the dealer's, or the challenger's for the dealer.

    While a trophy is being placed, it is the winner's.
    """
    for seat in (view.winner, view.dealer, view.challenger, view.turn):
        if seat is not None and seat != viewer:
            return seat
    return (viewer + 1) % len(view.seats)


def _own_dojo(canvas: Canvas, show: Subject, view: DojoView, viewer: Seat) -> None:
    """Draw the viewer's dojo with what the trophy would bring each line."""
    wide, high = round(_OWN.width), round(_OWN.height)
    canvas.box(_OWN[:2], Box(wide, high, 34, boards.MAT, line=theme.TEXT, thick=6))
    head(canvas, show, view, viewer, _OWN)
    is_lost = view.prize is not None and view.winner != viewer
    trophy = None if is_lost else view.prize or view.face_up
    if trophy is not None:
        boards.trophy_sign(canvas, trophy, (_OWN.right - 70, _OWN.y + 56), 84)
        words = f"+{TOKEN_POINTS}"
        if not view.options.white_belt:
            words = show.head(_NAMES[f"trophy:{trophy}"])
        canvas.write(
            words, (_OWN.right - 130, _OWN.y + 56), theme.HAND_CAPTION, align="right", room=270
        )
    dojo = laid(view, view.seats[viewer])
    # With White Belt, no trophy lies beside a line.
    room = _OWN.width - 44 if view.options.white_belt else 540
    area = layout.Area(_OWN.x + 22, _OWN.y + 98, room, 364)
    board = boards.fitted(area, dojo, _CELL)
    boards.paint_board(canvas, board)
    boards.paint_lines(canvas, board, boards.TROPHY)
    if not is_lost:
        boards.paint_gains(canvas, show, view, view.seats[viewer], board)


def head(canvas: Canvas, show: Subject, view: DojoView, seat: Seat, area: layout.Area) -> None:
    """Draw whose dojo it is and its points so far."""
    x, y = area.x + 70, area.y + 56
    marks = tuple(mark for mark in hand_frame.marks_of(show, seat) if mark is Mark.DEALER)
    layout.seat_avatar(canvas, show, seat, marks, (x, y), radius=40)
    points = show.number(view.seats[seat].points)
    name, left = hand_frame.name(show, seat), x + 58
    if area.width < NARROW:
        right = area.right - 20
        right -= canvas.write(points, (right, y), theme.HAND_SCORE, align="right") + 16
        canvas.write(name, (left, y), theme.HAND_NAME, room=right - left)
        return
    room = 190 if area == _OWN else area.right - 110 - left
    left += canvas.write(name, (left, y), theme.HAND_NAME, room=room) + 24
    canvas.write(points, (left, y), theme.HAND_SCORE)


def _other_dojo(
    canvas: Canvas, show: Subject, view: DojoView, viewer: Seat, opponent: Seat
) -> None:
    """Draw the opponent's dojo, small, and the points of everybody else below it."""
    palette, wide, high = canvas.palette, round(_OTHER.width), round(_OTHER.height)
    canvas.box(_OTHER[:2], Box(wide, high, 34, palette.panel, line=palette.line, thick=2))
    head(canvas, show, view, opponent, _OTHER)
    dojo = laid(view, view.seats[opponent])
    area = layout.Area(_OTHER.x + 16, _OTHER.y + 124, _OTHER.width - 42 - _GUTTER, 260)
    board = boards.fitted(area, dojo, _TILE)
    boards.paint_board(canvas, board)
    boards.paint_lines(canvas, board, _GUTTER)
    rest = [panel.seat for panel in view.seats if panel.seat not in {viewer, opponent}]
    step = (_OTHER.width - 20) / max(1, len(rest))
    for place, seat in enumerate(hand_frame.around(show, rest)):
        x, y = _OTHER.x + 10 + (place + 0.5) * step, _OTHER.bottom - 50
        passed = view.seats[seat].passed
        marks = (Mark.OUT,) if passed else ()
        layout.seat_avatar(canvas, show, seat, marks, (x - 32, y), radius=30)
        colour = theme.TEXT_OUT if passed else theme.TEXT
        canvas.write(show.number(view.seats[seat].points), (x + 8, y), theme.HAND_PILL, colour)


def _duel(canvas: Canvas, show: Subject, view: DojoView, viewer: Seat, opponent: Seat) -> None:
    seats = (viewer, opponent)
    if view.challenger not in {None, *seats} or view.dealer not in seats:
        assert view.challenger is not None, "a duel has a challenger"
        assert view.dealer is not None, "a duel has a dealer"
        seats = (view.challenger, view.dealer)
    duel = view.duel if view.winner is not None else None
    both = duelling.sides(view, seats, duel)
    if duel is not None:
        duelling.paint_sides(canvas, show, _STAGE, both, trophy=duel.trophy)
    elif both[1].card is not None:
        duelling.paint_sides(canvas, show, _STAGE, both)
    else:
        note = say("+ 3 throws") if view.options.black_belt else None
        duelling.paint_sides(canvas, show, _STAGE, both, note=note)


def _gifts(canvas: Canvas, show: Subject, view: DojoView) -> None:
    """Draw who has got a card of this round."""
    seats = hand_frame.around(show, range(len(view.seats)))
    step = _STAGE.width / len(seats)
    for place, seat in enumerate(seats):
        x, y = _STAGE.x + (place + 0.5) * step, _STAGE.y + 70
        corner = (x - _GIFT / 2, y)
        if view.seats[seat].has_card:
            canvas.sprite("back:tatami", corner, (_GIFT, _GIFT), _LIFTED)
        else:
            canvas.box(corner, _NO_GIFT)
        marks = tuple(mark for mark in hand_frame.marks_of(show, seat) if mark is Mark.DEALER)
        layout.seat_avatar(canvas, show, seat, marks, (x, y + _GIFT + 40), radius=36)
        canvas.write(
            hand_frame.name(show, seat), (x, y + _GIFT + 116), theme.HAND_NAME, align="middle",
            room=step - 12,
        )  # fmt: skip


def _prize(canvas: Canvas, show: Subject, view: DojoView) -> None:
    """Draw the trophy that its winner is placing, and its effect in words."""
    assert view.prize is not None, "a trophy was won"
    x, y = _STAGE.x + 48, _STAGE.centre[1]
    side = 240
    canvas.sprite(f"trophy:{view.prize}", (x, y - side / 2), (side, side), _LIFTED)
    left = x + side + 48
    room = _STAGE.right - 36 - left
    name = show.head(TROPHY_NAMES[view.prize])
    canvas.write(name, (left, y - 108), theme.HAND_TITLE, theme.GOLD, room=room)
    lines = layout.lines(show.head(TROPHY_EFFECTS[view.prize]), theme.HAND_CLAUSE, room)
    for number, line in enumerate(lines):
        canvas.write(line, (left, y - 22 + number * 66), theme.HAND_CLAUSE, room=room)


def wanted() -> Iterator[Fixed]:
    """Return every card in every size of this picture, to be drawn in advance."""
    yield from boards.cards_of_size(_CELL, _TILE)
    yield Fixed("back:tatami", (0, 0), (_GIFT, _GIFT), _LIFTED)
    yield Fixed(_NO_GIFT, (0, 0))
