"""Another clock for a running match: it is taken once everybody at the table wants the same one.

Wishes are public, because they are a proposal to the others. A new clock begins with the question
at hand.
"""

from bot.tables import errors
from bot.tables.domain.player import Player
from bot.tables.domain.table_options import CLOCK_TITLE
from bot.tables.domain.time_controls import find_clock
from bot.tables.domain.views import MatchSummary
from bot.tables.matches import deadlines
from bot.tables.matches.context import MatchContext
from bot.tables.matches.pauses import planned_again
from bot.tables.matches.repository import settled
from bot.tables.matches.snapshot import Snapshot
from data.records import matches


class ClockChanges:
    def __init__(self, context: MatchContext) -> None:
        self._context = context

    async def want(self, match_id: str, player: Player, key: str) -> MatchSummary:
        """Say which clock a player wants; the present one withdraws the wish.

        Raises BadOptionError, MatchOverError, NobodyCalledError, PausedError, NoSeatError, and
        ClockFixedError at a tournament's table.
        """
        if find_clock(key) is None:
            raise errors.BadOptionError(CLOCK_TITLE)

        async def attempt() -> matches.Match:
            snapshot = await self._context.repository.started(match_id)
            if not snapshot.is_running:
                raise errors.MatchOverError
            if snapshot.match.answers_only:
                raise errors.NobodyCalledError
            if snapshot.table_state.paused:
                raise errors.PausedError
            if snapshot.seat_of(player.id) is None:
                raise errors.NoSeatError
            if await self._context.store.tournaments.with_table(match_id):
                raise errors.ClockFixedError
            return await self._noted(snapshot, player, key)

        async with self._context.lock(match_id):
            match = await settled(attempt)
        self._context.wake.set()
        await self._context.tell(match_id)
        return await self._context.repository.summary(match)

    async def _noted(self, snapshot: Snapshot, player: Player, key: str) -> matches.Match:
        """Note a wish, or change the clock if it was the last one missing."""
        match, state = snapshot.match, snapshot.table_state
        people = {
            seat
            for seat, sitter in enumerate(snapshot.position.sitters)
            if sitter.player_id is not None
        }
        wishes = {seat: wish for seat, wish in state.clock_wishes.items() if seat in people}
        own = snapshot.seat_of(player.id)
        assert own is not None  # nobody else may wish
        wishes[own] = key
        if key == state.clock:
            del wishes[own]
        if {wishes.get(seat) for seat in people} == {key}:
            changed = state.changed(clock=key, clock_wishes={})
            ours = (deadlines.TIME_UP, *deadlines.REMINDERS)
            others = tuple(row for row in snapshot.rows.deadlines if row.kind not in ours)
            extra = await planned_again(self._context, snapshot, changed, others)
        else:
            extra = matches.Extra(table_state=state.changed(clock_wishes=wishes).saved())
        return await self._context.store.matches.note(
            match.match_id, match.revision, extra, now=self._context.clock.now()
        )
