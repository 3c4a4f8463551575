"""People who stay away: the rules' own move is made for them, and then a bot plays on.

A turn of which nothing was answered in time counts once, however many questions it has: the rest
of it follows at once. After two such turns in a row a bot takes the seat over, in the very step
of the second; an answer of one's own begins the count anew. Where who has chosen is a secret, the
bot sits down with the next question, when everybody sees who was asked of what anyway.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.tables.domain.position import Position
from bot.tables.domain.seating import new_bot
from data.records.matches import Actor, Deadline, HandOver, Json
from games.core.values import Seat

AWAY = "away"
"""Why a tenure ends whose player stayed away; `LEFT` is the other way to go."""

ABSENT = "absent"
"""Where the memo counts, for each seat, the turns in a row that its player let pass."""

MOST_ABSENT = 2

TAKEN_OVER = "taken_over"
"""The kind of deadline at which a player is told that a bot plays on."""

PLAYER = "player"
"""What such a row carries: whom to tell."""


@dataclass(frozen=True, slots=True)
class TakenOver:
    """A position with the bots that sit down in it, and the notes to those they sit down for."""

    position: Position
    hand_overs: tuple[HandOver, ...] = ()
    notes: tuple[Deadline, ...] = ()


def counted(memo: Json, seat: Seat, actor: Actor, *, is_rest: bool) -> Json:
    """The memo after a person's seat has moved."""
    counts: dict[str, int] = dict(memo.get(ABSENT, {}))
    if actor is not Actor.TIMEOUT:
        counts.pop(str(seat), None)
    elif not is_rest:
        counts[str(seat)] = counts.get(str(seat), 0) + 1
    return {**memo, ABSENT: counts} if counts or ABSENT in memo else memo


def taken_over(memo: Json, before: Position, after: Position, now: int) -> TakenOver:
    """Let bots sit down where people have been absent for too long, unless that tells a secret."""
    gone = {int(seat) for seat, count in memo.get(ABSENT, {}).items() if count >= MOST_ABSENT}
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
                payload={PLAYER: sitter.player_id},
            )
        )
    return TakenOver(replace(after, sitters=tuple(sitters)), tuple(changes), tuple(notes))


def forgiven(memo: Json, seat: Seat) -> Json:
    """The memo once somebody else holds a seat: what was counted there is not theirs."""
    counts = {key: count for key, count in memo.get(ABSENT, {}).items() if key != str(seat)}
    return {**memo, ABSENT: counts} if ABSENT in memo else memo
