"""Where cards and trophies may go in a dojo: cells named by column and row, and the lines.

A fixed frame is the dojo itself, 3 rows by 4 columns. A floating frame has 5 rows by 7 columns with
the first card in the middle, so any 3 by 4 dojo that grows from it fits.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Literal, TypeVar, cast, get_args

from games.dojo.rules.cards import Card, Trophy, is_for_row

T = TypeVar("T")

ROWS, COLUMNS = 3, 4
"""The size of a full dojo."""

# fmt: off
Cell = Literal[
    "A1", "B1", "C1", "D1", "E1", "F1", "G1",
    "A2", "B2", "C2", "D2", "E2", "F2", "G2",
    "A3", "B3", "C3", "D3", "E3", "F3", "G3",
    "A4", "B4", "C4", "D4", "E4", "F4", "G4",
    "A5", "B5", "C5", "D5", "E5", "F5", "G5",
]
# fmt: on
"""Column and row; a fixed frame has A to D and 1 to 3."""
Line = Literal["1", "2", "3", "4", "5", "A", "B", "C", "D", "E", "F", "G"]
"""A row by its number or a column by its letter."""

Dojo = tuple[Card | None, ...]
"""The cards of a dojo by place, in reading order of its frame."""
Lines = tuple[Trophy | None, ...]
"""The trophies of a dojo: those of its rows, then those of its columns."""


@dataclass(frozen=True, eq=False)
class Frame:
    """The grid of cells for a dojo; the two instances are compared by identity."""

    rows: int
    columns: int

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All places in reading order."""
        width = 7
        return tuple(
            cell
            for place, cell in enumerate(get_args(Cell))
            if place // width < self.rows and place % width < self.columns
        )

    @cached_property
    def places(self) -> dict[str, int]:
        """The place of every cell."""
        return {cell: place for place, cell in enumerate(self.cells)}

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """All rows, then all columns."""
        numbers = [str(row + 1) for row in range(self.rows)]
        return cast("tuple[Line, ...]", (*numbers, *"ABCDEFG"[: self.columns]))

    @cached_property
    def members(self) -> tuple[tuple[int, ...], ...]:
        """The places of every line."""
        size = self.rows * self.columns
        rows = [range(row * self.columns, (row + 1) * self.columns) for row in range(self.rows)]
        columns = [range(column, size, self.columns) for column in range(self.columns)]
        return tuple(tuple(line) for line in (*rows, *columns))

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """The places that share a side with each place."""
        return tuple(self._beside(*divmod(p, self.columns)) for p in range(len(self.cells)))

    def _beside(self, row: int, column: int) -> tuple[int, ...]:
        around = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
        return tuple(
            r * self.columns + c for r, c in around if 0 <= r < self.rows and 0 <= c < self.columns
        )


FIXED = Frame(ROWS, COLUMNS)
FLOATING = Frame(2 * ROWS - 1, 2 * COLUMNS - 1)
FIRST = len(FLOATING.cells) // 2
"""Where the first card of a floating dojo lies."""
_ALL = tuple(range(len(FIXED.cells)))
FRAMES: dict[str, Frame] = {"fixed": FIXED, "floating": FLOATING}
"""Frames by the value of the option."""


def put_at(row: tuple[T, ...], place: int, thing: T) -> tuple[T, ...]:
    """Return a dojo, or its lines, with something put in one place."""
    return (*row[:place], thing, *row[place + 1 :])


def free_places(frame: Frame, dojo: Dojo) -> tuple[int, ...]:
    """Return where the next card may go: next to another, sharing a side (A4)."""
    return _free_places(frame, tuple(map(bool, dojo)))


@lru_cache(maxsize=1 << 12)
def _free_places(frame: Frame, taken: tuple[bool, ...]) -> tuple[int, ...]:
    """Cached on the occupied places alone, as many dojos occupy the same ones."""
    neighbours = frame.neighbours
    adjacent = {near for place, card in enumerate(taken) if card for near in neighbours[place]}
    if not adjacent:
        return (FIRST,) if frame is FLOATING else _ALL
    cells = sorted(place for place in adjacent if not taken[place])
    if frame is FLOATING:
        return tuple(place for place in cells if not outgrows(taken, place))
    return tuple(cells)


def bounds(frame: Frame, dojo: Dojo | tuple[bool, ...]) -> tuple[int, int, int, int]:
    """Return first and last row, first and last column that hold a card.

    For an empty dojo they are those of the middle, where a floating one begins.
    """
    taken = [place for place, card in enumerate(dojo) if card] or [len(dojo) // 2]
    spots = [divmod(place, frame.columns) for place in taken]
    rows, columns = [row for row, _ in spots], [column for _, column in spots]
    return min(rows), max(rows), min(columns), max(columns)


def outgrows(dojo: Dojo | tuple[bool, ...], place: int) -> bool:
    """Tell whether a card at this place of a floating frame makes more than 3 rows or 4 columns."""
    top, bottom, left, right = bounds(FLOATING, dojo)
    row, column = divmod(place, FLOATING.columns)
    tall = max(bottom, row) - min(top, row) + 1
    wide = max(right, column) - min(left, column) + 1
    return tall > ROWS or wide > COLUMNS


def window(frame: Frame, dojo: Dojo) -> tuple[int, list[int]]:
    """Return how many columns, and which places in reading order, a chooser has to see.

    For a floating frame these are the cards and the cells around them, as far as the dojo can still
    grow: at most 4 rows by 5 columns.
    """
    if frame is FIXED:
        return frame.columns, list(range(len(frame.cells)))
    top, bottom, left, right = bounds(frame, dojo)
    if bottom - top + 1 < ROWS:
        top, bottom = top - 1, bottom + 1
    if right - left + 1 < COLUMNS:
        left, right = left - 1, right + 1
    places = [
        row * frame.columns + column
        for row in range(top, bottom + 1)
        for column in range(left, right + 1)
    ]
    return right - left + 1, places


def lines_for(frame: Frame, trophy: Trophy) -> range:
    """Return the indexes of the lines that take a trophy of this colour."""
    if is_for_row(trophy):
        return range(frame.rows)
    return range(frame.rows, frame.rows + frame.columns)


def is_held(frame: Frame, dojo: Dojo, line: int) -> bool:
    """Tell whether at least one card lies in a line."""
    return any(map(dojo.__getitem__, frame.members[line]))


def free_lines(frame: Frame, dojo: Dojo, lines: Lines, trophy: Trophy) -> list[int]:
    """Return where a trophy may go: lines of its colour with a card and without a trophy."""
    return [
        line
        for line in lines_for(frame, trophy)
        if lines[line] is None and is_held(frame, dojo, line)
    ]


def cut_out(frame: Frame, dojo: Dojo, lines: Lines) -> tuple[Dojo, Lines]:
    """Return a full dojo as 3 rows by 4 columns, wherever it lies in its frame."""
    if frame is FIXED:
        return dojo, lines
    top, bottom, left, right = bounds(frame, dojo)
    rows, columns = range(top, bottom + 1), range(left, right + 1)
    cards = tuple(dojo[row * frame.columns + column] for row in rows for column in columns)
    return cards, tuple(lines[line] for line in (*rows, *(frame.rows + c for c in columns)))
