"""Absent players: first the rules' fallback move is made for them, then a bot takes the seat over.

A turn in which nothing was answered in time counts once, however many questions it has; the rest of
the turn is played at once. After two missed turns in a row a bot takes the seat over, in the same
step as the second. An answer of the player resets the count. While it is a secret who has chosen,
the bot waits for the next question, so that its arrival tells nothing.
"""

from dataclasses import replace
from typing import NamedTuple

from bot.tables.domain.position import Position
from bot.tables.domain.seating import new_bot
from bot.tables.domain.table_state import TableState
from data.records.matches import Actor, Deadline, HandOver
from games.core.values import Seat

AWAY = "away"
"""The end reason of a tenure whose player stayed away."""

MOST_ABSENT = 2

TAKEN_OVER = "taken_over"
"""The kind of deadline at which a player is told that a bot plays on."""


class TakenOver(NamedTuple):
    """A position after bots took seats over, with the changes and the notes to their players."""

    position: Position
    hand_overs: tuple[HandOver, ...] = ()
    notes: tuple[Deadline, ...] = ()


def counted(state: TableState, seat: Seat, actor: Actor, *, is_rest: bool) -> TableState:
    """The table after a person's seat has moved."""
    if actor is not Actor.TIMEOUT:
        return forgiven(state, seat)
    if is_rest:
        return state
    missed = {**state.missed_turns, seat: state.missed_turns.get(seat, 0) + 1}
    return state.changed(missed_turns=missed)


def taken_over(state: TableState, before: Position, after: Position, now: int) -> TakenOver:
    """Replace people who were absent for too long by bots, unless that tells a secret."""
    gone = {seat for seat, count in state.missed_turns.items() if count >= MOST_ABSENT}
    sealed = after.sealed() if gone else None
    if sealed is not None and sealed == before.sealed():
        return TakenOver(after)
    sitters, changes, notes = list(after.sitters), list[HandOver](), list[Deadline]()
    for seat in sorted(gone):
        sitter = after.sitters[seat]
        if sitter.player_id is None:
            continue
        sitters[seat] = new_bot(sitters)
        changes.append(HandOver(seat=seat, sitter=sitters[seat], reason=AWAY, at=now))
        notes.append(
            Deadline(
                kind=TAKEN_OVER,
                match_id=after.match_id,
                seat=seat,
                ticket=str(sum(after.moves_made)),
                due_at=now,
                player_id=sitter.player_id,
            )
        )
    if not changes:
        return TakenOver(after)  # the same position, because it keeps the views it has computed
    return TakenOver(replace(after, sitters=tuple(sitters)), tuple(changes), tuple(notes))


def forgiven(state: TableState, seat: Seat) -> TableState:
    """The table without missed turns of a seat, once its player answers or somebody else sits."""
    if seat not in state.missed_turns:
        return state
    missed = {other: count for other, count in state.missed_turns.items() if other != seat}
    return state.changed(missed_turns=missed)
