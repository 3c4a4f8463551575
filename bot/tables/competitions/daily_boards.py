"""The boards of the daily deals: of a day, and of the days of a week together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from data.records.daily_deals import Attempt, WeekTotal
from games.core.values import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardLine:
    """Somebody's attempt in a server; equal results share a place.

    `rank` is None while the attempt goes on or without a result, `streak` counts days in a row.
    """

    player_id: int
    name: str
    attempt: Attempt
    rank: int | None = None
    streak: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class WeekLine:
    """What somebody's deals of a week are worth together; equal totals share a place."""

    rank: int
    name: str
    total: WeekTotal


def board_lines(
    attempts: Sequence[Attempt], names: Mapping[int, str], streaks: Mapping[int, int]
) -> tuple[BoardLine, ...]:
    """Results by points, then the attempts that go on; those without a result are left out."""
    lines: list[BoardLine] = []
    finished = [attempt for attempt in attempts if attempt.place is not None]
    playing = [attempt for attempt in attempts if attempt.settled_at is None]
    for number, attempt in enumerate(sorted(finished, key=_order), start=1):
        tied = lines and lines[-1].attempt.points == attempt.points
        rank = lines[-1].rank if tied else number
        lines.append(_line(attempt, names, streaks, rank))
    lines += [
        _line(attempt, names, streaks) for attempt in sorted(playing, key=lambda row: row.begun_at)
    ]
    return tuple(lines)


def week_lines(totals: Sequence[WeekTotal], names: Mapping[int, str]) -> tuple[WeekLine, ...]:
    """The totals of a week in their order."""
    lines: list[WeekLine] = []
    for number, total in enumerate(sorted(totals, key=lambda total: -total.total), start=1):
        tied = lines and lines[-1].total.total == total.total
        rank = lines[-1].rank if tied else number
        lines.append(WeekLine(rank=rank, name=names.get(total.player_id, ""), total=total))
    return tuple(lines)


def gains_of(points: Sequence[Sequence[int]]) -> list[list[int]]:
    """What each seat gained from one standing to the next."""
    return [[now - before for before, now in zip(*pair, strict=True)] for pair in pairwise(points)]


def margins_of(gains: Sequence[Sequence[int]], seat: Seat) -> tuple[int, ...]:
    """How many more points a seat gained than the best rival, each time."""
    return tuple(
        gained[seat] - max(gain for other, gain in enumerate(gained) if other != seat)
        for gained in gains
    )


def _line(
    attempt: Attempt, names: Mapping[int, str], streaks: Mapping[int, int], rank: int | None = None
) -> BoardLine:
    player = attempt.player_id
    return BoardLine(
        player_id=player,
        name=names.get(player, ""),
        attempt=attempt,
        rank=rank,
        streak=streaks.get(player, 0),
    )


def _order(attempt: Attempt) -> tuple[int, int]:
    return -(attempt.points or 0), attempt.ended_at or 0
