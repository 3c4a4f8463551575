"""The lines of the boards of weekly deals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from data.records.weekly_deals import Attempt
from games.core.game import Result, ranked
from games.core.values import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardLine:
    """A result on a board; equal results share a place."""

    rank: int
    player_id: int
    name: str
    attempt: Attempt


def board_lines(attempts: Sequence[Attempt], names: Mapping[int, str]) -> tuple[BoardLine, ...]:
    """Results in their order, with their ranks and the names of their players."""
    lines: list[BoardLine] = []
    for number, attempt in enumerate(sorted(attempts, key=_order), start=1):
        tied = lines and _result(lines[-1].attempt) == _result(attempt)
        rank = lines[-1].rank if tied else number
        name = names.get(attempt.player_id, "")
        lines.append(BoardLine(rank=rank, player_id=attempt.player_id, name=name, attempt=attempt))
    return tuple(lines)


def place_of(result: Result, seat: Seat) -> int:
    """The place that a seat has in a result; after a tie, places are skipped."""
    places = result.ranking or ranked(result.points)
    group = next(number for number, tied in enumerate(places) if seat in tied)
    return 1 + sum(map(len, places[:group]))


def _result(attempt: Attempt) -> tuple[int, int]:
    return attempt.place or 0, -(attempt.points or 0)


def _order(attempt: Attempt) -> tuple[int, int, int]:
    return (*_result(attempt), attempt.ended_at or 0)
