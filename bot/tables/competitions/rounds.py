"""Takes a tournament from stage to stage: opens its tables, scores them, and ends it.

A tournament is due when its next stage begins by its own clock, and whenever one of its matches
ends. Each step writes a new revision, so that two of them never overlap; a step that a crash
interrupted is simply taken again. Nobody has to be present: the host only opens it.

A table's match has its id before it exists. So a table that is opened twice is opened once.
"""

import asyncio
import logging
from dataclasses import replace
from typing import NamedTuple

from bot.tables.competitions import pairing
from bot.tables.competitions.standings import standings
from bot.tables.competitions.views import results_of
from bot.tables.domain import time_controls
from bot.tables.domain.guild_settings import read_settings
from bot.tables.domain.seating import with_bots
from bot.tables.domain.table_state import TableState
from bot.tables.errors import OVERTAKEN, NoSuchMatchError, TableError
from bot.tables.leaderboards.outcomes import outcome_of
from bot.tables.lobbies.start import MatchStart
from bot.tables.matches.context import MatchContext
from bot.tables.matches.endings import stopped
from bot.tables.matches.repository import settled
from data.engine.errors import UnknownMatchError, VersionConflictError
from data.records import matches, tournaments
from data.records.leaderboards import Participation, Placing
from data.stores.guards import Guard
from games.core.errors import GameError
from games.core.game import Result, ranked
from games.core.text import symbol

log = logging.getLogger(__name__)

CHECK_IN = 30 * time_controls.MINUTE
"""How long before the start check-in opens."""
SHORTEST_CHECK_IN = 10 * time_controls.MINUTE
"""How long check-in stays open at least, even if the bot was away when it should have opened."""
LIVE_BREAK = 3 * time_controls.MINUTE
"""The time between two rounds of a live tournament; slow ones have none."""
SHORTEST_ROUND, LONGEST_ROUND = 4 * time_controls.HOUR, 60 * time_controls.DAY
ANSWERS = 60
"""A round may last as long as this many answers of one player."""


def round_limit(clock: str) -> int:
    """How long a round may last before its tables are stopped, in milliseconds."""
    per_answer = (time_controls.find_clock(clock) or time_controls.NO_CLOCK).milliseconds
    return min(LONGEST_ROUND, max(SHORTEST_ROUND, ANSWERS * per_answer))


class Rounds:
    def __init__(self, context: MatchContext, start: MatchStart) -> None:
        self._context = context
        self._start = start

    async def act(self, row: matches.Deadline) -> None:
        """Take every step that is due; a tournament is no longer due after that."""
        while await self.step(row.match_id):
            pass

    async def step(self, tournament_id: str) -> bool:
        """Take one step if it is due; returns whether another one may be."""
        before = await self._context.store.tournaments.find(tournament_id)
        if before is None or before.due_at is None or before.due_at > self._context.clock.now():
            return False
        after = await self._next(before)
        try:
            await self._context.store.tournaments.change(after)
        except (VersionConflictError, UnknownMatchError) as conflict:
            log.info("trying again: %s", conflict)
        else:
            await self._context.tell_competition(after.guild_id, tournament_id)
        return True

    async def _next(self, now: tournaments.Tournament) -> tournaments.Tournament:
        """The tournament after its next step."""
        moment = self._context.clock.now()
        if (await self._context.store.guilds.find(now.guild_id)).removed_at is not None:
            # A table would bring the server back, and nobody could play at it.
            return ended(now, tournaments.Stage.CANCELLED, moment)
        if now.stage is tournaments.Stage.SIGN_UP:
            closes = max(now.starts_at, moment + SHORTEST_CHECK_IN)
            return replace(now, stage=tournaments.Stage.CHECK_IN, starts_at=closes, due_at=closes)
        if now.stage is tournaments.Stage.PLAYING:
            return await self._played(now)
        present = await self._admitted(now.guild_id, _present(now))
        if len(present) >= pairing.FEWEST:
            return await self._begun(now, present)
        return ended(
            now, tournaments.Stage.FINISHED if now.round else tournaments.Stage.CANCELLED, moment
        )

    async def _admitted(self, guild_id: int, players: tuple[int, ...]) -> tuple[int, ...]:
        """Those of these people whom the server hasn't barred since they signed up."""
        excluding = self._context.store.exclusions.excluding
        bars = {Guard.BARRED: guild_id}
        return tuple([each for each in players if not await excluding(each, bars)])

    async def _begun(
        self, now: tournaments.Tournament, present: tuple[int, ...]
    ) -> tournaments.Tournament:
        """The tournament with the tables of the next round, whose matches don't exist yet."""
        moment = self._context.clock.now()
        apart = await self._context.store.exclusions.blocked_pairs(present)
        # A large field takes up to a second.
        paired = await asyncio.to_thread(
            pairing.pair, in_order(now, present), _pairings(now), now.table_size, apart
        )
        number = now.round + 1
        tables = tuple(
            tournaments.TournamentTable(
                round=number,
                number=index,
                match_id=self._context.secret_source.match_id(),
                players=players,
            )
            for index, players in enumerate(paired.tables, 1)
        )
        free = tournaments.TournamentTable(
            round=number,
            number=tournaments.BYE,
            match_id="",
            players=paired.byes,
            ranks=(1,) * len(paired.byes),
        )
        return replace(
            now,
            stage=tournaments.Stage.PLAYING,
            round=number,
            round_ends_at=moment + round_limit(now.clock),
            due_at=moment,
            tables=(*now.tables, *((free,) if paired.byes else ()), *tables),
        )

    async def _played(self, now: tournaments.Tournament) -> tournaments.Tournament:
        """The tournament with what has become of this round's tables."""
        moment = self._context.clock.now()
        ends_at = now.round_ends_at or moment
        tables, absent = list[tournaments.TournamentTable](), set[int]()
        for table in now.tables:
            if table.round != now.round or table.is_over:
                tables.append(table)
                continue
            match = await self._opened(now, table)
            if match is not None and match.life is matches.Life.RUNNING and moment >= ends_at:
                match = await self._stopped(match)
            if match is not None and match.life in (matches.Life.LOBBY, matches.Life.RUNNING):
                tables.append(table)
                continue
            outcome = await self._outcome(match, ends_at)
            absent |= {
                placing.player_id
                for placing in outcome.placings
                if placing.part is Participation.LEFT
            }
            tables.append(replace(table, ranks=ranks(table, outcome)))
        after = replace(
            now,
            tables=tuple(tables),
            entrants=tuple(
                replace(entrant, presence=tournaments.Presence.OUT)
                if entrant.player_id in absent
                else entrant
                for entrant in now.entrants
            ),
        )
        if not all(table.is_over for table in after.tables_of(now.round)):
            return replace(after, due_at=ends_at)
        if now.round >= now.rounds:
            return ended(after, tournaments.Stage.FINISHED, moment)
        is_live = (time_controls.find_clock(now.clock) or time_controls.NO_CLOCK).kind == "live"
        pause = LIVE_BREAK if is_live else 0
        return replace(
            after, stage=tournaments.Stage.BREAK, round_ends_at=None, due_at=moment + pause
        )

    async def _existing(self, match_id: str) -> matches.Match | None:
        """A match that can be read, None if there is none yet; raises TableError."""
        try:
            return await self._context.repository.head(match_id)
        except NoSuchMatchError:
            return None

    async def _opened(
        self, now: tournaments.Tournament, table: tournaments.TournamentTable
    ) -> matches.Match | None:
        """The match of a table, which is dealt if it isn't running yet; None if it can't be."""
        try:
            match = await self._existing(table.match_id)
            if match is None:
                await self._create(now, table)
            elif match.life is not matches.Life.LOBBY:
                return match
            await self._start.deal_to(table.match_id, self._sitters(now, table))
        except OVERTAKEN as error:
            log.debug("table %s of a tournament is started already: %s", table.match_id, error)
        except (TableError, GameError) as error:
            log.error("table %s of a tournament cannot start: %s", table.match_id, error)  # noqa: TRY400 - the message says everything
            return None
        return await self._context.store.matches.find(table.match_id)

    async def _create(
        self, now: tournaments.Tournament, table: tournaments.TournamentTable
    ) -> None:
        store, game = self._context.store, self._context.repository.game(now.game)
        settings = read_settings(await store.guilds.find(now.guild_id))
        state = TableState(
            clock=now.clock,
            seat_order="joined",
            invite_only=True,
            thread=settings.threads != "never" and now.parent_id is None,
            parent_id=now.parent_id,
        )
        lobby = matches.NewLobby(
            match_id=table.match_id,
            guild_id=now.guild_id,
            channel_id=now.channel_id,
            game=game.info.key,
            terms=matches.Terms(
                host_id=table.players[0], options=now.options, sitters=self._sitters(now, table)
            ),
            created_at=self._context.clock.now(),
        )
        await store.lobbies.create(lobby, matches.Extra(table_state=state.saved()))

    def _sitters(
        self, now: tournaments.Tournament, table: tournaments.TournamentTable
    ) -> tuple[matches.Sitter, ...]:
        """The people of a table, and bots on the seats that the game needs besides."""
        least = self._context.repository.game(now.game).info.seats[0]
        seated = tuple(matches.Sitter(player_id=player) for player in table.players)
        return with_bots(seated, max(0, least - len(seated)))

    async def _stopped(self, match: matches.Match) -> matches.Match:
        """Stop a match whose round has lasted too long."""

        async def attempt() -> matches.Match:
            head = await self._context.repository.head(match.match_id)
            return await stopped(self._context, head) if head.life is matches.Life.RUNNING else head

        async with self._context.lock(match.match_id):
            over = await settled(attempt)
        await self._context.tell(match.match_id)
        return over

    async def _outcome(self, match: matches.Match | None, ends_at: int) -> "TableOutcome":
        """Everybody's place at a table that is over; nobody's if nothing can be read."""
        if match is None or match.life is matches.Life.CANCELLED:
            return TableOutcome()
        try:
            result = await self._result(match)
        except (TableError, GameError, ValueError) as error:
            log.error("match %s has no result: %s", match.match_id, type(error).__name__)  # noqa: TRY400 - its message could quote the state
            return TableOutcome()
        tenures = await self._context.store.matches.tenures(match.match_id)
        placings = outcome_of(match, tenures, result).placings
        is_finished = match.life is matches.Life.FINISHED
        is_given_up = not is_finished and (match.ended_at or 0) < ends_at
        return TableOutcome(placings, is_finished=is_finished, is_given_up=is_given_up)

    async def _result(self, match: matches.Match) -> Result:
        """The result of a match; of a stopped one, how it stood."""
        if match.life is matches.Life.FINISHED:
            return Result.model_validate(match.result)
        position = (await self._context.repository.started(match.match_id)).position
        points = position.game.standing(position.state).points
        return Result(ranking=ranked(points), points=points, reason=symbol(""))


class TableOutcome(NamedTuple):
    """The places at a table, and how its match ended."""

    placings: tuple[Placing, ...] = ()
    is_finished: bool = False
    is_given_up: bool = False
    """Whether the match was stopped before its round ended, as by the last person's leaving."""

    @property
    def is_decided(self) -> bool:
        """Whether there is a result: somebody stayed, and a stopped match is no tie."""
        stayed = sum(placing.part is not Participation.LEFT for placing in self.placings)
        is_tie = len({placing.rank for placing in self.placings}) < 2
        return stayed > self.is_given_up and (self.is_finished or not is_tie)


def ended(
    now: tournaments.Tournament, stage: tournaments.Stage, moment: int
) -> tournaments.Tournament:
    """The tournament after its end, with everybody's place."""
    places = {}
    if stage is tournaments.Stage.FINISHED:
        rows = standings(results_of(now, now.round), now.left)
        places = {row.player_id: row.place for row in rows}
    return replace(
        now,
        stage=stage,
        due_at=None,
        round_ends_at=None,
        ended_at=moment,
        entrants=tuple(
            replace(entrant, place=places.get(entrant.player_id)) for entrant in now.entrants
        ),
    )


def ranks(table: tournaments.TournamentTable, outcome: TableOutcome) -> tuple[int, ...]:
    """The rank of each person at a table; those without a place share the last one.

    All are 0 at a table without a result.
    """
    if not outcome.is_decided:
        return (0,) * len(table.players)
    places = {placing.player_id: placing.rank for placing in outcome.placings}
    last = 1 + sum(player in places for player in table.players)
    return tuple(places.get(player, last) for player in table.players)


def in_order(now: tournaments.Tournament, present: tuple[int, ...]) -> tuple[int, ...]:
    """The people for the next round by their standing; the lot decides between equals."""
    rows = {row.player_id: row for row in standings(results_of(now, now.round))}
    last = len(rows) + 1

    def place(player: int) -> int:
        return rows[player].place if player in rows else last

    return tuple(sorted(pairing.drawn(present, f"{now.tournament_id} {now.round}"), key=place))


def _present(now: tournaments.Tournament) -> tuple[int, ...]:
    return tuple(
        entrant.player_id
        for entrant in now.entrants
        if entrant.presence is tournaments.Presence.CHECKED_IN
    )


def _pairings(now: tournaments.Tournament) -> list[pairing.Pairing]:
    """The earlier rounds."""
    return [
        pairing.Pairing(
            tuple(
                table.players for table in now.tables_of(number) if table.number != tournaments.BYE
            ),
            tuple(
                player
                for table in now.tables_of(number)
                if table.number == tournaments.BYE
                for player in table.players
            ),
        )
        for number in range(1, now.round + 1)
    ]
