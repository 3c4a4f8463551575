"""Ends matches early: by secret vote, by the host, by a moderator, or because all are absent.

A vote and the number of votes are secret. The match stops as soon as more than half of the seated
people want it. The host may only stop a match that is stuck, since otherwise a losing host could
end it; a moderator may stop it at any time. A stopped match shows its standing and is not rated.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.tables import errors
from bot.tables.domain.player import Player
from bot.tables.domain.seating import host_of, people, sitters_of
from bot.tables.domain.table_state import table_state_of
from bot.tables.domain.time_controls import HOUR
from bot.tables.domain.views import MatchSummary
from bot.tables.matches.context import MatchContext
from bot.tables.matches.moves import stopped_at, votes_carry
from bot.tables.matches.repository import settled
from bot.tables.matches.snapshot import DAMAGED
from data.records import matches
from games.core.values import Seat


class Endings:
    def __init__(self, context: MatchContext) -> None:
        self._context = context

    async def vote(self, match_id: str, player: Player, *, stop: bool = True) -> MatchSummary:
        """Vote in secret to stop the match, or withdraw the vote.

        The match stops at once when more than half of the seated people want it; the returned
        summary shows only that. Raises NoSeatError, MatchOverError.
        """

        async def attempt() -> matches.Match:
            match = await self._running(match_id)
            seated = people(sitters_of(match))
            if player.id not in seated:
                raise errors.NoSeatError
            others = tuple(voter for voter in match.people.votes if voter != player.id)
            votes = (*others, player.id) if stop else others
            voted = replace(match, people=replace(match.people, votes=votes))
            if votes_carry(voted, seated):
                return await stopped(self._context, match)
            return await self._context.store.matches.note(
                match_id,
                match.revision,
                matches.Extra(people=voted.people),
                now=self._context.clock.now(),
            )

        async with self._context.lock(match_id):
            match = await settled(attempt)
        if match.life is not matches.Life.RUNNING:  # a vote alone is not a visible change
            await self._context.tell(match_id)
        return await self._context.repository.summary(match)

    async def stop(self, match_id: str, by: Player, *, moderator: bool = False) -> MatchSummary:
        """Stop a match without a winner: the host a stuck one, a moderator any.

        Raises NotHostError, NotStuckError, OwnTurnError, RoundGoesOnError, NotStartedError,
        MatchOverError.
        """

        async def attempt() -> matches.Match:
            match = await self._stoppable(match_id, by, moderator=moderator)
            return await stopped(self._context, match)

        return await self._settle(match_id, attempt)

    async def check_stop(self, match_id: str, by: Player, *, moderator: bool) -> None:
        """Raise what `stop` would raise now."""
        await self._stoppable(match_id, by, moderator=moderator)

    async def give_up(self, row: matches.Deadline) -> None:
        """Stop a match that everybody has abandoned, unless somebody came back."""

        async def attempt() -> matches.Match | None:
            match = await self._context.repository.head(row.match_id)
            if match.life is not matches.Life.RUNNING or people(sitters_of(match)):
                return None
            return await stopped(self._context, match)

        async with self._context.lock(row.match_id):
            ended = await settled(attempt)
        await self._context.drop(row)
        if ended is not None:
            await self._context.tell(row.match_id)

    async def _running(self, match_id: str) -> matches.Match:
        """A running match without its state, so that an unreadable one can be stopped."""
        match = await self._context.repository.head(match_id)
        if match.life is matches.Life.LOBBY:
            raise errors.NotStartedError
        if match.life is not matches.Life.RUNNING:
            raise errors.MatchOverError
        return match

    async def _stoppable(self, match_id: str, by: Player, *, moderator: bool) -> matches.Match:
        match = await self._running(match_id)
        if not moderator:
            await self._check_host(match, by)
        return match

    async def _settle(
        self, match_id: str, attempt: Callable[[], Awaitable[matches.Match]]
    ) -> MatchSummary:
        async with self._context.lock(match_id):
            match = await settled(attempt)
        await self._context.tell(match_id)
        return await self._context.repository.summary(match)

    async def _check_host(self, match: matches.Match, by: Player) -> None:
        """Raise NotHostError, or NotStuckError while others may still want to play.

        At a tournament's table, where how it stands counts, raise RoundGoesOnError. Whom the match
        waits for can't stop it either, who might be about to lose: OwnTurnError.
        """
        if host_of(match) != by.id:
            raise errors.NotHostError
        if await self._context.store.tournaments.with_table(match.match_id):
            raise errors.RoundGoesOnError
        if people(sitters_of(match)) in ((by.id,), ()):
            return
        state = table_state_of(match)
        patience = max(self._context.limits.stuck_after, state.time_control.milliseconds)
        steps = await self._context.store.history.steps(match.match_id, match.step - 1)
        since = max([state.resumed_at, *(step.made_at for step in steps)])
        if state.paused or self._context.clock.now() < since + patience:
            raise errors.NotStuckError(patience // HOUR)
        if await self._waits_for(match.match_id, by):
            raise errors.OwnTurnError

    async def _waits_for(self, match_id: str, player: Player) -> bool:
        """Whether a player owes an answer; nobody does in a match that can't be read."""
        try:
            snapshot = await self._context.repository.started(match_id)
            seat = snapshot.seat_of(player.id)
            return seat is not None and snapshot.position.awaits(seat)
        except (errors.TableError, *DAMAGED):
            return False


async def stopped(
    context: MatchContext, match: matches.Match, *, left: Seat | None = None
) -> matches.Match:
    """End a match without a winner or rating; `left` is the seat whose player's leaving ends it."""
    ending = replace(stopped_at(context.clock.now()), left=left)
    return await context.store.matches.stop(match.match_id, match.revision, ending)
