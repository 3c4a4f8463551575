"""A dojo: its mat and cards, black trophies left of their rows, orange ones above columns."""

from collections.abc import Iterator
from typing import NamedTuple

from games.dojo.questions.views import DojoView, SeatView
from games.dojo.rules.cards import CARDS, Card, Trophy
from games.dojo.rules.events import CardsPlaced
from games.dojo.rules.frame import COLUMNS, FIXED, FLOATING, FRAMES, ROWS, Dojo, Frame, bounds
from render.canvas import Canvas, Fixed, Spot
from render.engine import theme
from render.engine.shapes import Box
from render.scenes.common.layout import Area
from render.sprites import Look
from render.sprites.dojo import CELL_GAP, MAT_EDGE, TROPHIES, mat_size
from render.subject import Subject

SQUARE, DENSE = (97, 97), (92, 71)
"""Cells of a mat on the table: for three and four seats, and for five."""
ROW_ROOM, COLUMN_ROOM = 56, 50
"""Room for trophies, left of a mat and above it."""
TROPHY = 48
LIFTED = Look(shadow=3)
_NAME = theme.Style(theme.BOLD, 34, 28)
_POINTS = theme.Style(theme.BOLD, 42, 36)


class Laid(NamedTuple):
    """The shown part of a dojo: rows and columns with cards, or the whole fixed frame."""

    columns: tuple[str, ...]
    """Their letters."""
    rows: tuple[str, ...]
    cells: tuple[Card | None, ...]
    """In reading order."""
    column_trophies: tuple[Trophy | None, ...]
    row_trophies: tuple[Trophy | None, ...]
    fresh: tuple[int, ...] = ()
    """Cells that were filled just now."""
    floating: bool = False
    column_points: tuple[int, ...] = ()
    """At the end, the points of every column."""
    row_points: tuple[int, ...] = ()


def laid(view: DojoView, player: SeatView) -> Laid:
    """Return the dojo of a seat as everybody sees it; at the end as it was counted."""
    if player.final is not None:
        lines = player.final.lines
        return Laid(
            columns=tuple("ABCD"),
            rows=tuple("123"),
            cells=player.final.arrangement,
            column_trophies=lines[ROWS:],
            row_trophies=lines[:ROWS],
            column_points=player.final.columns,
            row_points=player.final.rows,
        )
    frame = FRAMES[view.options.frame]
    rows, columns = _held(frame, player.dojo)
    return window(view, player, rows, columns)


def window(view: DojoView, player: SeatView, rows: range, columns: range) -> Laid:
    """Return these rows and columns of a seat's dojo."""
    frame = FRAMES[view.options.frame]
    places = [row * frame.columns + column for row in rows for column in columns]
    new = {frame.places[cell] for cell in _fresh(view, player)}
    return Laid(
        columns=tuple(frame.lines[frame.rows + column] for column in columns),
        rows=tuple(frame.lines[row] for row in rows),
        cells=tuple(player.dojo[place] for place in places),
        column_trophies=tuple(player.lines[frame.rows + column] for column in columns),
        row_trophies=tuple(player.lines[row] for row in rows),
        fresh=tuple(index for index, place in enumerate(places) if place in new),
        floating=frame is FLOATING,
    )


def _held(frame: Frame, dojo: Dojo) -> tuple[range, range]:
    """Return the lines to show: all of a fixed frame, those with cards of a floating one."""
    if frame is FIXED:
        return range(ROWS), range(COLUMNS)
    if not any(dojo):
        return range(0), range(0)
    top, bottom, left, right = bounds(frame, dojo)
    return range(top, bottom + 1), range(left, right + 1)


def _fresh(view: DojoView, player: SeatView) -> list[str]:
    """Return the cells of this seat that were filled just now."""
    return [
        placed.cell
        for event in view.aftermath
        if isinstance(event, CardsPlaced)
        for placed in event.placed
        if placed.seat == player.seat
    ]


class Mat(NamedTuple):
    """The place of a mat and the size of its cells."""

    at: Spot
    """The corner of mat and trophies together."""
    cell: tuple[int, int]
    columns: int = COLUMNS
    rows: int = ROWS

    @property
    def size(self) -> tuple[int, int]:
        """Return width and height of the mat alone."""
        return mat_size(self.columns, self.rows, self.cell)

    @property
    def corner(self) -> Spot:
        """Return the corner of the mat alone."""
        return self.at[0] + ROW_ROOM, self.at[1] + COLUMN_ROOM

    @property
    def right(self) -> float:
        """Return the right edge of the mat."""
        return self.corner[0] + self.size[0]

    def cell_area(self, row: float, column: float) -> Area:
        """Return the place of a cell; halves are between two cells."""
        wide, high = self.cell
        x = self.corner[0] + MAT_EDGE + column * (wide + CELL_GAP)
        return Area(x, self.corner[1] + MAT_EDGE + row * (high + CELL_GAP), wide, high)

    def shift(self, dojo: Laid) -> Spot:
        """Return the number of empty rows and columns before a centred floating dojo."""
        return (self.rows - len(dojo.rows)) / 2, (self.columns - len(dojo.columns)) / 2


def card_sprite(card: str, cell: tuple[float, float]) -> str:
    """Return the drawing of a card for a cell of this shape."""
    return f"tatami:{card}" if cell[0] == cell[1] else f"tatami-wide:{card}"


def paint_mat(canvas: Canvas, show: Subject, mat: Mat, dojo: Laid) -> None:
    """Draw the mat with its cards, their trophies, and at the end the points of columns."""
    wide, high = mat.cell
    bare = "xbare" if dojo.floating else ""
    canvas.sprite(f"mat:{mat.columns}x{mat.rows}x{wide}x{high}{bare}", mat.corner, mat.size)
    down, across = mat.shift(dojo)
    for index, card in enumerate(dojo.cells):
        if card is not None:
            row, column = divmod(index, len(dojo.columns))
            area = mat.cell_area(row + down, column + across)
            if index in dojo.fresh:
                ring = Box(wide + 10, high + 10, 15, theme.LEAF)
                canvas.box((area.x - 5, area.y - 5), ring)
            canvas.sprite(card_sprite(card, mat.cell), area[:2], mat.cell, LIFTED)
    _row_trophies(canvas, mat, dojo, down)
    _column_trophies(canvas, show, mat, dojo, across)


def _row_trophies(canvas: Canvas, mat: Mat, dojo: Laid, down: float) -> None:
    for row, (name, trophy) in enumerate(zip(dojo.rows, dojo.row_trophies, strict=True)):
        middle = (mat.at[0] + TROPHY / 2, mat.cell_area(row + down, 0).centre[1])
        if trophy is not None:
            _trophy(canvas, trophy, middle)
        elif not dojo.row_points:
            _place(canvas, "row", name, middle)


def _column_trophies(canvas: Canvas, show: Subject, mat: Mat, dojo: Laid, across: float) -> None:
    columns = zip(dojo.columns, dojo.column_trophies, strict=True)
    for column, (name, trophy) in enumerate(columns):
        x = mat.cell_area(0, column + across).centre[0]
        y = mat.at[1] + TROPHY / 2 - 1
        if not dojo.column_points:
            if trophy is not None:
                _trophy(canvas, trophy, (x, y))
            else:
                _place(canvas, "col", name, (x, y))
            continue
        if trophy is not None:
            _trophy(canvas, trophy, (x - 25, y))
            x += 27
        write_points(canvas, show, dojo.column_points[column], (x, y))


def write_points(canvas: Canvas, show: Subject, points: int, spot: Spot) -> None:
    """Write the points of a line; zero is dim."""
    colour = theme.TEXT if points else theme.TEXT_SOFT
    canvas.write(show.number(points), spot, _POINTS, colour, align="middle", room=58)


def _trophy(canvas: Canvas, trophy: Trophy, middle: Spot) -> None:
    corner = (middle[0] - TROPHY / 2, middle[1] - TROPHY / 2)
    canvas.sprite(f"trophy:{trophy}", corner, (TROPHY, TROPHY))


def _place(canvas: Canvas, kind: str, name: str, middle: Spot) -> None:
    corner = (middle[0] - TROPHY / 2, middle[1] - TROPHY / 2)
    canvas.sprite(f"trophy-place:{kind}", corner, (TROPHY, TROPHY))
    canvas.write(name, middle, _NAME, theme.TEXT_SOFT, align="middle")


def wanted() -> Iterator[Fixed]:
    """Return mats, cards and trophies as on the table, to be drawn in advance."""
    for cell in (SQUARE, DENSE):
        yield Fixed(Box(cell[0] + 10, cell[1] + 10, 15, theme.LEAF), (0, 0))
        for bare in ("", "xbare"):
            name = f"mat:{COLUMNS}x{ROWS}x{cell[0]}x{cell[1]}{bare}"
            yield Fixed(name, (0, 0), mat_size(COLUMNS, ROWS, cell))
        yield from (Fixed(card_sprite(card, cell), (0, 0), cell, LIFTED) for card in CARDS)
    signs = [*(f"trophy:{name}" for name in TROPHIES), "trophy-place:row", "trophy-place:col"]
    yield from (Fixed(name, (0, 0), (TROPHY, TROPHY)) for name in signs)
