"""Matches out of the store: with their game, their state read, and the names of who sits there."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from bot.tables.domain import match_secrets
from bot.tables.domain.position import Position
from bot.tables.domain.seating import (
    host_of,
    open_seats,
    people,
    player_behind_bot,
    sitters_of,
    still_known,
)
from bot.tables.domain.table_state import TableState, table_state_of
from bot.tables.domain.views import MatchSummary, Occupant, Question
from bot.tables.errors import (
    MatchOverError,
    NoSuchGameError,
    NoSuchMatchError,
    NotStartedError,
    TableError,
    UnreadableMatchError,
)
from bot.tables.matches.deadlines import public_due_at
from data.engine.errors import DamagedMatchError, UnknownMatchError, VersionConflictError
from data.records.matches import Deadline, Life, Match, Saved, Sitter
from data.store import Store
from games.core.errors import UnknownVersionError
from games.core.game import AnyGame
from games.core.saving import load_options, load_state
from games.core.values import Seat

log = logging.getLogger(__name__)
T = TypeVar("T")

POSITIONS_KEPT = 100
"""How many are kept ready; one of the largest takes half a megabyte with what everybody sees."""

DAMAGED = (ValueError, LookupError, TypeError, AttributeError)
"""What a damaged state raises when it is read or looked at; pydantic's error is a ValueError."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A match that was dealt, with its whole truth: for the application's own eyes."""

    match: Match
    position: Position
    table_state: TableState

    @property
    def is_running(self) -> bool:
        return self.match.life is Life.RUNNING

    def seat_of(self, player_id: int | None) -> Seat | None:
        """The seat a player holds, or held when the match ended."""
        if player_id is None:
            return None
        held = (
            seat
            for seat, sitter in enumerate(self.position.sitters)
            if sitter.player_id == player_id
        )
        return next(held, None)

    def question(self, seat: Seat) -> Question | None:
        """What the seat is asked now; nothing once the match is over or stopped."""
        return self.position.question(seat) if self.is_running else None

    def premove(self, seat: Seat) -> Question | None:
        """What the seat may answer in advance; nothing while it is asked something."""
        if not self.is_running or self.position.question(seat) is not None:
            return None
        return self.position.premove(seat)


class MatchRepository:
    """Reads matches. What it keeps is found by the step that the database names, never trusted."""

    def __init__(self, store: Store, games: Mapping[str, AnyGame]) -> None:
        self._store = store
        self._games = games
        self._positions: OrderedDict[tuple[str, int], Position] = OrderedDict()

    def game(self, key: str) -> AnyGame:
        """The game with this key; raises NoSuchGameError."""
        if key not in self._games:
            raise NoSuchGameError
        return self._games[key]

    async def head(self, match_id: str) -> Match:
        """A match in any stage of life, without its state.

        Raises NoSuchMatchError, UnreadableMatchError.
        """
        try:
            match = await self._store.matches.find(match_id)
        except DamagedMatchError:
            raise UnreadableMatchError(match_id) from None
        if match is None:
            raise NoSuchMatchError
        return match

    async def dealt(self, match_id: str) -> Snapshot:
        """A match that has begun, or is over.

        Raises NoSuchMatchError, NotStartedError, MatchOverError (cancelled in its lobby),
        UnreadableMatchError, NoSuchGameError, and UnknownVersionError of the rules.
        """
        try:
            match, saved = await self._store.matches.load(match_id)
        except DamagedMatchError:
            raise UnreadableMatchError(match_id) from None
        except UnknownMatchError:
            if (await self.head(match_id)).life is Life.LOBBY:
                raise NotStartedError from None
            raise MatchOverError from None
        table_state = table_state_of(match)
        position = self._positions.get((match_id, match.step)) or self._read(match, saved)
        sitters = sitters_of(match)
        if position.sitters != sitters:
            position = replace(position, sitters=sitters)
        self.keep(match.step, position)
        return Snapshot(match, position, table_state)

    def _read(self, match: Match, saved: Saved) -> Position:
        """A position out of a saved state."""
        game = self.game(match.game)
        try:
            state = load_state(game, saved)
        except DAMAGED:
            # One damaged match is told as such and holds up no other. Its cause could show what
            # is hidden.
            raise UnreadableMatchError(match.match_id) from None
        return Position(
            match_id=match.match_id,
            game=game,
            state=state,
            sitters=sitters_of(match),
            moves_made=match.moves_made,
            secret=match.secret,
        )

    def keep(self, step: int, position: Position) -> None:
        """Keep a position that the database holds at this step, in place of an older one."""
        match_id = position.match_id
        self._positions.pop((match_id, step - 1), None)
        self._positions[match_id, step] = position
        self._positions.move_to_end((match_id, step))
        while len(self._positions) > POSITIONS_KEPT:
            self._positions.popitem(last=False)

    async def card(self, match: Match) -> MatchSummary:
        """The public facts of a match, with the display names last seen in its server.

        Raises NoSuchGameError, UnreadableMatchError, and UnknownVersionError of the rules.
        """
        game, sitters = self.game(match.game), sitters_of(match)
        names = await self._store.people.names(match.guild_id, people(sitters))
        try:
            card = _card(match, game, sitters, names)
        except DAMAGED:
            raise UnreadableMatchError(match.match_id) from None
        return replace(card, due_at=public_due_at(await self.clocks(match)))

    async def cards(self, matches: Iterable[Match]) -> tuple[MatchSummary, ...]:
        """The public facts of those matches that have a card: one without hides no other."""
        found = list[MatchSummary]()
        for match in matches:
            try:
                found.append(await self.card(match))
            except (TableError, UnknownVersionError) as error:
                log.warning("match %s is not listed: %s", match.match_id, error)
        return tuple(found)

    async def clocks(self, match: Match) -> tuple[Deadline, ...]:
        """What the scheduler has in store for a match; asked only where a clock may run."""
        if match.life is not Life.RUNNING or table_state_of(match).time_control.kind == "none":
            return ()
        return await self._store.clock.of_match(match.match_id)


async def settled(attempt: Callable[[], Awaitable[T]]) -> T:
    """Try until nobody else has changed the match between its loading and its commit.

    Each attempt must load anew; each that fails does so because somebody else's succeeded.
    """
    while True:
        try:
            return await attempt()
        except (VersionConflictError, UnknownMatchError) as conflict:
            log.info("trying once more: %s", conflict)


def _card(
    match: Match, game: AnyGame, sitters: tuple[Sitter, ...], names: Mapping[int, str]
) -> MatchSummary:
    state = table_state_of(match)
    is_dealt_and_over = match.life in (Life.FINISHED, Life.STOPPED)
    return MatchSummary(
        id=match.match_id,
        game=game,
        guild_id=match.guild_id,
        channel_id=match.channel_id,
        parent_id=state.parent_id,
        life=match.life,
        host_id=host_of(match),
        options=load_options(game, match.terms.options),
        occupants=tuple(
            Occupant(
                seat,
                display_name(sitter, names),
                sitter.player_id,
                sitter.bot is not None,
                stands_in_for=still_known(player_behind_bot(match, seat)),
                open_to_substitutes=seat in open_seats(match),
                level=sitter.level,
            )
            for seat, sitter in enumerate(sitters)
        ),
        step=match.step,
        revision=match.revision,
        seed_hash=match.seed_hash,
        seed=match_secrets.seed_of(match.secret) if is_dealt_and_over else None,
        created=match.created_at,
        started=match.started_at,
        ended=match.ended_at,
        rematch_of=match.rematch_of,
        clock=state.time_control,
        paused=state.paused and match.life is Life.RUNNING,
        thread=state.thread,
        expired=state.expired,
    )


def display_name(sitter: Sitter, names: Mapping[int, str]) -> str:
    """A bot's name, or a player's as last seen; empty for a player never seen."""
    if sitter.player_id is None:
        return sitter.bot or ""
    return names.get(sitter.player_id, "")
