"""What a finished match comes to for each of its people: places, from tenures and the result.

Everybody who began the match has a place. Whoever no longer holds the seat at the end has left it,
and ranks behind all who stayed: those who held out longer before those who went sooner. The bot
that plays such a seat on has no place of its own, since its place is the leaver's. Whoever took the
seat back counts as never gone.

A substitute, who did not begin the match but ends it, takes the place that the seat comes to.
One who left again takes none: that hand was never theirs to lose.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from data.board_records import Drawn, Outcome, Part, Placing
from data.records import Match, Tenure
from games.core.game import Result, ranked
from games.core.values import Seat

_NOTHING = Drawn()
_NONE: Mapping[Seat, Drawn] = {}


@dataclass(frozen=True, slots=True)
class _Entry:
    """Somebody with a place; no player for a bot."""

    player_id: int | None
    part: Part
    luck: Drawn = _NOTHING


def outcome_of(
    match: Match, tenures: Iterable[Tenure], result: Result, luck: Mapping[Seat, Drawn] = _NONE
) -> Outcome:
    """The places of a finished match; `tenures` are all there ever were, in their order."""
    seats = _Seats(tenures)
    groups = [
        [entry for seat in tied if (entry := seats.entry(seat, luck)) is not None]
        for tied in result.ranking or ranked(result.points)
    ]
    groups += [[_Entry(player, Part.LEFT) for player in tied] for tied in seats.leavers()]
    placed = _placed(groups)
    # In an order of their own, since the last digits of a rating depend on who is rated first.
    people = sorted(
        ((place, entry.player_id, entry) for place, entry in placed if entry.player_id is not None),
        key=lambda one: one[:2],
    )
    return Outcome(
        match_id=match.match_id,
        game=match.game,
        ended_at=match.ended_at or 0,
        places=len(placed),
        placings=tuple(
            Placing(
                player_id=player_id,
                place=place,
                rank=1 + sum(other < place for other, *_ in people),
                part=entry.part,
                luck=entry.luck,
            )
            for place, player_id, entry in people
        ),
    )


class _Seats:
    """Who began and who ended on each seat."""

    def __init__(self, tenures: Iterable[Tenure]) -> None:
        self._first: dict[Seat, Tenure] = {}
        self._last: dict[Seat, Tenure] = {}
        self._gone_at: dict[int, int] = {}
        for tenure in tenures:
            self._first.setdefault(tenure.seat, tenure)
            self._last[tenure.seat] = tenure
            if tenure.sitter.player_id is not None:
                self._gone_at[tenure.sitter.player_id] = tenure.ended_at or 0
        self._began = {
            tenure.sitter.player_id: seat
            for seat, tenure in self._first.items()
            if tenure.sitter.player_id is not None
        }

    def entry(self, seat: Seat, luck: Mapping[Seat, Drawn]) -> _Entry | None:
        """Who takes the place that a seat comes to; nobody where a bot stands in for a leaver."""
        began, ended = self._first[seat].sitter.player_id, self._last[seat].sitter.player_id
        if ended is None:
            return _Entry(None, Part.WHOLE) if began is None else None
        if ended == began:
            is_alone = self._first[seat] is self._last[seat]
            return _Entry(ended, Part.WHOLE, luck.get(seat, _NOTHING) if is_alone else _NOTHING)
        if ended in self._began:  # who left one seat is not placed by another
            return _Entry(None, Part.SUBSTITUTE)
        return _Entry(ended, Part.SUBSTITUTE)

    def leavers(self) -> list[list[int]]:
        """Who began and did not end, those who went last first, those who went together tied."""
        left = [
            player
            for player, seat in self._began.items()
            if self._last[seat].sitter.player_id != player
        ]
        moments = sorted({self._gone_at[player] for player in left}, reverse=True)
        return [[player for player in left if self._gone_at[player] == at] for at in moments]


def _placed(groups: Iterable[list[_Entry]]) -> list[tuple[int, _Entry]]:
    placed: list[tuple[int, _Entry]] = []
    for tied in groups:
        place = len(placed) + 1
        placed += [(place, entry) for entry in tied]
    return placed
