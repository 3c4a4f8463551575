"""Pauses: clocks stop, bots wait and answers are refused until the table is resumed.

Only the host or a moderator can pause and resume: a vote would need people who are absent. A pause
ends by itself after a limit, and votes to stop the match still count, so the host can't block the
table. Answers are refused so that nobody plays on unnoticed; people may look at their hands, and
drafts are kept. The scheduler's rows are stored with their remaining time.

A table that everybody has left is also paused for a short time; then the match is stopped.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.tables import errors
from bot.tables.domain.player import Player
from bot.tables.domain.position import Position
from bot.tables.domain.seating import host_of, people
from bot.tables.domain.table_state import TableState
from bot.tables.domain.views import MatchSummary
from bot.tables.matches import deadlines
from bot.tables.matches.context import MatchContext
from bot.tables.matches.repository import settled
from bot.tables.matches.snapshot import Snapshot
from data.records import matches

PAUSE_OVER = "pause_over"
"""The kind of deadline at which a pause ends by itself."""


class Pauses:
    def __init__(self, context: MatchContext) -> None:
        self._context = context

    async def pause(self, match_id: str, by: Player, *, moderator: bool = False) -> MatchSummary:
        """Stop clocks, bots and answers; for the host or a moderator.

        A round of a tournament ends at its time with how its matches stand, so there a player could
        keep a lead by a pause. Raises NotHostError, AlreadyPausedError, MatchOverError, and
        RoundGoesOnError at a tournament's table.
        """

        async def attempt() -> matches.Match:
            snapshot = await self._context.repository.started(match_id)
            _check_may(snapshot, by, moderator=moderator)
            if not moderator and await self._context.store.tournaments.with_table(match_id):
                raise errors.RoundGoesOnError
            if snapshot.table_state.paused:
                raise errors.AlreadyPausedError
            return await self._rest(snapshot)

        return await self._settle(match_id, attempt)

    async def resume(self, match_id: str, by: Player, *, moderator: bool = False) -> MatchSummary:
        """Resume a paused table; raises NotHostError, NotPausedError, NobodyHereError,
        MatchOverError.
        """

        async def attempt() -> matches.Match:
            snapshot = await self._context.repository.started(match_id)
            _check_may(snapshot, by, moderator=moderator)
            if not snapshot.table_state.paused:
                raise errors.NotPausedError
            if not people(snapshot.position.sitters):
                raise errors.NobodyHereError
            return await self._go_on(snapshot)

        return await self._settle(match_id, attempt)

    async def end(self, row: matches.Deadline) -> None:
        """Resume a table whose pause has reached its limit."""

        async def attempt() -> matches.Match | None:
            snapshot = await self._context.repository.started(row.match_id)
            if not snapshot.is_running or not snapshot.table_state.paused:
                await self._context.drop(row)
                return None
            if row not in snapshot.rows.deadlines:
                return None  # resumed and paused again, which has a row of the same name
            return await self._go_on(snapshot)

        async with self._context.lock(row.match_id):
            went_on = await settled(attempt)
        if went_on is not None:
            await self._context.tell(row.match_id)

    async def _settle(
        self, match_id: str, attempt: Callable[[], Awaitable[matches.Match]]
    ) -> MatchSummary:
        async with self._context.lock(match_id):
            match = await settled(attempt)
        self._context.wake.set()
        await self._context.tell(match_id)
        return await self._context.repository.summary(match)

    async def _rest(self, snapshot: Snapshot) -> matches.Match:
        now, match = self._context.clock.now(), snapshot.match
        extra = matches.Extra(
            pause_at=now,
            deadlines=(pause_over(self._context, match.match_id),),
            table_state=snapshot.table_state.changed(paused=True).saved(),
        )
        return await self._context.store.matches.note(
            match.match_id, match.revision, extra, now=now
        )

    async def _go_on(self, snapshot: Snapshot) -> matches.Match:
        now, match = self._context.clock.now(), snapshot.match
        paused = await self._context.store.deadlines.paused(match.match_id, now)
        standing = tuple([await self._after_holidays(snapshot, row) for row in paused])
        state = snapshot.table_state.resumed(now)
        extra = await planned_again(self._context, snapshot, state, standing)
        return await self._context.store.matches.note(
            match.match_id, match.revision, extra, now=now
        )

    async def _after_holidays(self, snapshot: Snapshot, row: matches.Deadline) -> matches.Deadline:
        """A deadline that continues from now, or from the end of its players' holidays."""
        if row.kind not in (deadlines.TIME_UP, *deadlines.REMINDERS):
            return row
        sitters = snapshot.position.sitters
        players = people(sitters if row.seat is None else (sitters[row.seat],))
        begin = await self._context.planner.begin(snapshot.table_state.time_control, players)
        return replace(row, due_at=row.due_at + begin - self._context.clock.now())


def pause_over(context: MatchContext, match_id: str) -> matches.Deadline:
    """The deadline at which a pause that begins now ends by itself."""
    due_at = context.clock.now() + context.limits.longest_pause
    return matches.Deadline(kind=PAUSE_OVER, match_id=match_id, seat=None, ticket="", due_at=due_at)


async def planned_again(
    context: MatchContext,
    snapshot: Snapshot,
    state: TableState,
    standing: tuple[matches.Deadline, ...],
    position: Position | None = None,
) -> matches.Extra:
    """Replace a match's deadlines by those of them that stand, and by what else it needs now.

    That depends on its `position`, if it isn't that of the snapshot.
    """
    turn = deadlines.Turn(
        position=position or snapshot.position,
        table_state=state,
        step=snapshot.match.step,
        standing=standing,
        before=snapshot.position,
    )
    rows = await context.planner.rows(turn)
    still = [row for row in standing if deadlines.mask_of(row) not in rows.drop]
    return matches.Extra(
        drop_deadlines=(matches.DeadlineMask(match_id=snapshot.match.match_id),),
        deadlines=(*still, *rows.arm),
        table_state=state.saved(),
    )


def _check_may(snapshot: Snapshot, by: Player, *, moderator: bool) -> None:
    if not snapshot.is_running:
        raise errors.MatchOverError
    if not moderator and host_of(snapshot.match) != by.id:
        raise errors.NotHostError
