"""One person's access to matches: the table, the log, and the list of their own."""

import asyncio
import logging
from dataclasses import replace

from bot.tables import errors
from bot.tables.domain.table_state import table_state_of
from bot.tables.domain.views import MatchSummary, MatchView, Question
from bot.tables.matches.answers import BEGUN
from bot.tables.matches.context import MatchContext
from bot.tables.matches.deadlines import ASKED
from bot.tables.matches.snapshot import DRAFT, Snapshot
from bot.tables.viewing_rights import Visitor, may_see
from data.records.matches import Deadline, Life, Match
from games.core.errors import StaleAnswerError, UnknownVersionError
from games.core.prompt import Form

log = logging.getLogger(__name__)


class Queries:
    def __init__(self, context: MatchContext) -> None:
        self._context = context

    async def open(self, match_id: str, interaction_id: int | None = None) -> Snapshot:
        """Load a match with all its data, in one trip.

        Raises NoSuchMatchError, UnreadableMatchError, NoSuchGameError.
        """
        return await self._context.repository.open(match_id, interaction_id)

    async def summary(self, match_id: str) -> MatchSummary:
        """Return the public facts of a match at any stage; raises NoSuchMatchError."""
        return (await self.open(match_id)).summary

    async def meet(self, match_id: str, visitor: Visitor) -> MatchSummary:
        """Return the public facts of a match to somebody who may see it.

        Raises NoSuchMatchError, also for a match that this visitor may not see.
        """
        match = await self._context.repository.head(match_id)
        if not await may_see(self._context.store, match, visitor):
            raise errors.NoSuchMatchError
        return await self._context.repository.summary(match)

    async def match_view(self, match_id: str, player_id: int | None) -> MatchView:
        """Return a match as this player may see it; without a seat, the spectators' view.

        Raises NoSuchMatchError, NotStartedError, MatchOverError (a lobby that was cancelled).
        """
        snapshot = await self.open(match_id)
        return await asyncio.to_thread(snapshot.view, player_id)

    async def keep_draft(
        self,
        snapshot: Snapshot,
        player_id: int,
        ticket: str,
        draft: bytes | None,
        begun: Form | None = None,
    ) -> Snapshot:
        """Save a draft for this question, or delete it (None); returns the match.

        `begun` holds the values filled in so far, by slot: the timeout move may use them. Raises
        NoSeatError, StaleAnswerError.
        """
        match_id, drafts = snapshot.match.match_id, dict(snapshot.rows.drafts)
        seat = snapshot.seat_of(player_id)
        if seat is None:
            raise errors.NoSeatError
        asked = snapshot.question(seat) or snapshot.premove(seat)
        if asked is None or asked.ticket != ticket:
            raise StaleAnswerError
        # If a step came in between, the ticket is spent and this row is never read.
        if draft is None:
            await self._context.store.drafts.drop(match_id, seat)
            drafts = {key: form for key, form in drafts.items() if key[0] != seat}
        else:
            form = {DRAFT: draft.decode(), BEGUN: begun}
            await self._context.store.drafts.save(match_id, seat, ticket, form, player_id)
            drafts[seat, ticket] = form
        await self._is_present(snapshot, asked)
        loaded, since = self._context.repository.next_load(), snapshot.loaded
        rows = replace(snapshot.rows, drafts=drafts, loaded=loaded, since=since)
        return replace(snapshot, rows=rows)

    async def _is_present(self, snapshot: Snapshot, asked: Question) -> None:
        """Postpone the reminder of a player who is filling in the form; only without a clock."""
        if snapshot.table_state.time_control.kind == "none":
            due_at = self._context.clock.now() + self._context.limits.present_silence
            call = Deadline(
                kind=ASKED,
                match_id=asked.match,
                seat=asked.seat,
                ticket=asked.ticket,
                due_at=due_at,
            )
            await self._context.store.deadlines.postpone(call, due_at)

    async def free_seats(self, guild_id: int, channels: frozenset[int]) -> tuple[MatchSummary, ...]:
        """List the tables in these channels that anybody may join, the newest first."""
        tables = [
            match
            for match in await self._context.store.matches.in_guild(guild_id, (Life.LOBBY,))
            if match.channel_id in channels and not table_state_of(match).invite_only
        ]
        summaries = await self._context.repository.summaries(tables[::-1])
        return tuple(
            summary for summary in summaries if len(summary.occupants) < summary.game.info.seats[1]
        )

    async def matches_of(
        self,
        player_id: int,
        *,
        guild_id: int | None = None,
        channel_id: int | None = None,
        in_order: bool = True,
        is_missed: bool = False,
    ) -> tuple[MatchSummary, ...]:
        """List a player's lobbies and running matches, those that wait for the player first.

        With `in_order` off, the matches don't have to be read. With `is_missed`, raises
        MissingGameError if there are only matches of games that the bot lacks.
        """
        results = [
            match
            for match in await self._context.store.matches.of_player(player_id)
            if guild_id in (None, match.guild_id) and channel_id in (None, match.channel_id)
        ]
        if in_order and len(results) > 1:  # each must be read for it
            awaiting = {
                match.match_id: await self._is_known_to_await(match, player_id) for match in results
            }
            results.sort(key=lambda match: not awaiting[match.match_id])
        repository = self._context.repository
        if is_missed and results and all(match.game not in repository.games for match in results):
            raise errors.MissingGameError
        return await repository.summaries(results)

    async def _is_known_to_await(self, match: Match, player_id: int) -> bool:
        """Whether a match waits for this player; false for one that cannot be read now."""
        try:
            return match.life is Life.RUNNING and await self.awaits(match.match_id, player_id)
        except errors.OVERTAKEN:
            return False
        except (errors.TableError, UnknownVersionError) as error:
            log.warning("match %s is listed, but not readable: %s", match.match_id, error)
            return False

    async def matches_in(self, channel_id: int, visitor: Visitor) -> tuple[MatchSummary, ...]:
        """List the lobbies and running matches of a channel that somebody may see."""
        store = self._context.store
        results = [
            match
            for match in await store.matches.in_channel(channel_id)
            if await may_see(store, match, visitor)
        ]
        return await self._context.repository.summaries(results)

    async def awaits(self, match_id: str, player_id: int) -> bool:
        """Whether a match waits for this player; only that player may know.

        Raises NoSuchMatchError, NotStartedError, MatchOverError.
        """
        snapshot = await self._context.repository.started(match_id)
        position = snapshot.position
        return snapshot.is_running and snapshot.seat_of(player_id) in position.game.awaited(
            position.state
        )
