"""The best arrangement of a full dojo that its sorts allow, found exactly.

A sort changes what the lines across it score, never its own line. So the last sorts need not be
tried out: after the last sorts of rows only the columns are open, and vice versa. Sorts of parallel
lines share no cell, so the order among them does not matter: an order of use is a sequence of
layers, alternating between rows and columns.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, permutations, product

from games.dojo.rules import frame
from games.dojo.rules.cards import DISCIPLES, RACCOON, Card, Trophy
from games.dojo.rules.scoring import filling
from games.dojo.rules.scoring.points import (
    ROW_POINTS,
    belts,
    column_score,
    disciples,
    row_score,
    tally,
)

Board = tuple[Card, ...]
"""A full dojo in reading order, 3 rows by 4 columns."""
Layer = tuple[str, tuple[int, ...]]
"""Sorts used one after another in any order: "rows" or "columns", and which."""

_ORDERS = tuple(permutations(range(frame.ROWS)))
"""Every order of a column's cards."""


@lru_cache
def _stackings(columns: int) -> list[tuple[tuple[tuple[int, ...], ...], list[int]]]:
    """Every order of this many columns' cards, and the combination each row gets.

    Combinations are numbered as `itertools.product` makes them.
    """
    choices = list(product(range(frame.ROWS), repeat=columns))
    return [
        (order, [choices.index(tuple(stack[row] for stack in order)) for row in range(frame.ROWS)])
        for order in product(_ORDERS, repeat=columns)
    ]


def arrange(board: Board, lines: frame.Lines, *, freely: bool) -> Board:
    """Return the best board; `freely` lets each sort be used repeatedly (A37)."""
    rows, columns = sorts_of(lines)
    if not rows and not columns:
        return board
    search = _Search(board, lines)
    if freely and rows and columns:
        search.mix()
    else:
        for layers in orders(rows, columns):
            search.use(search.start, layers)
    return search.best


def sorts_of(lines: frame.Lines) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the rows, and the columns, that may be sorted."""
    rows = tuple(row for row in range(frame.ROWS) if lines[row] == "row-sort")
    return rows, tuple(
        column for column in range(frame.COLUMNS) if lines[frame.ROWS + column] == "col-sort"
    )


@lru_cache(maxsize=256)
def orders(rows: tuple[int, ...], columns: tuple[int, ...]) -> list[tuple[Layer, ...]]:
    """Return every order in which sorts of rows and of columns can be used, in layers.

    The shortest come first, because they find good boards early.
    """
    kinds = (("rows", rows), ("columns", columns))
    result = {*_orders_from(*kinds), *_orders_from(*reversed(kinds))}
    return sorted(result, key=lambda order: (len(order), order))


def _orders_from(first: Layer, second: Layer) -> Iterator[tuple[Layer, ...]]:
    """Yield every order that begins with a layer of the first kind, the kinds alternating."""
    kind, lines = first
    if not lines and not second[1]:
        yield ()
    for size in range(1, len(lines) + 1):
        for layer in combinations(lines, size):
            left = tuple(line for line in lines if line not in layer)
            for rest in _orders_from(second, (kind, left)):
                yield ((kind, layer), *rest)


class _Search:
    """The best board found so far, and the data needed to look for a better one."""

    def __init__(self, board: Board, lines: frame.Lines) -> None:
        self.row_trophies = lines[: frame.ROWS]
        self.column_trophies = lines[frame.ROWS :]
        self.columns = filling.Columns(self.column_trophies)
        self.best = board
        self.total = tally(frame.FIXED, board, lines).total
        rows, columns = sorts_of(lines)
        grid = [
            board[start : start + frame.COLUMNS] for start in range(0, len(board), frame.COLUMNS)
        ]
        self.start = [(cells, ()) for cells in grid]
        self.open = [
            tuple(
                None if row in rows or index in columns else card
                for index, card in enumerate(cells)
            )
            for row, cells in enumerate(grid)
        ]
        cards = [card for cells in self.open for card in cells]
        self.pool = sorted(card for card, stays in zip(board, cards, strict=True) if not stays)
        self.most_rows = _most_rows(
            self.row_trophies,
            [disciples(filling.cards_of(cells)) for cells in self.open],
            disciples(self.pool),
        )
        self.most_columns = _most_columns(
            self.column_trophies,
            [belts(filling.cards_of(cells)) for cells in zip(*self.open, strict=True)],
            belts(self.pool),
        )

    def use(self, rows: Sequence[filling.Layout], layers: Sequence[Layer]) -> None:
        """Use the sorts of these layers in every relevant way, and keep the best board."""
        if self.total == self.most_rows + self.most_columns:
            return
        if not layers:
            points = sum(map(row_score, self.row_trophies, map(_shown, rows)))
            if points + self.most_columns > self.total:
                self._fill(points, rows)
            return
        (kind, lines), rest = layers[0], layers[1:]
        if kind == "rows":
            columns = tuple([column for _, group in rest[::2] for column in group])
            hoped = self._hope_of_rows(rows, lines, columns) if len(rest) == 1 else self.total + 1
            if hoped + self.most_columns > self.total:
                for sent in _rows_sorted(rows, lines, columns):
                    self.use(sent, rest)
        elif rest:
            hoped = sum(map(max, self._tables_of(rows, lines)))
            if len(rest) == 1 and hoped + self.most_columns <= self.total:
                return
            for mixed in _columns_sorted(rows, lines):
                self.use(mixed, rest)
        else:
            self._stack(rows, lines)

    def _fill(self, points: int, rows: Sequence[filling.Layout]) -> None:
        """Fill the columns as well as possible, given the rows' points; keep it if it is best."""
        asked = tuple(map(filling.as_row, rows))
        if points + self.columns.hope(asked) <= self.total:
            return
        total = points + self.columns.best(asked)
        if total > self.total:
            laid = self.columns.fill(rows)
            self.total, self.best = total, tuple(card for row in laid for card in row)

    def _stack(self, rows: Sequence[filling.Layout], columns: tuple[int, ...]) -> None:
        """Sort these columns last, for the best rows; the columns' points are fixed before."""
        asked = tuple(map(filling.as_row, rows))
        hoped = self.columns.hope(asked)
        if hoped + self.most_rows <= self.total:
            return
        tables = self._tables_of(rows, columns)
        if hoped + sum(map(max, tables)) <= self.total:
            return
        top, middle, bottom = tables
        score, best = max(
            (top[first] + middle[second] + bottom[third], order)
            for order, (first, second, third) in _stackings(len(columns))
        )
        if hoped + score <= self.total:
            return
        total = score + self.columns.best(asked)
        if total > self.total:
            laid = self.columns.fill(rows)
            stacks = [filling.cards_of(cells[column] for cells, _ in rows) for column in columns]
            for column, order, stack in zip(columns, best, stacks, strict=True):
                for row in range(frame.ROWS):
                    laid[row][column] = stack[order[row]]
            self.total, self.best = total, tuple(card for row in laid for card in row)

    def _tables_of(
        self, rows: Sequence[filling.Layout], columns: tuple[int, ...]
    ) -> list[list[int]]:
        """The points of each row for each choice of one card from every one of these columns."""
        shown = tuple(
            [
                disciples(filling.cards_of([cells[column] for cells, _ in rows]))
                for column in columns
            ]
        )
        pairs = zip(self.row_trophies, rows, strict=True)
        return [_by_guests(trophy, _shown(layout, columns), shown) for trophy, layout in pairs]

    def _hope_of_rows(
        self, rows: Sequence[filling.Layout], lines: tuple[int, ...], columns: tuple[int, ...]
    ) -> int:
        """Return an upper bound for the rows when these are sorted, and then these columns."""
        moved = [card for line in lines for card in filling.cards_of(rows[line][0])]
        shown = tuple(
            [
                "".join(
                    sorted(
                        set(
                            disciples(
                                [*moved, *filling.cards_of([cells[column] for cells, _ in rows])]
                            )
                        )
                    )
                )
                for column in columns
            ]
        )
        total = 0
        for row, layout in enumerate(rows):
            if row in lines:
                total += _with_guests(_shown(layout), len(columns))
            else:
                total += max(_by_guests(self.row_trophies[row], _shown(layout, columns), shown))
        return total

    def mix(self) -> None:
        """Let all cards of crossing sorted lines go anywhere in those lines."""
        sizes = [cells.count(None) for cells in self.open]
        ways = []
        for hands in _shared(self.pool, sizes):
            layouts = tuple(zip(self.open, hands, strict=True))
            points = sum(map(row_score, self.row_trophies, map(_shown, layouts)))
            ways.append((points, layouts))
        ways.sort(key=lambda way: -way[0])
        for points, layouts in ways:
            if points + self.most_columns <= self.total:
                return
            self._fill(points, layouts)


@lru_cache(maxsize=1 << 11)
def _by_guests(trophy: Trophy | None, disciple: str, stacks: tuple[str, ...]) -> list[int]:
    """The points of a row for each choice of one card from every stack."""
    return [row_score(trophy, disciple + "".join(guests)) for guests in product(*stacks)]


@lru_cache(maxsize=1 << 12)
def _with_guests(own: str, guests: int) -> int:
    """Return an upper bound for a row that keeps its best cards and gets matching guests."""
    equal = max(
        [own.count(disciple) for disciple in own if disciple != RACCOON], default=0
    ) + own.count(RACCOON)
    return ROW_POINTS[min(frame.COLUMNS - guests, equal) + guests]


@lru_cache(maxsize=1 << 12)
def _shown(layout: filling.Layout, but: tuple[int, ...] = ()) -> str:
    """The disciples of a row, without those in some columns."""
    cells, hand = layout
    return disciples(
        [*hand, *[card for index, card in enumerate(cells) if card and index not in but]]
    )


def _rows_sorted(
    rows: Sequence[filling.Layout], lines: tuple[int, ...], columns: Sequence[int]
) -> Iterator[list[filling.Layout]]:
    """Sort rows: choose the cards each sends to the columns sorted later; the rest stay in hand."""
    sent = [_orders(filling.cards_of(rows[line][0]), len(columns)) for line in lines]
    for picks in product(*sent):
        sorted_rows = list(rows)
        for line, picked in zip(lines, picks, strict=True):
            hand = filling.cards_of(rows[line][0])
            cells: list[Card | None] = [None] * frame.COLUMNS
            for column, card in zip(columns, picked, strict=True):
                cells[column] = card
                hand.remove(card)
            sorted_rows[line] = (tuple(cells), tuple(hand))
        yield sorted_rows


def _columns_sorted(
    rows: Sequence[filling.Layout], lines: tuple[int, ...]
) -> Iterator[list[filling.Layout]]:
    """Sort columns in every way; all their cells are filled."""
    stacks = [
        _orders(filling.cards_of(cells[line] for cells, _ in rows), frame.ROWS) for line in lines
    ]
    for order in product(*stacks):
        grid = [list(cells) for cells, _ in rows]
        for line, cards in zip(lines, order, strict=True):
            for row, card in enumerate(cards):
                grid[row][line] = card
        yield [(tuple(cells), hand) for cells, (_, hand) in zip(grid, rows, strict=True)]


def _orders(cards: Sequence[Card], count: int) -> list[tuple[Card, ...]]:
    """Every ordered choice of `count` cards; equal cards count as one."""
    return sorted(set(permutations(cards, count)))


def _shared(pool: Sequence[Card], sizes: Sequence[int]) -> Iterator[tuple[tuple[Card, ...], ...]]:
    """Return every way to split a sorted pool into hands of these sizes, each once."""
    if not sizes:
        yield ()
        return
    for hand in sorted(set(combinations(pool, sizes[0]))):
        left = list(pool)
        for card in hand:
            left.remove(card)
        for others in _shared(left, sizes[1:]):
            yield (hand, *others)


def _most_rows(trophies: Sequence[Trophy | None], fixed: Sequence[str], pool: str) -> int:
    """Return an upper bound for rows, given the disciples that stay and those that move."""
    total, raccoons = 0, pool.count(RACCOON)
    coming = [
        (disciple, pool.count(disciple) + raccoons) for disciple in DISCIPLES if disciple != RACCOON
    ]
    for trophy, stays in zip(trophies, fixed, strict=True):
        free = frame.COLUMNS - len(stays)
        equal = max([stays.count(disciple) + min(free, more) for disciple, more in coming])
        equal += stays.count(RACCOON)
        points = ROW_POINTS[min(frame.COLUMNS, equal + (trophy == "row-wild"))]
        total += max(points, frame.COLUMNS if trophy == "row-variety" else 0)
    return total


def _most_columns(trophies: Sequence[Trophy | None], fixed: Sequence[str], pool: str) -> int:
    """Return an upper bound for columns, given the belts that stay and those that move.

    A belt that moves is used up by the first column that takes it.
    """
    if not trophies:
        return 0
    trophy, stays = trophies[0], fixed[0]
    best = _most_columns(trophies[1:], fixed[1:], pool)
    for belt in sorted(set(stays + pool)):
        missing = (2 if trophy == "col-pair" else frame.ROWS) - stays.count(belt)
        if missing <= min(frame.ROWS - len(stays), pool.count(belt)):
            left = pool.replace(belt, "", max(0, missing)) if missing > 0 else pool
            points = column_score(trophy, belt * frame.ROWS)
            best = max(best, points + _most_columns(trophies[1:], fixed[1:], left))
    return best
