"""Tables that rest: the time stops, bots wait, nobody answers, and then all goes on as it was.

Only the host (or a moderator) lets a table rest and go on again: a vote would need people who are
just not there. So that nobody is held to ransom a pause ends by itself, and the vote to stop a
match goes on in it. Answers are refused meanwhile, or some would play on while others are told
that nothing happens; people may look at their hands, and half-filled forms are kept. What stands
in the scheduler is taken out of it, with the time that is left.

A table that everybody stays away from rests too, for a short time: then the match is stopped.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from bot.tables.domain.player import Player
from bot.tables.domain.seating import host_of, people
from bot.tables.domain.time_controls import clock_in
from bot.tables.domain.views import MatchSummary
from bot.tables.errors import (
    AlreadyPausedError,
    MatchOverError,
    NobodyHereError,
    NotHostError,
    NotPausedError,
)
from bot.tables.matches.context import MatchContext
from bot.tables.matches.deadlines import PAUSED, REMINDERS, TIME_UP, Turn, mask_of
from bot.tables.matches.repository import Snapshot, settled
from data.records.matches import Deadline, DeadlineMask, Extra, Json, Match

PAUSE_OVER = "pause_over"
"""The kind of deadline at which a pause ends by itself."""

SEAT = 1
"""Where each row that the memo keeps of a pause names its seat."""

RESUMED_AT = "resumed_at"
"""Where the memo keeps when the last pause ended."""


class Pauses:
    def __init__(self, context: MatchContext) -> None:
        self._context = context

    async def pause(self, match_id: str, by: Player, *, moderator: bool = False) -> MatchSummary:
        """Let the time stop, bots wait and answers be refused; for the host, or a moderator.

        Raises NotHostError, AlreadyPausedError, MatchOverError.
        """

        async def attempt() -> Match:
            loaded = await self._context.repository.dealt(match_id)
            _check_may(loaded, by, moderator=moderator)
            if PAUSED in loaded.match.memo:
                raise AlreadyPausedError
            return await self._rest(loaded)

        return await self._settle(match_id, attempt)

    async def resume(self, match_id: str, by: Player, *, moderator: bool = False) -> MatchSummary:
        """Let a table go on where it stood; raises NotHostError, NotPausedError, NobodyHereError,
        MatchOverError.
        """

        async def attempt() -> Match:
            loaded = await self._context.repository.dealt(match_id)
            _check_may(loaded, by, moderator=moderator)
            if PAUSED not in loaded.match.memo:
                raise NotPausedError
            if not people(loaded.position.sitters):
                raise NobodyHereError
            return await self._go_on(loaded)

        return await self._settle(match_id, attempt)

    async def end(self, row: Deadline) -> None:
        """Let a table go on that has rested for as long as a table may."""

        async def attempt() -> Match | None:
            loaded = await self._context.repository.dealt(row.match_id)
            if not loaded.is_running or PAUSED not in loaded.match.memo:
                return None
            return await self._go_on(loaded)

        async with self._context.lock(row.match_id):
            went_on = await settled(attempt)
        await self._context.drop(row)
        if went_on is not None:
            await self._context.tell(row.match_id)

    async def _settle(self, match_id: str, attempt: Callable[[], Awaitable[Match]]) -> MatchSummary:
        async with self._context.lock(match_id):
            match = await settled(attempt)
        self._context.wake.set()
        await self._context.tell(match_id)
        return await self._context.repository.card(match)

    async def _rest(self, loaded: Snapshot) -> Match:
        now, match = self._context.clock.now(), loaded.match
        standing = await self._context.store.clock.of_match(match.match_id)
        kept = [
            [row.kind, row.seat, row.ticket, max(0, row.due_at - now), row.payload]
            for row in standing
        ]
        end = Deadline(
            kind=PAUSE_OVER,
            match_id=match.match_id,
            seat=None,
            ticket="",
            due_at=now + self._context.limits.longest_pause,
        )
        together = Extra(
            drop_deadlines=(DeadlineMask(match_id=match.match_id),),
            deadlines=(end,),
            memo={**match.memo, PAUSED: kept},
        )
        return await self._context.store.matches.note(match.match_id, match.revision, together)

    async def _go_on(self, loaded: Snapshot) -> Match:
        now, match = self._context.clock.now(), loaded.match
        kept = [await self._awoken(loaded, row) for row in match.memo[PAUSED]]
        memo = awake(match.memo, now)
        turn = Turn(
            position=loaded.position,
            memo=memo,
            step=match.step,
            standing=tuple(kept),
            before=loaded.position,
        )
        rows = await self._context.planner.rows(turn)
        still = [row for row in kept if mask_of(row) not in rows.drop]
        together = Extra(
            drop_deadlines=(DeadlineMask(match_id=match.match_id),),
            deadlines=(*still, *rows.arm),
            memo=memo,
        )
        return await self._context.store.matches.note(match.match_id, match.revision, together)

    async def _awoken(self, loaded: Snapshot, kept: list[Any]) -> Deadline:
        """A row with the time it had left, from now on, or from the end of a holiday."""
        kind, seat, ticket, left, payload = kept
        begin = self._context.clock.now()
        if kind in (TIME_UP, *REMINDERS):
            sitters = loaded.position.sitters
            players = people(sitters if seat is None else (sitters[seat],))
            begin = await self._context.planner.begin(clock_in(loaded.match.memo), players)
        return Deadline(
            kind=kind,
            match_id=loaded.match.match_id,
            seat=seat,
            ticket=ticket,
            due_at=begin + left,
            payload=payload,
        )


def awake(memo: Json, now: int) -> Json:
    """The memo of a table that goes on."""
    return {key: value for key, value in memo.items() if key != PAUSED} | {RESUMED_AT: now}


def _check_may(loaded: Snapshot, by: Player, *, moderator: bool) -> None:
    if not loaded.is_running:
        raise MatchOverError
    if not moderator and host_of(loaded.match) != by.id:
        raise NotHostError
