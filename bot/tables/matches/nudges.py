"""Nudges: a player reminds the others that the table waits, at most once every few minutes.

A nudge writes one row per player and one row for the limit, together. The rows send the reminders,
so a crash loses none, and preferences and quiet hours apply as usual. The limit is per table, not
per player or question: two people can't take turns nudging, and a quick series of questions can't
be nudged each time.
"""

from collections.abc import Sequence

from bot.tables import errors
from bot.tables.domain.player import Player
from bot.tables.domain.time_controls import MINUTE
from bot.tables.domain.views import MatchView
from bot.tables.matches.context import MatchContext
from bot.tables.matches.deadlines import NUDGE
from bot.tables.matches.snapshot import Snapshot
from data.records.matches import Deadline, Life
from games.core.game import Awaiting
from games.core.values import Seat

OFFERED_AFTER = 30_000
"""Milliseconds of waiting after which a table offers a nudge."""
NUDGE_LIMIT = "nudge_limit"
"""The kind of deadline until which a table refuses another nudge."""


class Nudges:
    def __init__(self, context: MatchContext) -> None:
        self._context = context

    async def nudge(self, match_id: str, by: Player) -> None:
        """Remind everybody else the table waits for; only for seated players.

        Raises NoSeatError, NotStartedError, MatchOverError, PausedError, NobodyCalledError,
        NobodyToNudgeError, NudgedAlreadyError.
        """
        async with self._context.lock(match_id):
            snapshot = await self._context.repository.started(match_id)
            if snapshot.match.answers_only:
                raise errors.NobodyCalledError
            called = _called(snapshot, by)
            await self._check_limit(match_id)
            await self._context.store.deadlines.arm(*self._rows(snapshot, called))
        self._context.wake.set()

    async def _check_limit(self, match_id: str) -> None:
        """Raise NudgedAlreadyError if the last nudge was too recent."""
        now = self._context.clock.now()
        for row in await self._context.store.deadlines.of_match(match_id):
            if row.kind == NUDGE_LIMIT and row.due_at > now:
                raise errors.NudgedAlreadyError(-(-(row.due_at - now) // MINUTE))

    def _rows(self, snapshot: Snapshot, called: Sequence[tuple[Seat, str]]) -> list[Deadline]:
        now, match = self._context.clock.now(), snapshot.match
        limit = Deadline(
            kind=NUDGE_LIMIT,
            match_id=match.match_id,
            seat=None,
            ticket=str(now),
            due_at=now + self._context.limits.nudge_again,
        )
        return [
            limit,
            *(
                Deadline(
                    kind=NUDGE,
                    match_id=match.match_id,
                    seat=seat,
                    ticket=ticket,
                    due_at=now,
                    question=f"{match.step}-{now}",
                )
                for seat, ticket in called
            ),
        ]


def offered_at(match_view: MatchView) -> int | None:
    """When the table begins to offer a nudge, from what this viewer knows; None for never."""
    summary = match_view.summary
    players = [occupant.player_id for occupant in summary.occupants]
    is_played = summary.life is Life.RUNNING and not summary.paused
    if not is_played or not can_nudge(players, match_view.view.awaiting):
        return None
    return summary.waiting_since + OFFERED_AFTER


def can_nudge(players: Sequence[int | None], awaiting: Awaiting) -> bool:
    """Return whether the public view names a player to nudge, or hides whom the table waits for.

    `players` are the ids of the seated players, None for a bot seat.
    """
    if len(players) - players.count(None) < 2:
        return False
    return not awaiting.seats or any(players[seat] is not None for seat in awaiting.seats)


def _called(snapshot: Snapshot, by: Player) -> list[tuple[Seat, str]]:
    """The seats to remind, each with the ticket of its question.

    If names are secret the list may be empty: a refusal would reveal who has answered.
    """
    mine = snapshot.seat_of(by.id)
    if mine is None:
        raise errors.NoSeatError
    if not snapshot.is_running:
        raise errors.MatchOverError
    if snapshot.table_state.paused:
        raise errors.PausedError
    position = snapshot.position
    awaiting = position.view(None).awaiting
    asked = [
        (question.seat, question.ticket)
        for question in position.people_questions()
        if question.seat != mine
    ]
    players = [sitter.player_id for sitter in position.sitters]
    if not can_nudge(players, awaiting) or (awaiting.seats and not asked):
        raise errors.NobodyToNudgeError
    return asked
