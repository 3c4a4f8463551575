"""Standings: stored ones for one season, computed ones for all seasons together.

Ratings restart with each season, so for all seasons together all matches are rated again in order.
The result is cached: later reads rate only newly counted matches.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol
from weakref import WeakValueDictionary

from bot.tables.leaderboards.ratings import fold
from data.records import leaderboards
from data.store import Store

MOST_KEPT = 20_000
"""How many rated matches of all servers are cached; a thousand take about three megabytes."""


class Standings(Protocol):
    """The standings that pages and profiles need; hidden players are on no page."""

    async def size(self, board: str) -> int:
        """The number of players on a board."""

    async def page(self, board: str, *, after: int, most: int) -> Sequence[leaderboards.Rating]:
        """The players after the first `after`, best first."""

    async def better(self, board: str, score: float) -> int:
        """The number of players with a higher score."""

    async def of_player(self, player_id: int) -> Sequence[leaderboards.Rating]:
        """A player's ratings, one per board, even if hidden."""

    async def played(self, board: str, player_id: int) -> Sequence[leaderboards.PlayedMatch]:
        """A player's matches on a board, the oldest first."""

    async def latest(
        self, board: str, players: Collection[int]
    ) -> Mapping[int, leaderboards.RatingMark]:
        """What each of these players' latest match on a board did."""

    async def since(self, board: str, when: int) -> int:
        """How many matches on a board ended at that time or later."""


@dataclass(frozen=True, slots=True)
class SeasonStandings:
    """One season."""

    store: Store
    guild_id: int
    season: int

    async def size(self, board: str) -> int:
        return await self.store.leaderboards.size(self.guild_id, self.season, board)

    async def page(self, board: str, *, after: int, most: int) -> Sequence[leaderboards.Rating]:
        return await self.store.leaderboards.page(
            self.guild_id, self.season, board, after=after, most=most
        )

    async def better(self, board: str, score: float) -> int:
        return await self.store.leaderboards.better(self.guild_id, self.season, board, score)

    async def of_player(self, player_id: int) -> Sequence[leaderboards.Rating]:
        return await self.store.leaderboards.of_player(self.guild_id, self.season, player_id)

    async def played(self, board: str, player_id: int) -> Sequence[leaderboards.PlayedMatch]:
        return await self.store.leaderboards.played(self.guild_id, self.season, board, player_id)

    async def latest(
        self, board: str, players: Collection[int]
    ) -> Mapping[int, leaderboards.RatingMark]:
        marks = await self.store.leaderboards.latest_marks(
            self.guild_id, self.season, board, players
        )
        return {mark.player_id: mark for mark in marks}

    async def since(self, board: str, when: int) -> int:
        return await self.store.leaderboards.matches_since(self.guild_id, self.season, board, when)


@dataclass(frozen=True, slots=True)
class AllTimeStandings:
    """All seasons of a server together; see `AllSeasons`."""

    matches: Sequence[leaderboards.CountedMatch]
    folded: leaderboards.ComputedRatings
    hidden: frozenset[int]

    async def size(self, board: str) -> int:
        return len(self._visible(board))

    async def page(self, board: str, *, after: int, most: int) -> Sequence[leaderboards.Rating]:
        best = sorted(self._visible(board), key=lambda rating: (-rating.score, rating.player_id))
        return best[after : after + most]

    async def better(self, board: str, score: float) -> int:
        return sum(rating.score > score for rating in self._visible(board))

    async def of_player(self, player_id: int) -> Sequence[leaderboards.Rating]:
        mine = (rating for rating in self.folded.ratings if rating.player_id == player_id)
        return sorted(mine, key=lambda rating: rating.board)

    async def played(self, board: str, player_id: int) -> Sequence[leaderboards.PlayedMatch]:
        marks = {
            mark.number: mark
            for mark in self.folded.marks
            if (mark.board, mark.player_id) == (board, player_id)
        }
        return [
            _played(match, marks[match.number]) for match in self.matches if match.number in marks
        ]

    async def latest(
        self, board: str, players: Collection[int]
    ) -> Mapping[int, leaderboards.RatingMark]:
        return {
            mark.player_id: mark
            for mark in self.folded.marks
            if mark.board == board and mark.player_id in players
        }

    async def since(self, board: str, when: int) -> int:
        outcomes = (match.outcome for match in self.matches)
        return sum(
            board in {leaderboards.ALL, outcome.game} and outcome.ended_at >= when
            for outcome in outcomes
        )

    def _visible(self, board: str) -> list[leaderboards.Rating]:
        return [
            rating
            for rating in self.folded.ratings
            if rating.board == board and rating.player_id not in self.hidden
        ]


class _Rated(NamedTuple):
    """All rated matches of a server, at one version of its boards."""

    version: leaderboards.BoardsVersion
    matches: tuple[leaderboards.CountedMatch, ...]
    folded: leaderboards.ComputedRatings


class AllSeasons:
    """Rates servers over all seasons, and caches the most recently used ones."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[int, _Rated] = OrderedDict()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def of(self, guild_id: int) -> AllTimeStandings:
        """Return a server's current standings; never outdated ones."""
        async with self._locks.setdefault(guild_id, asyncio.Lock()):
            rated = await self._rated(guild_id)
        self._keep(guild_id, rated)
        hidden = await self._store.leaderboards.hidden(guild_id)
        return AllTimeStandings(rated.matches, rated.folded, hidden)

    async def _rated(self, guild_id: int) -> _Rated:
        cached = self._kept.get(guild_id)
        # Before the matches are read: what changes in between is noticed at the next look.
        version = await self._store.leaderboards.version(guild_id)
        if cached is None or cached.version.history != version.history:
            cached = _Rated(
                leaderboards.BoardsVersion(version.history, 0),
                (),
                leaderboards.ComputedRatings((), ()),
            )
        if cached.version.last == version.last:
            return cached
        new = await self._store.leaderboards.ever_counted(guild_id, after=cached.version.last)
        folded = await asyncio.to_thread(fold, new, cached.folded.ratings)
        last = max([version.last, *(match.number for match in new)])
        return _Rated(
            leaderboards.BoardsVersion(version.history, last),
            (*cached.matches, *new),
            leaderboards.ComputedRatings(folded.ratings, (*cached.folded.marks, *folded.marks)),
        )

    def _keep(self, guild_id: int, rated: _Rated) -> None:
        """Cache a server's ratings and drop the least recently used ones."""
        self._kept[guild_id] = rated
        self._kept.move_to_end(guild_id)
        while len(self._kept) > 1 and self._size() > MOST_KEPT:
            self._kept.popitem(last=False)

    def _size(self) -> int:
        return sum(len(rated.matches) for rated in self._kept.values())


def _played(
    match: leaderboards.CountedMatch, mark: leaderboards.RatingMark
) -> leaderboards.PlayedMatch:
    outcome = match.outcome
    return leaderboards.PlayedMatch(
        number=match.number,
        match_id=outcome.match_id,
        game=outcome.game,
        ended_at=outcome.ended_at,
        places=outcome.places,
        placing=next(
            placing for placing in outcome.placings if placing.player_id == mark.player_id
        ),
        mark=mark,
    )
