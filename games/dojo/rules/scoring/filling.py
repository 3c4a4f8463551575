"""The best columns possible when some rows may lay their cards in any order."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product

from games.dojo.rules.cards import Card, Trophy
from games.dojo.rules.scoring.points import column_score

Layout = tuple[tuple[Card | None, ...], tuple[Card, ...]]
"""A row: its cells, None if still open, and the cards for the open ones."""


def cards_of(cells: Iterable[Card | None]) -> list[Card]:
    """The cards that lie in these cells."""
    return [card for card in cells if card]


OPEN = "0"
Row = tuple[str, str]
"""A row from one column on: the belt of each cell, 0 if open, and the belts in hand for the open
cells in rising order."""
Way = tuple[str, tuple[Row, ...]]
"""A column's belts, and the rows from the next column on."""


class Columns:
    """The columns of a dojo, counted from the left; results are cached."""

    def __init__(self, trophies: Sequence[Trophy | None]) -> None:
        self._trophies = tuple(trophies)
        self._known: dict[tuple[int, tuple[Row, ...]], int] = {}

    def hope(self, rows: tuple[Row, ...]) -> int:
        """Return a quick upper bound of `best`, as if hands were never used up."""
        (top, first), (two, second), (three, third) = rows
        return sum(
            [
                _hope(
                    trophy,
                    a if a != OPEN else first,
                    b if b != OPEN else second,
                    c if c != OPEN else third,
                )
                for trophy, a, b, c in zip(self._trophies, top, two, three, strict=True)
            ]
        )

    def best(self, rows: tuple[Row, ...], column: int = 0) -> int:
        """Return the most points of all columns from this one on."""
        if column == len(self._trophies):
            return 0
        asked = (column, rows)
        known = self._known.get(asked)
        if known is None:
            known = self._known[asked] = max(self._points(way, column) for way in _ways(rows))
        return known

    def _points(self, way: Way, column: int) -> int:
        """The points of a column filled this way, plus the best of those after it."""
        shown, rest = way
        return column_score(self._trophies[column], shown) + self.best(rest, column + 1)

    def fill(self, layouts: Sequence[Layout]) -> list[list[Card]]:
        """Lay the cards in hand into the open cells of each row for the best columns."""
        rows = tuple(map(as_row, layouts))
        left = [list(hand) for _, hand in layouts]
        laid: list[list[Card]] = [[] for _ in layouts]
        for column in range(len(self._trophies)):
            best = self.best(rows, column)
            ways = sorted(_ways(rows), reverse=True)
            shown, rows = next(way for way in ways if self._points(way, column) == best)
            for row, belt in enumerate(shown):
                card = layouts[row][0][column]
                if card is None:
                    place = [held[1] for held in left[row]].index(belt)
                    card = left[row].pop(place)
                laid[row].append(card)
        return laid


def _ways(rows: tuple[Row, ...]) -> list[Way]:
    """Every way to fill the first column of these rows."""
    return [
        ("".join([belt for belt, _ in way]), tuple([rest for _, rest in way]))
        for way in product(*map(_first, rows))
    ]


@lru_cache(maxsize=1 << 12)
def as_row(layout: Layout) -> Row:
    """Return what columns need to know about a row."""
    cells, hand = layout
    shown = "".join([card[1] if card else OPEN for card in cells])
    return shown, "".join(sorted([card[1] for card in hand]))


@lru_cache(maxsize=1 << 12)
def _first(row: Row) -> tuple[tuple[str, Row], ...]:
    """Every belt the first cell of a row can show, with the rest of the row."""
    cells, hand = row
    belt, rest = cells[0], cells[1:]
    if belt != OPEN:
        return ((belt, (rest, hand)),)
    return tuple(
        (belt, (rest, hand[:place] + hand[place + 1 :]))
        for place, belt in enumerate(hand)
        if not place or hand[place - 1] != belt
    )


@lru_cache(maxsize=1 << 14)
def _hope(trophy: Trophy | None, *shown: str) -> int:
    """Return the most that a column can be worth with one belt from each row."""
    return max(column_score(trophy, "".join(belts)) for belts in product(*shown))
