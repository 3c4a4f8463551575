"""A dojo in a hand: cells as boxes, and what a card or a trophy would bring."""

from collections.abc import Iterator
from typing import NamedTuple

from games.dojo.questions.gains import best_of, line_gain
from games.dojo.questions.views import DojoView, SeatView
from games.dojo.rules.cards import CARDS, Trophy, is_for_row
from games.dojo.rules.frame import COLUMNS, FRAMES, ROWS
from render.canvas import Canvas, Fixed, Spot
from render.engine import theme
from render.engine.shapes import Box
from render.scenes.common import layout
from render.scenes.dojo.mat import Laid
from render.sprites import Look
from render.sprites.dojo import TROPHIES
from render.subject import Subject

MAT, CELL, FREE = "#6E6240", "#4F4529", "#332B1B"
"""Ground of one's own dojo, of its cells, and of cells that may be chosen."""
GAP = 10
TROPHY = 64
LIFTED = Look(shadow=4)
_SMALLEST_CARD = 100
"""A smaller card shows only face and value."""


class Board(NamedTuple):
    """The place of the shown part of a dojo."""

    dojo: Laid
    cell: int
    corner: Spot = (0, 0)

    @property
    def columns(self) -> int:
        return len(self.dojo.columns)

    @property
    def rows(self) -> int:
        return len(self.dojo.rows)

    @property
    def right(self) -> float:
        return self.corner[0] + self.columns * (self.cell + GAP) - GAP

    @property
    def bottom(self) -> float:
        return self.corner[1] + self.rows * (self.cell + GAP) - GAP

    def cell_area(self, index: int) -> layout.Area:
        """Return the place of a cell, counted in reading order."""
        row, column = divmod(index, self.columns)
        step = self.cell + GAP
        x, y = self.corner[0] + column * step, self.corner[1] + row * step
        return layout.Area(x, y, self.cell, self.cell)


def fitted(area: layout.Area, dojo: Laid, widest: int) -> Board:
    """Return the board of a dojo in the middle of an area, with cells as for a whole dojo."""
    across = max(len(dojo.columns), COLUMNS)
    down = max(len(dojo.rows), ROWS)
    cell = round(min(widest, (area.width + GAP) / across - GAP, (area.height + GAP) / down - GAP))
    board = Board(dojo, cell)
    x, y = area.centre
    return board._replace(corner=(x - board.right / 2, y - board.bottom / 2))


def paint_board(canvas: Canvas, board: Board) -> None:
    """Draw empty cells and cards."""
    side = (board.cell, board.cell)
    for index, card in enumerate(board.dojo.cells):
        spot = board.cell_area(index)[:2]
        if card is None:
            canvas.box(spot, Box(*side, board.cell // 8, CELL))
        else:
            canvas.sprite(card_of(card, board.cell), spot, side, LIFTED)


def card_of(card: str, side: float) -> str:
    """Return the drawing of a card for this size."""
    return f"tatami:{card}" if side >= _SMALLEST_CARD else f"tatami-mini:{card}"


def gain_box(
    canvas: Canvas, show: Subject, area: layout.Area, points: int, *, is_best: bool
) -> None:
    """Draw what a choice would bring; the best is solid gold, the others are dashed."""
    wide, high = round(area.width), round(area.height)
    colour, dash = (theme.GOLD, 0) if is_best else (theme.TEXT, 16)
    radius = max(12, high // 8)
    canvas.box(area[:2], Box(wide, high, radius, FREE, line=colour, thick=6, dash=dash))
    words = f"+{show.number(points)}"
    style = theme.HAND_SCORE if wide > 120 else theme.HAND_PILL
    canvas.write(words, area.centre, style, colour, align="middle", room=wide - 16)


def trophy_sign(canvas: Canvas, trophy: Trophy, middle: Spot, side: int = TROPHY) -> None:
    """Draw a trophy around this point."""
    corner = (middle[0] - side / 2, middle[1] - side / 2)
    canvas.sprite(f"trophy:{trophy}", corner, (side, side))


def paint_lines(canvas: Canvas, board: Board, side: int, room: float | None = None) -> None:
    """Draw the trophies of a dojo: right of their rows, and below their columns.

    `room` is their distance if there is less than they need.
    """
    room = side if room is None else room
    for row, trophy in enumerate(board.dojo.row_trophies):
        if trophy is not None:
            trophy_sign(canvas, trophy, row_end(board, row, room), side)
    for column, trophy in enumerate(board.dojo.column_trophies):
        if trophy is not None:
            trophy_sign(canvas, trophy, column_end(board, column, room), side)


def row_end(board: Board, row: int, room: float) -> Spot:
    """Return the middle of the room right of a row."""
    area = board.cell_area(row * board.columns)
    return board.right + GAP + room / 2, area.centre[1]


def column_end(board: Board, column: int, room: float) -> Spot:
    """Return the middle of the room below a column."""
    return board.cell_area(column).centre[0], board.bottom + GAP + room / 2


def paint_gains(
    canvas: Canvas, show: Subject, view: DojoView, player: SeatView, board: Board
) -> None:
    """Draw what the trophy to be won would bring each line of a dojo."""
    trophy = view.prize or view.face_up
    if trophy is None or view.options.white_belt:
        return
    dojo, for_row = board.dojo, is_for_row(trophy)
    names, taken = (
        (dojo.rows, dojo.row_trophies) if for_row else (dojo.columns, dojo.column_trophies)
    )
    frame = FRAMES[view.options.frame]
    gains = [line_gain(view, player, trophy, frame.lines.index(name)) for name in names]
    best = best_of({index: gain for index, gain in enumerate(gains) if gain is not None})
    wide, high = (104, board.cell - 10) if for_row else (board.cell, 62)
    for index, gain in enumerate(gains):
        end = row_end(board, index, wide) if for_row else column_end(board, index, high)
        area = layout.Area(end[0] - wide / 2, end[1] - high / 2, wide, high)
        if gain is not None:
            gain_box(canvas, show, area, gain, is_best=index in best)
        elif taken[index] is None:
            canvas.write("\N{EN DASH}", end, theme.HAND_PILL, theme.TEXT_SOFT, align="middle")


def wanted() -> Iterator[Fixed]:
    """Return the trophies beside lines."""
    yield from (Fixed(f"trophy:{name}", (0, 0), (TROPHY, TROPHY)) for name in TROPHIES)


def cards_of_size(*sides: int) -> Iterator[Fixed]:
    """Return every card in these sizes, to be drawn in advance."""
    for side in sides:
        yield from (Fixed(card_of(card, side), (0, 0), (side, side), LIFTED) for card in CARDS)
