"""Take back a move that revealed nothing, until somebody else moves.

At an unrated table it's taken back at once: in practice, alone with bots, and where the bot only
answers. Elsewhere everybody else who plays there must agree. A second answer stands, so that nobody
restarts a clock again and again.
"""

import asyncio
from dataclasses import replace

from bot.tables import errors
from bot.tables.domain.player import Player
from bot.tables.domain.table_state import TakeBack
from bot.tables.domain.views import MatchSummary
from bot.tables.history.replay import digest_of, state_after
from bot.tables.matches.context import MatchContext
from bot.tables.matches.pauses import planned_again
from bot.tables.matches.repository import settled
from bot.tables.matches.snapshot import Snapshot
from data.records import matches
from games.core.saving import load_event, load_state, save_state
from games.core.values import Seat


class TakeBacks:
    def __init__(self, context: MatchContext) -> None:
        self._context = context

    async def step_for(self, match_id: str, player_id: int) -> int | None:
        """Return the step that a player may ask to take back, or agree to; None if there is none.

        Raises the errors of a match that can't be loaded.
        """
        snapshot = await self._context.repository.started(match_id)
        try:
            await self._mover(snapshot, player_id, snapshot.match.step)
        except errors.TableError:
            return None
        return snapshot.match.step

    async def take_back(self, match_id: str, player: Player, step: int) -> MatchSummary:
        """Take back one's own last move or ask for that, or agree to what somebody else asks for.

        Raises MatchOverError, PausedError, NoSeatError, MoveStandsError.
        """

        async def attempt() -> matches.Match:
            snapshot = await self._context.repository.started(match_id)
            mover = await self._mover(snapshot, player.id, step)
            asked = snapshot.table_state.take_back
            agreed = asked.agreed if asked is not None and asked.step == step else ()
            own, sitters = snapshot.seat_of(player.id), snapshot.position.sitters
            assert own is not None  # nobody else may agree
            wish = TakeBack(seat=mover, step=step, agreed=(*agreed, own))
            people = {seat for seat, sitter in enumerate(sitters) if sitter.player_id is not None}
            is_rated = snapshot.match.terms.rated and not snapshot.match.answers_only
            if not is_rated or people <= set(wish.agreed):
                return await self._undone(snapshot, wish)
            state = snapshot.table_state.changed(take_back=wish)
            match = snapshot.match
            return await self._context.store.matches.note(
                match_id,
                match.revision,
                matches.Extra(table_state=state.saved()),
                now=self._context.clock.now(),
            )

        async with self._context.lock(match_id):
            match = await settled(attempt)
        self._context.wake.set()
        await self._context.tell(match_id)
        return await self._context.repository.summary(match)

    async def _mover(self, snapshot: Snapshot, player_id: int, step: int) -> Seat:
        """Return the seat whose move this player may take back or let be taken back.

        The one function that decides this right.
        """
        match, asked = snapshot.match, snapshot.table_state.take_back
        if not snapshot.is_running:
            raise errors.MatchOverError
        if snapshot.table_state.paused:
            raise errors.PausedError
        own, daily = snapshot.seat_of(player_id), snapshot.table_state.daily
        if own is None:
            raise errors.NoSeatError
        was_used = asked is not None and asked.is_done and asked.step >= match.step
        counts = daily is not None and daily.counts
        if step != match.step or was_used or counts:
            raise errors.MoveStandsError
        later = await self._context.store.history.steps(match.match_id, step - 1)
        if not later:  # it was taken back since the match was loaded
            raise errors.MoveStandsError
        last = later[-1]
        if last.actor is not matches.Actor.PLAYER or last.seat is None:
            raise errors.MoveStandsError
        events = (load_event(snapshot.game, saved) for saved in last.events)
        if match.holders[last.seat].from_step >= step or any(event.reveals for event in events):
            raise errors.MoveStandsError
        is_asked = asked is not None and asked.step == step
        if own in asked.agreed if asked is not None and is_asked else own != last.seat:
            raise errors.MoveStandsError
        return last.seat

    async def _undone(self, snapshot: Snapshot, wish: TakeBack) -> matches.Match:
        """Restore the position before the last step, with new tickets for every question."""
        match, game, history = snapshot.match, snapshot.game, self._context.store.history
        steps = (await history.steps(match.match_id))[:-1]
        begin = max(n for n in await history.checkpoints(match.match_id) if n < match.step)
        saved = await history.state_at(match.match_id, begin)
        if saved is None:
            raise errors.UnreadableMatchError(match.match_id)
        state = await asyncio.to_thread(
            lambda: state_after(game, load_state(game, saved), steps[begin + 1 :])
        )
        made = tuple(count + 1 for count in match.moves_made)
        before = replace(snapshot.position, state=state, moves_made=made)
        presses = snapshot.table_state.last_presses
        table_state = snapshot.table_state.changed(
            take_back=wish.model_copy(update={"is_done": True}),
            stepped_at=self._context.clock.now(),
            round=before.round(),
            answer_change=None,
            last_presses={seat: press for seat, press in presses.items() if seat != wish.seat},
            audit_digest=snapshot.table_state.audit_digest and digest_of(match, steps),
        )
        standing = snapshot.rows.deadlines
        extra = await planned_again(self._context, snapshot, table_state, standing, before)
        return await self._context.store.matches.take_back(
            match.match_id,
            match.revision,
            save_state(game, state),
            moves_made=made,
            extra=extra,
            now=self._context.clock.now(),
        )
