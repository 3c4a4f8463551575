"""The viewer's own picture: the dojo with its free cells, or what the round is about."""

from collections.abc import Iterator

from games.core.values import Seat
from games.dojo.questions.gains import best_of, cell_gain
from games.dojo.questions.premove import ask_premove
from games.dojo.questions.views import DojoView, SeatView
from games.dojo.rules.frame import FRAMES, free_places
from games.dojo.rules.frame import window as window_of
from games.dojo.rules.state import Stage
from render.canvas import Canvas, Fixed, Spot
from render.engine import theme
from render.engine.shapes import Box
from render.scenes.common import hand_frame, layout
from render.scenes.dojo import board as boards
from render.scenes.dojo import challenge, dealing
from render.scenes.dojo.mat import Laid, laid, window
from render.subject import Subject

HEIGHT = 938
_MAT = layout.Area(hand_frame.MARGIN, hand_frame.HEADER, 884, 682)
_CELLS = layout.Area(_MAT.x + 84, _MAT.y + 70, _MAT.width - 104, _MAT.height - 90)
_SIDE = layout.Area(934, hand_frame.HEADER, 240, _MAT.height)
_CELL = 184
_CARD = 232
_ROW, _ROW_GAP = 126, 12


def paint(show: Subject, view: DojoView, viewer: Seat) -> Canvas:
    """Paint the cards to be dealt, the dojo with its free cells, or the challenge."""
    if view.drawn is not None:
        return dealing.paint(show, view)
    if view.stage in {Stage.TRAIN, Stage.END} or _lays_ahead(view):
        return _training(show, view, viewer)
    return challenge.paint(show, view, viewer)


def _lays_ahead(view: DojoView) -> bool:
    """Tell whether the viewer may already choose the cell of the card."""
    premove = ask_premove(view)
    return premove is not None and premove.action("place") is not None


def _training(show: Subject, view: DojoView, viewer: Seat) -> Canvas:
    """Paint the dojo with what each free cell brings; at the right the card and the others."""
    canvas = Canvas(HEIGHT, show.palette, show.size)
    challenge.header(canvas, show, view, has_trophy=True)
    own = view.seats[viewer]
    canvas.box(_MAT[:2], Box(round(_MAT.width), round(_MAT.height), 34, boards.MAT))
    board = boards.fitted(_CELLS, _ground(view, own), _CELL)
    boards.paint_board(canvas, board)
    _names(canvas, show, board)
    _free(canvas, show, view, own, board)
    _card(canvas, show, own)
    top = _SIDE.y if own.card is None else _SIDE.y + 76 + _CARD + 26
    _others(canvas, show, view, viewer, layout.Area(_SIDE.x, top, _SIDE.width, _SIDE.bottom - top))
    hand_frame.last_event(canvas, show)
    return canvas


def _ground(view: DojoView, own: SeatView) -> Laid:
    """Return what to show of the viewer's dojo: all cells that may be chosen; at the end all."""
    frame = FRAMES[view.options.frame]
    if own.final is not None:
        return laid(view, own)
    columns, places = window_of(frame, own.dojo)
    first, last = divmod(places[0], frame.columns), divmod(places[-1], frame.columns)
    across = range(first[1], first[1] + columns)
    return window(view, own, range(first[0], last[0] + 1), across)


def _names(canvas: Canvas, show: Subject, board: boards.Board) -> None:
    """Draw the names of lines or their trophies; at the end, what each line scored."""
    dojo = board.dojo
    above, left = board.corner[1] - 36, board.corner[0] - 44
    spots: list[Spot] = [
        *((board.cell_area(column).centre[0], above) for column in range(board.columns)),
        *((left, board.cell_area(row * board.columns).centre[1]) for row in range(board.rows)),
    ]
    trophies = (*dojo.column_trophies, *dojo.row_trophies)
    points = (*dojo.column_points, *dojo.row_points)
    for place, name in enumerate((*dojo.columns, *dojo.rows)):
        trophy = trophies[place]
        if trophy is not None and not points:
            boards.trophy_sign(canvas, trophy, spots[place])
            continue
        words = show.number(points[place]) if points else name
        canvas.write(words, spots[place], theme.HAND_PILL, align="middle")


def _free(
    canvas: Canvas, show: Subject, view: DojoView, own: SeatView, board: boards.Board
) -> None:
    """Draw what the card brings in each free cell, and the card itself in the chosen one."""
    card = own.card
    if card is None:
        return
    frame = FRAMES[view.options.frame]
    free = free_places(frame, own.dojo)
    gains = {place: cell_gain(view, own, card, place) for place in free}
    best = best_of(gains)
    for index, place in enumerate(window_of(frame, own.dojo)[1]):
        area = board.cell_area(index)
        if frame.cells[place] == view.own_cell:
            side = (board.cell, board.cell)
            canvas.box((area.x - 8, area.y - 8), _ring(board.cell))
            canvas.sprite(boards.card_of(card, board.cell), area[:2], side, boards.LIFTED)
            canvas.sprite("token:tick", (area.right - 46, area.y - 16), (62, 62))
        elif place in gains:
            boards.gain_box(canvas, show, area, gains[place], is_best=place in best)


def _ring(side: int) -> Box:
    return Box(side + 16, side + 16, side // 8, theme.GOLD, glow=12)


def _card(canvas: Canvas, show: Subject, own: SeatView) -> None:
    """Draw the card in hand below its title."""
    if own.card is None:
        return
    middle = _SIDE.centre[0]
    zone = show.tableau.hand[0]
    spot = (middle, _SIDE.y + 30)
    canvas.write(
        show.head(zone.title), spot, theme.HAND_CAPTION, align="middle", room=_SIDE.width + 20
    )
    corner = (middle - _CARD / 2, _SIDE.y + 72)
    canvas.box((corner[0] - 8, corner[1] - 8), _ring(_CARD))
    canvas.sprite(f"tatami:{own.card}", corner, (_CARD, _CARD), boards.LIFTED)


def _others(canvas: Canvas, show: Subject, view: DojoView, viewer: Seat, area: layout.Area) -> None:
    """Draw a row for each other seat: its points, and whether it has chosen."""
    seats = [seat for seat in hand_frame.around(show, range(len(view.seats))) if seat != viewer]
    high = min(_ROW, (area.height - _ROW_GAP * (len(seats) - 1)) / len(seats))
    for place, seat in enumerate(seats):
        row = layout.Area(area.x, area.y + place * (high + _ROW_GAP), area.width, high)
        score = hand_frame.HeaderPill(show.number(view.seats[seat].points))
        hand_frame.seat_line(canvas, show, seat, row, score)


def wanted() -> Iterator[Fixed]:
    """Return every card in every size of this picture, to be drawn in advance."""
    yield from boards.cards_of_size(_CARD, _CELL)
    yield from (Fixed(_ring(side), (0, 0)) for side in (_CARD, _CELL))
    yield Fixed("token:tick", (0, 0), (62, 62))
