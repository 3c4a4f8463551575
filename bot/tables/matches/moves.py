"""A player's press, the move it makes, and all that the move changes, before anything is written.

Nothing here waits, so any thread may work it out.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bot.tables.domain import match_secrets
from bot.tables.domain.absence import TakenOver, counted, forgiven, taken_over
from bot.tables.domain.audit_digest import closed, grown
from bot.tables.domain.position import Position
from bot.tables.domain.recent import recent_after
from bot.tables.domain.seating import people
from bot.tables.domain.table_state import LastPress, TableState
from bot.tables.domain.views import Question
from bot.tables.matches.snapshot import Snapshot
from data.records.matches import Actor, Ending, Life, Match, NewStep
from games.core.game import AnyGame, Step
from games.core.prompt import Form, Move
from games.core.saving import save_event, save_move, save_state
from games.core.values import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """A player's input; the form may be a secret answer and is never logged."""

    interaction_id: int
    player_id: int
    seat: Seat
    ticket: str
    form: Form = field(repr=False)

    def mark(self, secret: bytes) -> str:
        """A short hash of the press: the same player, ticket and form give the same one."""
        form = json.dumps(self.form, sort_keys=True)
        return match_secrets.mark(secret, str(self.player_id), str(self.seat), self.ticket, form)


@dataclass(frozen=True, slots=True)
class Made:
    """A move and its result; `press` is set if a player made it."""

    question: Question
    move: Move = field(repr=False)
    step: Step[Any] = field(repr=False)
    actor: Actor
    press: Press | None = None
    is_rest: bool = False
    """Whether the absent player already missed a question of this turn."""


@dataclass(frozen=True, slots=True)
class Effects:
    """All that a move changes, except the deadlines of the next questions."""

    made: Made
    after: Position
    """The position before a bot replaces anybody."""
    record: NewStep = field(repr=False)
    state: bytes = field(repr=False)
    came: TakenOver
    table_state: TableState = field(repr=False)
    saved: str = field(repr=False)
    """The table's state as it is stored."""
    ending: Ending | None


def effects_of(snapshot: Snapshot, made: Made, now: int) -> Effects:
    """Work out what a move changes."""
    match, table_state, before = snapshot.match, snapshot.table_state, snapshot.position
    game, seat = before.game, made.question.seat
    moves_made = _counted(match.moves_made, seat)
    after = replace(before, state=made.step.state, moves_made=moves_made)
    record = _record(game, made, now)
    recent = recent_after(table_state.recent, before, after, seat)
    presses = _presses(match, table_state, made)
    table_state = table_state.changed(round=after.round(), recent=recent, last_presses=presses)
    if not before.is_bot(seat):
        table_state = counted(table_state, seat, made.actor, is_rest=made.is_rest)
    came = taken_over(table_state, before, after, now)
    ending = _ending(match, before, made, now) or _voted(match, came, now)
    if table_state.audit_digest is not None:
        digest = _digest(table_state.audit_digest, record, ending)
        table_state = table_state.changed(audit_digest=digest)
    if ending is None:
        for change in came.hand_overs:
            table_state = forgiven(table_state, change.seat)
        came.position.people_questions()  # asked for next, and known from here on
    state, saved = save_state(game, made.step.state), table_state.saved()
    return Effects(made, after, record, state, came, table_state, saved, ending)


def votes_carry(match: Match, seated: Sequence[int]) -> bool:
    """Whether more than half of the seated people want the match to stop."""
    return 2 * len(set(match.people.votes).intersection(seated)) > len(seated)


def stopped_at(now: int) -> Ending:
    return Ending(life=Life.STOPPED, ended_at=now, rated=False)


def _ending(match: Match, before: Position, made: Made, now: int) -> Ending | None:
    result = before.game.result(made.step.state)
    if result is None:
        return None
    # A player alone with bots plays on unrated until another person sits down.
    is_rated = match.terms.rated and len(people(before.sitters)) >= 2
    return Ending(
        life=Life.FINISHED,
        ended_at=now,
        result=result.model_dump(mode="json"),
        rated=is_rated,
    )


def _voted(match: Match, came: TakenOver, now: int) -> Ending | None:
    """The stop that the remaining players voted for, now that a bot replaces somebody."""
    seated = people(came.position.sitters)
    return stopped_at(now) if came.hand_overs and votes_carry(match, seated) else None


def _counted(moves_made: tuple[int, ...], seat: Seat) -> tuple[int, ...]:
    return (*moves_made[:seat], moves_made[seat] + 1, *moves_made[seat + 1 :])


def _record(game: AnyGame, made: Made, now: int) -> NewStep:
    return NewStep(
        seat=made.question.seat,
        actor=made.actor,
        move=save_move(game, made.move),
        events=tuple(save_event(game, event) for event in made.step.events),
        made_at=now,
    )


def _digest(before: str, record: NewStep, ending: Ending | None) -> str:
    digest = grown(before, record)
    return digest if ending is None or ending.result is None else closed(digest, ending.result)


def _presses(match: Match, table_state: TableState, made: Made) -> Mapping[Seat, LastPress]:
    """The last presses with this one, to identify a double click."""
    if made.press is None:
        return table_state.last_presses
    press = LastPress(mark=made.press.mark(match.secret), step=match.step + 1)
    return {**table_state.last_presses, made.question.seat: press}
