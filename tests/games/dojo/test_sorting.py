"""The best arrangement equals that of an exhaustive search, as ruled in A37 to A39."""

import json
from itertools import islice, pairwise
from typing import Any, cast

import pytest

from games.dojo.rules.frame import Lines
from games.dojo.rules.scoring.sorting import Board, arrange, orders
from tests.games.dojo import exhaustive
from tests.games.dojo.support.positions import board
from tests.support.sampling import SHARE, THOROUGH, sample

SMALL = [(0, 0, 100), (1, 0, 300), (0, 1, 400), (2, 0, 150), (0, 2, 450), (1, 1, 600)]
"""Numbers of sorted rows, sorted columns and dojos: 2,000 dojos in a thorough run."""
STORED: list[dict[str, Any]] = json.loads(exhaustive.OPTIMA.read_text(encoding="utf-8"))


def best(laid: tuple[str, ...], lines: tuple[str | None, ...], *, freely: bool = False) -> int:
    """Return what the game's arrangement is worth, counted independently."""
    trophies = cast("Lines", lines)
    arranged = arrange(cast("Board", laid), trophies, freely=freely)
    assert sorted(arranged) == sorted(laid)
    return exhaustive.worth(arranged, lines)


@pytest.mark.parametrize(("rows", "columns", "count"), SMALL)
def test_up_to_two_sorts_are_used_as_well_as_can_be(rows: int, columns: int, count: int) -> None:
    """With up to two sorts, the game finds the best arrangement."""
    for laid, lines in islice(exhaustive.dojos("small", rows, columns), sample(count)):
        assert best(laid, lines) == exhaustive.best_once(laid, lines), (laid, lines)


@pytest.mark.parametrize(("rows", "columns"), [(1, 2), (2, 1)])
def test_three_sorts_are_used_as_well_as_can_be(rows: int, columns: int) -> None:
    """With three sorts, in any interleaved order, the game finds the best arrangement."""
    for laid, lines in islice(exhaustive.dojos("three", rows, columns), sample(10)):
        assert best(laid, lines) == exhaustive.best_once(laid, lines), (laid, lines)


def test_what_took_long_to_try_out_is_found() -> None:
    """The game reaches the stored optima of four sorts and of free ones."""
    assert sum(row["sorts"] == "once" for row in STORED) == 100
    for row in STORED[:: 1 if THOROUGH else SHARE]:
        laid, lines = tuple(row["board"]), tuple(row["lines"])
        assert best(laid, lines, freely=row["sorts"] == "free") == row["best"], row


def test_free_sorts_are_used_as_well_as_can_be() -> None:
    """Free crossing sorts place their cards anywhere in both lines (A37)."""
    for laid, lines in islice(exhaustive.dojos("free", 1, 1), sample(40)):
        most = exhaustive.best_freely(laid, lines)
        assert exhaustive.best_mixed(laid, lines) == most, (laid, lines)
        assert best(laid, lines, freely=True) == most, (laid, lines)


@pytest.mark.parametrize(("rows", "columns"), [(2, 0), (0, 2), (1, 0), (0, 1), (0, 0)])
def test_free_sorts_that_do_not_cross_bring_no_more(rows: int, columns: int) -> None:
    """Free parallel sorts are worth no more than single ones (A37)."""
    for laid, lines in islice(exhaustive.dojos("parallel", rows, columns), 10):
        assert best(laid, lines, freely=True) == best(laid, lines)


def reached(laid: tuple[str, ...], lines: tuple[int, ...]) -> set[tuple[str, ...]]:
    """Return every board that sorting these lines in this order can produce."""
    boards = {laid}
    for line in lines:
        boards = {
            after for each_board in boards for after in exhaustive.boards_after(each_board, line)
        }
    return boards


def test_a37_an_interleaved_order_can_beat_both_pure_ones() -> None:
    """Row, column, row can be better than rows first or columns first, and is found."""
    trophies: tuple[Any, ...] = ("row-sort", "row-sort", None, "col-sort", None, None, None)
    beaten = 0
    for laid, _ in islice(exhaustive.dojos("interleaved", 0, 0), sample(24)):
        pure = max(
            exhaustive.worth(item, trophies)
            for order in ((0, 1, 3), (3, 0, 1))
            for item in reached(laid, order)
        )
        result = best(laid, trophies)
        assert result >= pure
        beaten += result > pure
    assert beaten > 0, "no such dojo among these: the law was not tried"


def test_a37_every_order_is_tried_once() -> None:
    """Four sorts have fourteen different orders, each using every sort once."""
    result = orders((0, 2), (1, 3))
    assert len(result) == len(set(result)) == 14
    for order in result:
        used = sorted((kind, line) for kind, lines in order for line in lines)
        assert used == [("columns", 1), ("columns", 3), ("rows", 0), ("rows", 2)]
        assert all(first[0] != two[0] for first, two in pairwise(order))


def test_a39_a_sort_moves_cards_within_its_line_only() -> None:
    """A sort moves only the cards of its line, and without sorts nothing moves (A39)."""
    laid = board("M1 F2 T3 C4 / F1 T2 C3 B4 / T1 C2 B3 M4")
    lines: Lines = (None, "row-sort", None, None, None, None, None)
    arranged = arrange(laid, lines, freely=False)
    changed = {place for place in range(12) if arranged[place] != laid[place]}
    assert changed <= set(exhaustive.PLACES[1])
    assert arrange(laid, (None,) * 7, freely=False) == laid


def test_a_sort_that_brings_nothing_leaves_the_dojo_alone() -> None:
    """If no order is better than the current one, no card moves."""
    laid = board("M1 M2 M3 M4 / F1 F2 F3 F4 / T1 T2 T3 T4")
    lines: Lines = ("row-sort", None, None, "col-sort", None, None, None)
    assert arrange(laid, lines, freely=False) == laid


def test_a_row_sort_helps_the_columns() -> None:
    """A row's sort keeps the row's points and improves the columns (A38)."""
    laid = board("M1 M2 M3 F4 / F2 F3 F4 T1 / T2 T3 B4 C1")
    lines: Lines = ("row-sort", None, None, None, None, None, None)
    arranged = arrange(laid, lines, freely=False)
    assert arranged[:4] == ("M2", "M3", "F4", "M1")
    assert exhaustive.worth(arranged, lines) == 6 + 6 + 3 + 2 + 3 + 4 + 1
