"""Commits one answer: validate, apply, write, then notify.

Players' presses, bot moves and timeout moves all go through `_commit`. The ticket is compared with
the stored question while the lock is held; a double click of the press that spent the ticket is
told that the move was made.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from bot.tables import errors
from bot.tables.domain.seating import people
from bot.tables.domain.views import Answered, Question
from bot.tables.matches import moves
from bot.tables.matches.context import MatchContext
from bot.tables.matches.deadlines import Turn
from bot.tables.matches.fallback_move import played
from bot.tables.matches.repository import settled
from bot.tables.matches.snapshot import Snapshot
from data.engine.errors import AlreadyAnsweredError
from data.records import matches
from games.core.errors import NotYourTurnError, StaleAnswerError
from games.core.event import Event, is_for
from games.core.game import Step, apply_form, apply_timeout
from games.core.prompt import Form, Move
from games.core.saving import load_event
from games.core.text import Text
from games.core.values import Seat

log = logging.getLogger(__name__)

BEGUN = "begun"
"""The key of a draft's values, by slot."""

STEP = "step"
"""The key of the step that an interaction has made."""

TYPED = "typed"
"""The key of a command that waits for the choice of a table."""


class Answers:
    def __init__(self, context: MatchContext) -> None:
        self._context = context

    async def answer(self, match_id: str, press: moves.Press) -> Answered:
        """Make a player's move."""
        snapshot = await self._open(match_id, press)
        answered, _ = await self.answer_from(snapshot, press)
        return answered

    async def answer_from(
        self, snapshot: Snapshot, press: moves.Press
    ) -> tuple[Answered, Snapshot]:
        """Make a player's move in a match that was just loaded for this interaction.

        Returns the result, and the match after it. If the match has changed since it was loaded,
        it is loaded again.
        """
        match_id, known = snapshot.match.match_id, snapshot.rows.answer
        if known is not None:
            return await self._again(snapshot, press.player_id, known.get(STEP)), snapshot
        first: Snapshot | None = snapshot

        async def attempt() -> tuple[Answered, Snapshot]:
            nonlocal first
            newest, first = first or await self._open(match_id, press), None
            return await self._take(newest, press)

        try:
            async with self._context.lock(match_id):
                answered, after = await settled(attempt)
        except AlreadyAnsweredError as before:  # by another process since then
            after = await self._open(match_id, press)
            return await self._again(after, press.player_id, before.answer.get(STEP)), after
        if not answered.repeated:
            await self._context.publish(after)
        return answered, after

    async def _open(self, match_id: str, press: moves.Press) -> Snapshot:
        return await self._context.repository.open(match_id, press.interaction_id)

    async def keep_typed(self, interaction_id: int, player_id: int, typed: matches.Json) -> None:
        """Save a command that waits for the choice of a table; cleanup deletes it after a day."""
        now = self._context.clock.now()
        seen_interaction = matches.SeenInteraction(
            interaction_id=interaction_id, player_id=player_id, seen_at=now, answer={TYPED: typed}
        )
        await self._context.store.interactions.remember(seen_interaction)

    async def typed(self, interaction_id: int) -> matches.Json | None:
        """Return a saved command; None once it is deleted."""
        known = await self._context.store.interactions.recall(interaction_id)
        return None if known is None else known.get(TYPED)

    async def answer_for_bot(self, question: Question, move: Move | None) -> None:
        """Answer for a bot seat; a missing or failing move is replaced as `played` does.

        Raises StaleAnswerError if the bot is no longer asked this.
        """

        def made_in(snapshot: Snapshot) -> moves.Made:
            asked = _asked(snapshot, question.seat, question.ticket)
            if not snapshot.position.awaits_bot(question.seat):
                raise StaleAnswerError
            return moves.Made(asked, *played(snapshot.position, asked, move))

        await self._make(question.match, made_in)

    async def answer_in_advance(self, match_id: str, seat: Seat, ticket: str) -> None:
        """Make a premove, now that its question is asked.

        Raises StaleAnswerError if there is none for this question, and whatever a player's own
        press would raise.
        """

        def made_in(snapshot: Snapshot) -> moves.Made:
            asked = _asked(snapshot, seat, ticket)
            saved = next(
                (premove for premove in snapshot.rows.premoves if premove.seat == seat), None
            )
            is_meant = saved is not None and saved.about == asked.prompt.about
            if saved is None or not is_meant or not snapshot.position.awaits(seat):
                raise StaleAnswerError
            return moves.Made(asked, *_filled(snapshot, asked, saved.form), matches.Actor.PLAYER)

        await self._make(match_id, made_in)

    async def time_out(self, match_id: str, seat: Seat, ticket: str, *, is_rest: bool) -> None:
        """Make the absent player's move; raises StaleAnswerError if the question has changed."""

        def made_in(snapshot: Snapshot) -> moves.Made:
            asked = _asked(snapshot, seat, ticket)
            if snapshot.position.is_bot(seat):
                raise StaleAnswerError
            return _timed_out(snapshot, asked, is_rest=is_rest)

        await self._make(match_id, made_in)

    async def time_out_together(self, match_id: str, sealed: str) -> None:
        """Make the moves of all who have not answered a secret question, and notify once."""

        async def attempt() -> bool:
            snapshot = await self._context.repository.started(match_id)
            if not snapshot.is_running or snapshot.position.sealed() != sealed:
                return False
            owing = () if snapshot.table_state.paused else snapshot.position.people_questions()
            if owing:
                await self._commit(snapshot, _timed_out(snapshot, owing[0]))
            return len(owing) > 1

        async with self._context.lock(match_id):
            while await settled(attempt):
                pass
        await self._context.tell(match_id)

    async def run_out(self, row: matches.Deadline) -> None:
        """Answer for whoever let the time run out, and delete the row, as a move does by itself."""
        try:
            if row.seat is None:
                await self.time_out_together(row.match_id, row.ticket)
            else:
                await self.time_out(row.match_id, row.seat, row.ticket, is_rest=row.is_rest)
        except errors.ASKED_NO_MORE:
            log.debug("a deadline of match %s is out of date", row.match_id)
        await self._context.drop(row)

    async def _take(self, snapshot: Snapshot, press: moves.Press) -> tuple[Answered, Snapshot]:
        _check_seat(snapshot, press)
        spent = snapshot.table_state.last_presses.get(press.seat)
        if spent is not None and spent.mark == press.mark(snapshot.match.secret):
            return await self._again(snapshot, press.player_id, spent.step), snapshot
        effects = await asyncio.to_thread(self._effects, snapshot, press)
        after = await self._write(snapshot, effects)
        return Answered(after.match.step, _seen(effects.made.step.events, press.seat)), after

    def _effects(self, snapshot: Snapshot, press: moves.Press) -> moves.Effects:
        """What a press by its seat's player changes; raises the errors of a refused answer."""
        question = _asked(snapshot, press.seat, press.ticket)
        filled = _filled(snapshot, question, press.form)
        made = moves.Made(question, *filled, matches.Actor.PLAYER, press)
        return moves.effects_of(snapshot, made, self._context.clock.now())

    async def _make(self, match_id: str, made_in: Callable[[Snapshot], moves.Made]) -> None:
        """Make a move that no press asks for, and show it; `made_in` runs in a thread."""

        def effects(snapshot: Snapshot) -> moves.Effects:
            return moves.effects_of(snapshot, made_in(snapshot), self._context.clock.now())

        async def attempt() -> Snapshot:
            snapshot = await self._context.repository.started(match_id)
            return await self._write(snapshot, await asyncio.to_thread(effects, snapshot))

        async with self._context.lock(match_id):
            after = await settled(attempt)
        await self._context.publish(after)

    async def _commit(self, snapshot: Snapshot, made: moves.Made) -> Snapshot:
        """Write a move and all its effects; returns the match after it."""
        now = self._context.clock.now()
        effects = await asyncio.to_thread(moves.effects_of, snapshot, made, now)
        return await self._write(snapshot, effects)

    async def _write(self, snapshot: Snapshot, effects: moves.Effects) -> Snapshot:
        """Write a move and all its effects in one transaction; returns the match after it."""
        match, after = snapshot.match, effects.after
        extra = (
            matches.Extra(table_state=effects.saved)
            if effects.ending
            else await self._goes_on(snapshot, effects)
        )
        loaded = self._context.repository.next_load()
        rows = await self._context.store.matches.commit_step(
            match.match_id,
            match.revision,
            effects.record,
            effects.state,
            moves_made=after.moves_made,
            replaces_last=effects.number == match.step,
            ending=effects.ending,
            checkpoint=effects.table_state.round != snapshot.table_state.round,
            extra=replace(extra, seen=_seen_now(effects)),
        )
        self._context.armed(extra.deadlines)
        return self._context.repository.committed(replace(rows, loaded=loaded), after)

    async def _goes_on(self, snapshot: Snapshot, effects: moves.Effects) -> matches.Extra:
        """The rows for the next questions, and the bots that replace absent players."""
        match, made, taken_over = snapshot.match, effects.made, effects.came
        seat, table_state = made.question.seat, effects.table_state
        if taken_over.hand_overs and not people(taken_over.position.sitters):
            left_alone = self._context.left_alone(match.match_id, table_state)
            notes = (*left_alone.deadlines, *taken_over.notes)
            return replace(left_alone, hand_overs=taken_over.hand_overs, deadlines=notes)
        # A question to everybody is nobody's own turn, and the last to answer is not to blame.
        is_missed_turn = made.actor is matches.Actor.TIMEOUT and not made.question.prompt.sealed
        turn = Turn(
            position=taken_over.position,
            table_state=table_state,
            step=effects.number,
            standing=snapshot.clocks,
            snapshot=snapshot.rows,
            before=snapshot.position,
            mover=seat,
            is_rest=is_missed_turn and snapshot.position.round() == taken_over.position.round(),
        )
        rows = await self._context.planner.rows(turn)
        return matches.Extra(
            hand_overs=taken_over.hand_overs,
            drop_deadlines=(matches.DeadlineMask(match_id=match.match_id, seat=seat), *rows.drop),
            deadlines=(*rows.arm, *taken_over.notes),
            table_state=effects.saved,
        )

    async def _again(self, snapshot: Snapshot, player_id: int, number: int | None) -> Answered:
        """Return the result of a repeated press, as far as its player may still read it.

        An answer that was changed since then is the newest one.
        """
        if number is None or number > snapshot.match.step:
            # An old press, or a move taken back: all we know is that the move was made.
            return Answered(snapshot.match.step, (), repeated=True)
        steps = await self._context.store.history.steps(snapshot.match.match_id, number - 1)
        if not steps:  # it was taken back since the match was loaded
            return Answered(snapshot.match.step, (), repeated=True)
        seat = snapshot.seat_of(player_id)
        events = (load_event(snapshot.position.game, saved) for saved in steps[0].events)
        texts = tuple(event.text() for event in events if is_for(seat, event.logged_for()))
        return Answered(number, texts, repeated=True)


def _filled(snapshot: Snapshot, question: Question, form: Form) -> tuple[Move, Step[Any]]:
    """The move of a form that its question offers, and what follows."""
    game, state = snapshot.position.game, snapshot.position.state
    return apply_form(game, state, question.seat, question.prompt, form)


def _timed_out(snapshot: Snapshot, question: Question, *, is_rest: bool = False) -> moves.Made:
    """The timeout move of an absent player, using the values of a half-filled form.

    If a bug of the game prevents that, a bot's fallback, so that the table goes on.
    """
    begun = snapshot.rows.drafts.get((question.seat, question.ticket), {}).get(BEGUN, {})
    game, state = snapshot.position.game, snapshot.position.state
    try:
        absent, step = apply_timeout(game, state, question.seat, begun)
    except NotYourTurnError:
        raise
    except Exception as error:  # noqa: BLE001 - the match must go on whatever a game raises
        log.error("a timeout of %s failed: %s", game.info.key, type(error).__name__)  # noqa: TRY400 - its message may name a hidden card
        return moves.Made(question, *played(snapshot.position, question, None), is_rest=is_rest)
    return moves.Made(question, absent, step, matches.Actor.TIMEOUT, is_rest=is_rest)


def _check_seat(snapshot: Snapshot, press: moves.Press) -> None:
    mine = snapshot.seat_of(press.player_id)
    if mine is None:
        raise errors.NoSeatError
    if mine != press.seat:
        raise errors.NotYourSeatError


def _asked(snapshot: Snapshot, seat: Seat, ticket: str) -> Question:
    """The question that a ticket names, if it is still asked."""
    if not snapshot.is_running:
        raise errors.MatchOverError
    if snapshot.table_state.paused:
        raise errors.PausedError
    question = snapshot.question(seat)
    if question is None:
        raise NotYourTurnError(seat)
    if question.ticket != ticket:
        raise StaleAnswerError
    return question


def _seen_now(effects: moves.Effects) -> matches.SeenInteraction | None:
    press = effects.made.press
    if press is None:
        return None
    return matches.SeenInteraction(
        interaction_id=press.interaction_id,
        player_id=press.player_id,
        seen_at=effects.record.made_at,
        answer={STEP: effects.number},
    )


def _seen(events: Iterable[Event], seat: Seat) -> tuple[Text, ...]:
    return tuple(event.text() for event in events if is_for(seat, event.seen_by()))
