"""Closes lobbies that nobody joins, and stops abandoned practice matches.

Each ends some time after its last change. A practice match has one row for its whole life: when
due, it checks the time of the last step, so moves don't have to reschedule it.
"""

from bot.tables.domain.deal_days import closes_at
from bot.tables.domain.table_state import table_state_of
from bot.tables.matches.context import MatchContext
from bot.tables.matches.endings import stopped
from bot.tables.matches.repository import settled
from data.records import matches

LOBBY = "lobby"
"""The kind of deadline at which a lobby closes."""
ABANDONED = "abandoned"
"""The kind of deadline at which a practice match is stopped."""


def fresh_expiry(
    context: MatchContext, match_id: str, starts_at: int | None = None
) -> matches.Deadline:
    """The row that closes a lobby unless it changes before; one for later waits until then."""
    due_at = max(context.clock.now(), starts_at or 0) + context.limits.lobby_patience
    return matches.Deadline(kind=LOBBY, match_id=match_id, seat=None, ticket="", due_at=due_at)


def expiry_of(match_id: str) -> matches.DeadlineMask:
    return matches.DeadlineMask(match_id=match_id, kind=LOBBY)


def abandoned(context: MatchContext, match: matches.Match) -> tuple[matches.Deadline, ...]:
    """The row that stops an abandoned match, if it is a practice match."""
    return (fresh_patience(context, match.match_id),) if match.is_practice else ()


def fresh_patience(context: MatchContext, match_id: str) -> matches.Deadline:
    """The row that stops a practice match that nobody continues."""
    due_at = context.clock.now() + context.limits.practice_patience
    return matches.Deadline(kind=ABANDONED, match_id=match_id, seat=None, ticket="", due_at=due_at)


class LobbyExpiry:
    def __init__(self, context: MatchContext) -> None:
        self._context = context

    async def act(self, row: matches.Deadline) -> None:
        """Close the lobby, unless it has changed or started since."""

        async def attempt() -> bool:
            match = await self._context.store.matches.find(row.match_id)
            if match is None or match.life is not matches.Life.LOBBY:
                await self._context.drop(row)
                return False
            if row not in await self._context.store.deadlines.of_match(row.match_id):
                return False  # a change has postponed it
            expired = table_state_of(match).changed(expired=True)
            await self._context.store.lobbies.cancel(
                match.match_id,
                match.revision,
                self._context.clock.now(),
                matches.Extra(table_state=expired.saved()),
            )
            return True

        async with self._context.lock(row.match_id):
            is_closed = await settled(attempt)
        if is_closed:
            await self._context.tell(row.match_id)

    async def stop(self, row: matches.Deadline) -> None:
        """Stop a practice match, unless its player has moved since."""

        async def attempt() -> bool:
            match = await self._context.repository.head(row.match_id)
            if match.life is not matches.Life.RUNNING:
                await self._context.drop(row)
                return False
            steps = await self._context.store.history.steps(match.match_id, match.step - 1)
            due_at = steps[-1].made_at + self._context.limits.practice_patience
            daily = table_state_of(match).daily
            if daily is not None and daily.counts:
                due_at = closes_at(daily.day)
            if due_at > self._context.clock.now():
                await self._context.store.deadlines.postpone(row, due_at)
                return False
            await stopped(self._context, match)
            return True

        async with self._context.lock(row.match_id):
            is_stopped = await settled(attempt)
        if is_stopped:
            await self._context.tell(row.match_id)
