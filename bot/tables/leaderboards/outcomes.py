"""What a finished match comes to for each of its people: places, from tenures and the result.

Everybody who ends the match has the place that the seat comes to. A player who left a seat to a bot
ranks behind all who stayed: those who held out longer before those who went sooner. The bot that
plays such a seat on has no place of its own, since its place is the leaver's. Whoever took the seat
back counts as never gone.

A substitute, who did not begin the match but ends it, takes the place of the seat, and whoever is
followed by one has none: the table has lost nothing by it. So of several who left one seat only
the last ranks behind the others. A substitute is one to the end, and is never rated down.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from data.records import leaderboards
from data.records.matches import LEFT, Match, Tenure
from games.core.game import Result, ranked
from games.core.values import Seat

_NOTHING = leaderboards.LuckDrawn()


@dataclass(frozen=True, slots=True)
class Deeds:
    """The luck and titles of a match's seats, from its events."""

    luck: Mapping[Seat, leaderboards.LuckDrawn] = field(default_factory=dict)
    titles: Mapping[Seat, tuple[str, ...]] = field(default_factory=dict)


NO_DEEDS = Deeds()


class _Entry(NamedTuple):
    """A placed participant; no player for a bot."""

    player_id: int | None
    part: leaderboards.Participation
    luck: leaderboards.LuckDrawn = _NOTHING
    titles: tuple[str, ...] = ()


def outcome_of(
    match: Match, tenures: Iterable[Tenure], result: Result, deeds: Deeds = NO_DEEDS
) -> leaderboards.MatchOutcome:
    """The places of a finished match; `tenures` are all of its tenures, in order.

    The deeds of a seat are a player's only if nobody else ever held it.
    """
    seats = _Seats(tenures, deeds)
    groups = [
        [entry for seat in tied if (entry := seats.entry(seat)) is not None]
        for tied in result.ranking or ranked(result.points)
    ]
    groups += seats.leavers()
    placed = _placed(groups)
    # In an order of their own, since the last digits of a rating depend on who is rated first.
    people = sorted(
        ((place, entry.player_id, entry) for place, entry in placed if entry.player_id is not None),
        key=lambda placing: placing[:2],
    )
    return leaderboards.MatchOutcome(
        match_id=match.match_id,
        game=match.game,
        ended_at=match.ended_at or 0,
        places=len(placed),
        placings=tuple(
            leaderboards.Placing(
                player_id=player_id,
                place=place,
                rank=1 + sum(other < place for other, *_ in people),
                part=entry.part,
                luck=entry.luck,
                titles=entry.titles,
            )
            for place, player_id, entry in people
        ),
    )


class _Seats:
    """The first and last player of each seat."""

    def __init__(self, tenures: Iterable[Tenure], deeds: Deeds = NO_DEEDS) -> None:
        self._deeds = deeds
        self._first: dict[Seat, Tenure] = {}
        self._last: dict[Seat, Tenure] = {}
        self._latest: dict[Seat, Tenure] = {}
        """The last human player of each seat, if any."""
        for tenure in tenures:
            self._first.setdefault(tenure.seat, tenure)
            self._last[tenure.seat] = tenure
            if tenure.sitter.player_id is not None:
                self._latest[tenure.seat] = tenure
        self._began = {tenure.sitter.player_id for tenure in self._first.values()}

    def entry(self, seat: Seat) -> _Entry | None:
        """The participant who gets a seat's place; None if a bot replaced a leaver."""
        began, ended = self._first[seat].sitter.player_id, self._stayed(seat)
        if ended is None:
            return None if seat in self._latest else _Entry(None, leaderboards.Participation.WHOLE)
        if ended == began:
            if self._first[seat] is not self._last[seat]:
                return _Entry(ended, leaderboards.Participation.WHOLE)
            luck, titles = self._deeds.luck.get(seat, _NOTHING), self._deeds.titles.get(seat, ())
            return _Entry(ended, leaderboards.Participation.WHOLE, luck, titles)
        if ended in self._began:  # who left one seat is not placed by another
            return _Entry(None, leaderboards.Participation.SUBSTITUTE)
        return _Entry(ended, leaderboards.Participation.SUBSTITUTE)

    def leavers(self) -> list[list[_Entry]]:
        """The players who left a seat to a bot, last first; simultaneous leavers tie."""
        left = [tenure for seat, tenure in self._latest.items() if self._stayed(seat) is None]
        moments = sorted({tenure.ended_at or 0 for tenure in left}, reverse=True)
        return [
            [self._left(tenure) for tenure in left if (tenure.ended_at or 0) == moment]
            for moment in moments
        ]

    def _stayed(self, seat: Seat) -> int | None:
        """The player who held a seat until the end; None if they left, even as the last person."""
        last = self._last[seat]
        return None if last.end_reason == LEFT else last.sitter.player_id

    def _left(self, tenure: Tenure) -> _Entry:
        player = tenure.sitter.player_id
        return _Entry(
            player,
            leaderboards.Participation.LEFT
            if player in self._began
            else leaderboards.Participation.SUBSTITUTE,
        )


def leavers_of(tenures: Iterable[Tenure]) -> tuple[int, ...]:
    """The players who rank behind all others, in order of place."""
    left = (entry.player_id for tied in _Seats(tenures).leavers() for entry in tied)
    return tuple(player_id for player_id in left if player_id is not None)


def _placed(groups: Iterable[list[_Entry]]) -> list[tuple[int, _Entry]]:
    placed: list[tuple[int, _Entry]] = []
    for tied in groups:
        place = len(placed) + 1
        placed += [(place, entry) for entry in tied]
    return placed
