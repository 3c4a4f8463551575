"""The best arrangement of a dojo by exhaustive search, written from the rules alone.

It shares only the names of cards and trophies with the game: it goes from board to board, one sort
at a time, and counts each board as the rules say. As a command it stores the optima of dojos with
so many sorts that an exhaustive search takes seconds:

    python -m tests.games.dojo.exhaustive
"""

import json
import random
from collections.abc import Iterator, Sequence
from itertools import permutations
from pathlib import Path
from typing import Any

Board = tuple[str, ...]
"""Twelve cards in reading order, 3 rows by 4 columns."""
Lines = tuple[str | None, ...]
"""Trophies of 3 rows, then of 4 columns."""

OPTIMA = Path(__file__).with_name("optima.json")
PLACES = [[4 * row + column for column in range(4)] for row in range(3)] + [
    [column + 4 * row for row in range(3)] for column in range(4)
]
PLACED_TWICE = ("col-pair", "col-double", "row-wild", "row-variety")


def worth(board: Board, lines: Lines) -> int:
    """Return what a board is worth once its sorts are used, line by line."""
    total = 0
    for line in range(7):
        cards = [board[place] for place in PLACES[line]]
        total += (
            worth_of_row(cards, lines[line]) if line < 3 else worth_of_column(cards, lines[line])
        )
    return total


def worth_of_row(cards: Sequence[str], trophy: str | None) -> int:
    """Return the best of all disciples for the row; raccoons and a wild card count as any."""
    best = 0
    for disciple in "MFTCB":
        count = sum(1 for card in cards if card[0] in (disciple, "R"))
        if trophy == "row-wild" and count < 4:
            count += 1
        best = max(best, {0: 0, 1: 1, 2: 3, 3: 6, 4: 10}[count])
    if trophy == "row-variety":
        kinds = {card[0] for card in cards}
        raccoons = sum(1 for card in cards if card[0] == "R")
        best = max(best, len(kinds - {"R"}) + raccoons)
    return best


def worth_of_column(cards: Sequence[str], trophy: str | None) -> int:
    """Compare the three belts of a column."""
    first, two, three = (int(card[1]) for card in cards)
    if first == two == three:
        return first * 2 if trophy == "col-double" else first
    if trophy == "col-pair":
        if first in (two, three):
            return first
        if two == three:
            return two
    return 0


def boards_after(board: Board, line: int) -> set[Board]:
    """Return every board that one sort of this line can produce."""
    results = set()
    for cards in permutations([board[place] for place in PLACES[line]]):
        laid = list(board)
        for place, card in zip(PLACES[line], cards, strict=True):
            laid[place] = card
        results.add(tuple(laid))
    return results


def best_once(board: Board, lines: Lines) -> int:
    """Return the most points if each sort is used once, in any order."""
    sorts = frozenset(line for line in range(7) if (lines[line] or "").endswith("sort"))
    reached: dict[frozenset[int], set[Board]] = {frozenset(): {board}}
    for size in range(len(sorts)):
        for used in [key for key in reached if len(key) == size]:
            for line in sorts - used:
                more = reached.setdefault(used | {line}, set())
                for entry in reached[used]:
                    more |= boards_after(entry, line)
    return max(worth(item, lines) for item in reached[sorts])


def best_freely(board: Board, lines: Lines) -> int:
    """Return the most points if sorts are used until no new board appears."""
    sorts = [line for line in range(7) if (lines[line] or "").endswith("sort")]
    reached, fresh = {board}, {board}
    while fresh:
        fresh = {after for item in fresh for line in sorts for after in boards_after(item, line)}
        fresh -= reached
        reached |= fresh
    return max(worth(item, lines) for item in reached)


def best_mixed(board: Board, lines: Lines) -> int:
    """Return the most points with the cards of sorted lines placed anywhere in them."""
    sorts = [line for line in range(7) if (lines[line] or "").endswith("sort")]
    cells = sorted({place for line in sorts for place in PLACES[line]})
    laid = list(board)

    def best(left: list[str], place: int) -> int:
        if place == len(cells):
            return worth(tuple(laid), lines)
        most = 0
        for card in sorted(set(left)):
            laid[cells[place]] = card
            rest = left[:]
            rest.remove(card)
            most = max(most, best(rest, place + 1))
        return most

    return best([board[place] for place in cells], 0)


def dojos(seed: str, rows: int, columns: int) -> Iterator[tuple[Board, Lines]]:
    """Yield random full dojos with this many sorted rows and columns, and other trophies.

    Half of the dojos have few kinds of cards, so that lines often nearly match.
    """
    chance = random.Random(f"{seed} {rows} {columns}")
    while True:
        few = chance.random() < 0.5
        disciples, belts = ("MFR", "123") if few else ("MFTCBR", "12345")
        deck = [f"{disciple}{belt}" for disciple in disciples for belt in belts for _ in (0, 1)]
        lines: list[str | None] = [None] * 7
        for line in chance.sample(range(3), rows):
            lines[line] = "row-sort"
        for line in chance.sample(range(3, 7), columns):
            lines[line] = "col-sort"
        for trophy in chance.sample(PLACED_TWICE * 2, chance.randrange(6)):
            among = range(3) if trophy.startswith("row") else range(3, 7)
            free = [line for line in among if lines[line] is None]
            if free:
                lines[chance.choice(free)] = trophy
        yield tuple(chance.sample(deck, 12)), tuple(lines)


def optima() -> Iterator[dict[str, Any]]:
    """Yield dojos with too many boards for every test run, and their optima."""
    wanted = [("once", 2, 2, 100), ("free", 1, 2, 12), ("free", 2, 1, 4), ("free", 2, 2, 2)]
    for sorts, rows, columns, count in wanted:
        best = best_once if sorts == "once" else best_mixed
        for board, lines in _some(dojos("optima", rows, columns), count):
            most = best(board, lines)
            yield {"sorts": sorts, "board": board, "lines": lines, "best": most}
            print(sorts, rows, columns, most, flush=True)


def _some(result: Iterator[tuple[Board, Lines]], count: int) -> Iterator[tuple[Board, Lines]]:
    return (next(result) for _ in range(count))


def main() -> None:
    """Write the optima to a file, one dojo per line."""
    rows = ",\n".join(json.dumps(row) for row in optima())
    OPTIMA.write_text(f"[\n{rows}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
