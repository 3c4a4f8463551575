"""Loads matches from the store, with their game, state and player names."""

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from itertools import count
from threading import Lock
from typing import TypeVar

from bot.tables import errors
from bot.tables.domain.position import Position
from bot.tables.domain.seating import people, sitters_of
from bot.tables.domain.table_state import table_state_of
from bot.tables.domain.views import MatchSummary
from bot.tables.matches.deadlines import public_due_at
from bot.tables.matches.snapshot import DAMAGED, Snapshot, summarize
from data.engine.errors import DamagedMatchError, UnknownMatchError, VersionConflictError
from data.records.matches import Deadline, Life, Match, Saved
from data.records.snapshots import MatchRows
from data.store import Store
from games.core.errors import UnknownVersionError
from games.core.game import AnyGame
from games.core.saving import load_state

log = logging.getLogger(__name__)
T = TypeVar("T")

POSITIONS_KEPT = 100
"""The size of the cache; one of the largest positions takes half a megabyte with its public view.
"""
ENDED_KEPT = 4
"""How many of them may be of matches that are over; readers of these are few."""


def by_key(games: Iterable[AnyGame]) -> dict[str, AnyGame]:
    """Map these games by key."""
    return {game.info.key: game for game in games}


class MatchRepository:
    """Loads matches. Cached positions are used only for the moves that the database counts."""

    def __init__(self, store: Store, games: Mapping[str, AnyGame]) -> None:
        self._store = store
        self.games = games
        self._positions: OrderedDict[str, Position] = OrderedDict()
        """The latest position of each match, least recently used first."""
        self._ended: deque[str] = deque()
        """The ids of matches that are over and whose position is kept, oldest first."""
        self._keeping = Lock()
        self._loads = count(1)
        """Held while a position is kept, as several threads read positions."""

    def game(self, key: str) -> AnyGame:
        """The game with this key; raises NoSuchGameError."""
        if key not in self.games:
            raise errors.NoSuchGameError
        return self.games[key]

    def game_of(self, match: Match) -> AnyGame:
        """The game of a match; raises MissingGameError."""
        if match.game not in self.games:
            raise errors.MissingGameError
        return self.games[match.game]

    async def head(self, match_id: str) -> Match:
        """A match at any stage, without its state.

        Raises NoSuchMatchError, UnreadableMatchError.
        """
        try:
            match = await self._store.matches.find(match_id)
        except DamagedMatchError:
            raise errors.UnreadableMatchError(match_id) from None
        if match is None:
            raise errors.NoSuchMatchError
        return match

    async def open(self, match_id: str, interaction_id: int | None = None) -> Snapshot:
        """All data of a match at any stage, in one trip.

        With `interaction_id`, also the earlier result of that interaction. Raises NoSuchMatchError,
        UnreadableMatchError, NoSuchGameError.
        """
        loaded = self.next_load()
        try:
            rows = await self._store.snapshots.load(match_id, interaction_id)
        except DamagedMatchError:
            raise errors.UnreadableMatchError(match_id) from None
        if rows is None:
            raise errors.NoSuchMatchError
        return self.snapshot(replace(rows, loaded=loaded))

    def next_load(self) -> int:
        """Return a number that is greater than that of every load begun so far."""
        return next(self._loads)

    async def started(self, match_id: str) -> Snapshot:
        """A match that has started or ended.

        Raises NoSuchMatchError, NotStartedError, CancelledError,
        UnreadableMatchError, NoSuchGameError, and UnknownVersionError of the rules.
        """
        snapshot = await self.open(match_id)
        await asyncio.to_thread(lambda: snapshot.position)  # raises if the match is unplayable
        return snapshot

    def snapshot(self, rows: MatchRows) -> Snapshot:
        """A snapshot of these rows; its state is read when needed."""
        return Snapshot(rows, self.game_of(rows.match), partial(self._position, rows))

    def _position(self, rows: MatchRows) -> Position:
        match = rows.match
        if match.life is Life.LOBBY:
            raise errors.NotStartedError
        position = self._positions.get(match.match_id)
        if position is None or position.moves_made != match.moves_made:
            if rows.state is None:
                raise (
                    errors.MatchOverError
                    if match.life is not Life.CANCELLED
                    else errors.CancelledError
                )
            position = self._read(match, rows.state)
        sitters = sitters_of(match)
        if position.sitters != sitters:
            position = replace(position, sitters=sitters)
        self._keep(position, match)
        return position

    def _read(self, match: Match, saved: Saved) -> Position:
        """Read a position from a saved state."""
        game = self.game_of(match)
        try:
            state = load_state(game, saved)
        except DAMAGED:
            # A damaged match is reported and doesn't delay the others. Its cause could show what
            # is hidden.
            raise errors.UnreadableMatchError(match.match_id) from None
        return Position(
            match_id=match.match_id,
            game=game,
            state=state,
            sitters=sitters_of(match),
            moves_made=match.moves_made,
            secret=match.secret,
        )

    def committed(self, rows: MatchRows, position: Position) -> Snapshot:
        """A snapshot of a step that was just written; its position is known."""
        self._keep(position, rows.match)
        sitters = sitters_of(rows.match)
        if position.sitters != sitters:  # else what is known of it stays known
            position = replace(position, sitters=sitters)
        return Snapshot(rows, self.game_of(rows.match), lambda: position)

    def _keep(self, position: Position, match: Match) -> None:
        """Cache a position that the database holds, unless a newer one is cached."""
        match_id = match.match_id
        with self._keeping:
            newest = self._positions.get(match_id, position)
            if sum(position.moves_made) >= sum(newest.moves_made):
                self._positions[match_id] = position
            self._positions.move_to_end(match_id)
            if match.life is not Life.RUNNING and match_id not in self._ended:
                self._ended.append(match_id)
            if len(self._ended) > ENDED_KEPT:
                self._positions.pop(self._ended.popleft(), None)
            while len(self._positions) > POSITIONS_KEPT:
                self._positions.popitem(last=False)

    async def summary(self, match: Match) -> MatchSummary:
        """The public facts of a match, with the display names last seen in its server.

        Raises NoSuchGameError, UnreadableMatchError, and UnknownVersionError of the rules.
        """
        game, players = self.game_of(match), people(sitters_of(match))
        names = await self._store.people.names(match.guild_id, players)
        summary = summarize(match, game, names)
        return replace(summary, due_at=public_due_at(await self.clocks(match)))

    async def summaries(self, matches: Iterable[Match]) -> tuple[MatchSummary, ...]:
        """The public facts of the readable matches; unreadable ones are left out."""
        results = list[MatchSummary]()
        for match in matches:
            try:
                results.append(await self.summary(match))
            except errors.MissingGameError:
                log.debug("match %s is not listed: its game is missing", match.match_id)
            except (errors.TableError, UnknownVersionError) as error:
                log.warning("match %s is not listed: %s", match.match_id, error)
        return tuple(results)

    async def clocks(self, match: Match) -> tuple[Deadline, ...]:
        """The scheduler rows of a match; loaded only if it may have a running clock."""
        if match.life is not Life.RUNNING or table_state_of(match).time_control.kind == "none":
            return ()
        return await self._store.deadlines.of_match(match.match_id)


async def settled(attempt: Callable[[], Awaitable[T]]) -> T:
    """Retry until the match did not change between loading and commit.

    Each attempt must load the match again; it fails only if another change succeeded.
    """
    while True:
        try:
            return await attempt()
        except (VersionConflictError, UnknownMatchError) as conflict:
            log.info("trying again: %s", conflict)
