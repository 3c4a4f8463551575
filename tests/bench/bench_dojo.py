"""How long the exact scoring of a Dojo takes at worst: with all four sorts."""

import json
import statistics
from time import process_time
from typing import cast

from games.dojo.rules.frame import Lines
from games.dojo.rules.scoring.sorting import Board, arrange
from tests.bench.report import Part, Row
from tests.games.dojo.exhaustive import OPTIMA

LONGEST = 50
"""Milliseconds that the slowest dojo may take."""


def parts(*, quick: bool) -> dict[str, Part]:
    """Return the part; it is quick anyway."""
    del quick
    return {"count": _rows}


def _rows() -> list[Row]:
    """Return rows for every stored dojo with four sorts, under both readings of them."""
    stored = json.loads(OPTIMA.read_text(encoding="utf-8"))
    four = [row for row in stored if sum("sort" in (item or "") for item in row["lines"]) == 4]
    return [_row(four, freely=freely) for freely in (False, True)]


def _row(stored: list[dict[str, list[str]]], *, freely: bool) -> Row:
    spent = [_once(row, freely=freely) for row in stored]
    value = f"{max(spent):.1f} ms, median {statistics.median(spent):.1f} ms"
    name = f"exact count of a dojo with four sorts, {'freely' if freely else 'once each'}"
    return Row(name, f"<= {LONGEST} ms at the worst of {len(spent)}", value, max(spent) <= LONGEST)


def _once(row: dict[str, list[str]], *, freely: bool) -> float:
    """Return milliseconds of processor time, so that other programs do not count."""
    board, lines = cast("Board", tuple(row["board"])), cast("Lines", tuple(row["lines"]))
    begun = process_time()
    arrange(board, lines, freely=freely)
    return (process_time() - begun) * 1000
