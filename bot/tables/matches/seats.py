"""Seats that change hands during a match; the rules are not involved.

A bot takes over a seat whose player left or was absent for too long, and the seat is open: the
player may take it back at any time. Anybody who never held another seat of the match, and so knows
no other hand, may take it for good. Bots from the deal keep their seats, since people agreed to
play against them; latecomers can join the next match.
"""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace

from bot.tables import errors
from bot.tables.domain import seating
from bot.tables.domain.absence import forgiven
from bot.tables.domain.player import Player
from bot.tables.domain.table_state import TableState
from bot.tables.domain.views import MatchSummary
from bot.tables.matches.context import MatchContext
from bot.tables.matches.deadlines import NOBODY, Turn, left_late
from bot.tables.matches.endings import stopped
from bot.tables.matches.moves import votes_carry
from bot.tables.matches.repository import settled
from bot.tables.matches.snapshot import Snapshot
from bot.tables.people import People
from data.records import matches
from games.core.values import Seat

BACK = "back"
"""The end reason of a bot's tenure when the seat's own player is back."""
SUBSTITUTE = "substitute"
"""The end reason of a bot's tenure when a substitute sits down."""


class Seats:
    def __init__(self, context: MatchContext, members: People) -> None:
        self._context = context
        self._members = members

    async def leave(self, match_id: str, player: Player) -> MatchSummary:
        """Leave a running match to a bot; if no person is left, the match is stopped.

        Raises NoSuchMatchError, NoSeatError, NotStartedError, MatchOverError.
        """

        async def attempt() -> matches.Match:
            snapshot = await self._running(match_id, player)
            seat = snapshot.seat_of(player.id)
            assert seat is not None, "who has no seat was refused"
            sitters = snapshot.position.sitters
            left = [person for person in seating.people(sitters) if person != player.id]
            if not left or votes_carry(snapshot.match, left):
                return await stopped(self._context, snapshot.match, left=seat)
            return await self._hand_over(snapshot, seat, seating.new_bot(sitters), matches.LEFT)

        return await self._settle(match_id, attempt)

    async def take_back(self, match_id: str, player: Player) -> MatchSummary:
        """Take back the seat that a bot holds for this player.

        Raises AlreadySeatedError, NothingToTakeBackError, SeatHeldError, MatchOverError.
        """

        async def attempt() -> matches.Match:
            snapshot = await self._open(match_id, player)
            seat = seating.may_return(snapshot.match, player.id)
            if seat is None:
                raise await self._why_not_back(match_id, player)
            return await self._hand_over(snapshot, seat, matches.Sitter(player_id=player.id), BACK)

        return await self._settle(match_id, attempt)

    async def take_seat(
        self, match_id: str, player: Player, seat: Seat | None = None
    ) -> MatchSummary:
        """Take a bot-held seat for good; by default the first one.

        For the seat's own player this is `take_back`. Raises AlreadySeatedError, NoOpenSeatError,
        HasSeenAnotherHandError, MatchOverError.
        """

        async def attempt() -> matches.Match:
            snapshot = await self._open(match_id, player)
            free = seating.open_seats(snapshot.match)
            mine = seating.may_return(snapshot.match, player.id)
            if mine is not None and seat in (mine, None):
                return await self._hand_over(
                    snapshot, mine, matches.Sitter(player_id=player.id), BACK
                )
            if not free or seat not in (*free, None):
                raise errors.NoOpenSeatError
            if player.id in _players(await self._context.store.matches.tenures(match_id)):
                raise errors.HasSeenAnotherHandError
            await self._members.check_guards(player.id, match_id)
            seating.check_welcome(snapshot.match, player.id)
            taken = free[0] if seat is None else seat
            await self._members.remember(player, snapshot.match.guild_id)
            return await self._hand_over(
                snapshot, taken, matches.Sitter(player_id=player.id), SUBSTITUTE
            )

        return await self._settle(match_id, attempt)

    async def _settle(
        self, match_id: str, attempt: Callable[[], Awaitable[matches.Match]]
    ) -> MatchSummary:
        async with self._context.lock(match_id):
            match = await settled(attempt)
        self._context.wake.set()
        await self._context.tell(match_id)
        return await self._context.repository.summary(match)

    async def _running(self, match_id: str, player: Player) -> Snapshot:
        """A match in which this player holds a seat."""
        snapshot = await self._context.repository.started(match_id)
        if not snapshot.is_running:
            raise errors.MatchOverError
        if snapshot.seat_of(player.id) is None:
            raise errors.NoSeatError
        return snapshot

    async def _open(self, match_id: str, player: Player) -> Snapshot:
        """A running match in which this player holds no seat."""
        snapshot = await self._context.repository.started(match_id)
        if not snapshot.is_running:
            raise errors.MatchOverError
        if snapshot.seat_of(player.id) is not None:
            raise errors.AlreadySeatedError
        return snapshot

    async def _why_not_back(self, match_id: str, player: Player) -> Exception:
        held = player.id in _players(await self._context.store.matches.tenures(match_id))
        return errors.SeatHeldError() if held else errors.NothingToTakeBackError()

    async def _hand_over(
        self, snapshot: Snapshot, seat: Seat, sitter: matches.Sitter, reason: str
    ) -> matches.Match:
        """Give the seat to another player or bot, with the rows for the next question."""
        match, before = snapshot.match, snapshot.position
        sitters = (*before.sitters[:seat], sitter, *before.sitters[seat + 1 :])
        standing = await self._context.store.deadlines.of_match(match.match_id)
        state = without_wish(forgiven(snapshot.table_state, seat), seat)
        if state.paused and not seating.people(before.sitters):
            # It was paused because nobody was there; a new player resumes it.
            state = state.resumed(self._context.clock.now())
        state = left_late(state, seat, before.sealed() if sitter.bot is not None else None)
        turn = Turn(
            position=replace(before, sitters=sitters),
            table_state=state,
            step=match.step,
            standing=tuple(row for row in standing if row.seat != seat),
            before=before,
            mover=seat,
        )
        rows = await self._context.planner.rows(turn)
        drop = (
            matches.DeadlineMask(match_id=match.match_id, seat=seat),
            matches.DeadlineMask(match_id=match.match_id, kind=NOBODY),
            *rows.drop,
        )
        return await self._context.store.matches.hand_over(
            match.match_id,
            match.revision,
            seat=seat,
            sitter=sitter,
            reason=reason,
            now=self._context.clock.now(),
            extra=matches.Extra(drop_deadlines=drop, deadlines=rows.arm, table_state=state.saved()),
        )


def without_wish(state: TableState, seat: Seat) -> TableState:
    """Drop the wish for another clock of a seat's last player, and who agrees to a take-back."""
    if state.take_back is not None and not state.take_back.is_done:
        state = state.changed(take_back=None)
    if seat not in state.clock_wishes:
        return state
    wishes = {other: key for other, key in state.clock_wishes.items() if other != seat}
    return state.changed(clock_wishes=wishes)


def _players(tenures: Iterable[matches.Tenure]) -> frozenset[int]:
    """Everybody who ever held a seat."""
    held = (tenure.sitter.player_id for tenure in tenures)
    return frozenset(player for player in held if player is not None)
