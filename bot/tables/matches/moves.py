"""A player's press, the move it makes, and all that the move changes, before anything is written.

Nothing here waits, so any thread may work it out.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bot.tables.domain import absence, match_secrets
from bot.tables.domain.audit_digest import closed, grown
from bot.tables.domain.position import Position
from bot.tables.domain.seating import people
from bot.tables.domain.table_state import AnswerChange, LastPress, TableState
from bot.tables.domain.views import Question
from bot.tables.matches.snapshot import Snapshot
from data.records import matches
from games.core.game import AnyGame, Result, Step, ranked
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
    actor: matches.Actor
    press: Press | None = None
    is_rest: bool = False
    """Whether the absent player already missed a question of this turn."""


@dataclass(frozen=True, slots=True)
class Effects:
    """All that a move changes, except the deadlines of the next questions."""

    made: Made
    after: Position
    """The position before a bot replaces anybody."""
    record: matches.NewStep = field(repr=False)
    number: int
    """The step's number: that of the step it replaces, or the next one."""
    state: bytes = field(repr=False)
    came: absence.TakenOver
    table_state: TableState = field(repr=False)
    saved: str = field(repr=False)
    """The table's state as it is stored."""
    ending: matches.Ending | None


def effects_of(snapshot: Snapshot, made: Made, now: int) -> Effects:
    """Work out what a move changes."""
    match, table_state, before = snapshot.match, snapshot.table_state, snapshot.position
    game, seat = before.game, made.question.seat
    moves_made = _counted(match.moves_made, seat)
    after = replace(before, state=made.step.state, moves_made=moves_made)
    record = _record(game, made, now)
    replaced = _replaced(snapshot, made)
    number = match.step + 1 if replaced is None else match.step
    digest = table_state.audit_digest if replaced is None else replaced.digest
    is_change = _is_change(before, made)
    table_state = table_state.changed(
        # That somebody has changed a secret answer shows nowhere, not even in what waits.
        stepped_at=table_state.stepped_at if is_change else now,
        round=after.round(),
        last_presses=_presses(match, table_state, made, number),
        answer_change=AnswerChange(seat=seat, digest=digest) if is_change else None,
    )
    if not before.is_bot(seat):
        table_state = absence.counted(table_state, seat, made.actor, is_rest=made.is_rest)
    taken_over = absence.taken_over(table_state, before, after, now)
    ending = _ending(match, before, made, now) or _voted(match, taken_over, now)
    if digest is not None:
        digest = _digest(digest, record, ending)
        table_state = table_state.changed(audit_digest=digest)
    if ending is None:
        for change in taken_over.hand_overs:
            table_state = absence.forgiven(table_state, change.seat)
        taken_over.position.people_questions()  # asked for next, and known from here on
    state, saved = save_state(game, made.step.state), table_state.saved()
    return Effects(made, after, record, number, state, taken_over, table_state, saved, ending)


def _is_change(before: Position, made: Made) -> bool:
    """Whether a move only changes an answer that its seat has given and that is still secret."""
    awaited = before.game.awaited(before.state)
    is_given = made.question.seat not in awaited
    return is_given and before.game.awaited(made.step.state) == awaited


def _replaced(snapshot: Snapshot, made: Made) -> AnswerChange | None:
    """The last step, if the same player changed the same answer in it.

    By the rules, only the last change counts, so that one step is enough however often somebody
    changes an answer. What a seat's earlier holder did stays theirs.
    """
    match, last, seat = snapshot.match, snapshot.table_state.answer_change, made.question.seat
    if last is None or last.seat != seat or match.holders[seat].from_step == match.step:
        return None
    return last if _is_change(snapshot.position, made) else None


def votes_carry(match: matches.Match, seated: Sequence[int]) -> bool:
    """Whether more than half of the seated people want the match to stop."""
    return 2 * len(set(match.people.votes).intersection(seated)) > len(seated)


def stopped_at(now: int) -> matches.Ending:
    return matches.Ending(life=matches.Life.STOPPED, ended_at=now, rated=False)


def _ending(match: matches.Match, before: Position, made: Made, now: int) -> matches.Ending | None:
    result = before.game.result(made.step.state)
    if result is None:
        return None
    # A player alone with bots plays on unrated until another person sits down.
    is_rated = match.terms.rated and len(people(before.sitters)) >= 2
    return matches.Ending(
        life=matches.Life.FINISHED,
        ended_at=now,
        result=result.model_dump(mode="json"),
        winners=winners_of(result),
        rated=is_rated,
    )


def winners_of(result: Result) -> tuple[Seat, ...]:
    """The seats that have won; none where nobody could."""
    first = next(iter(result.ranking or ranked(result.points)), ())
    return tuple(seat for seat in first if seat not in result.out)


def _voted(match: matches.Match, taken_over: absence.TakenOver, now: int) -> matches.Ending | None:
    """The stop that the remaining players voted for, now that a bot replaces somebody."""
    seated = people(taken_over.position.sitters)
    return stopped_at(now) if taken_over.hand_overs and votes_carry(match, seated) else None


def _counted(moves_made: tuple[int, ...], seat: Seat) -> tuple[int, ...]:
    return (*moves_made[:seat], moves_made[seat] + 1, *moves_made[seat + 1 :])


def _record(game: AnyGame, made: Made, now: int) -> matches.NewStep:
    return matches.NewStep(
        seat=made.question.seat,
        actor=made.actor,
        move=save_move(game, made.move),
        events=tuple(save_event(game, event) for event in made.step.events),
        made_at=now,
    )


def _digest(before: str, record: matches.NewStep, ending: matches.Ending | None) -> str:
    digest = grown(before, record)
    return digest if ending is None or ending.result is None else closed(digest, ending.result)


def _presses(
    match: matches.Match, table_state: TableState, made: Made, number: int
) -> Mapping[Seat, LastPress]:
    """The last presses with this one, to identify a double click."""
    if made.press is None:
        return table_state.last_presses
    press = LastPress(mark=made.press.mark(match.secret), step=number)
    return {**table_state.last_presses, made.question.seat: press}
