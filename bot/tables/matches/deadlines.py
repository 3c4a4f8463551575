"""The scheduler rows that a match's questions need: bot moves, clocks and reminders.

Without a clock, people are reminded once per question, after a short silence. The row of that
reminder is written in the transaction that asks the question, and only there, so that neither
other answers nor a restart repeats it.

A row is named by its question, and an existing row keeps its time, so that no answer restarts
another player's clock. If the table names whom it waits for, each question has its own clock. If
it is secret who has answered, all questions share one clock, and its display depends only on the
public view and the seating.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from bot.tables.domain.availability import availability_of
from bot.tables.domain.match_secrets import SecretSource
from bot.tables.domain.position import Position
from bot.tables.domain.seating import people
from bot.tables.domain.table_state import TableState
from bot.tables.domain.time_controls import MINUTE, TableClock
from bot.tables.ports import Clock
from bot.tables.time_limits import Limits
from data.records.matches import Deadline, DeadlineMask
from data.records.snapshots import MatchRows
from data.store import Store
from games.core.values import Seat

BOT = "bot"
"""The kind of deadline at which a bot seat answers."""
ADVANCE = "premove"
"""The kind of deadline at which a premove is made."""
TIME_UP = "clock"
"""The kind at which the absent player's move is made."""
ASKED, NUDGE, HALF, LAST = "asked", "nudge", "half", "last"
"""The kind of reminders: new question, nudge, half-time, and near the end."""
REMINDERS = (ASKED, NUDGE, HALF, LAST)
"""Reminders by urgency."""
COUNTDOWN = (HALF, LAST)
"""The reminders that depend on the deadline."""
NOBODY = "nobody"
"""The kind at which an abandoned table is stopped."""
READING = 5
"""How many times its usual delay a bot waits after a hand or round, for people to read."""
OURS = (BOT, ADVANCE, TIME_UP, *REMINDERS)


class DeadlineName(NamedTuple):
    """The key of one row of a match."""

    kind: str
    seat: Seat | None
    ticket: str
    player_id: int | None = None


class Turn(NamedTuple):
    """A position and what led to it, as far as its rows depend on that.

    `standing` are the match's rows. `before` is the previous position, None at the deal. `mover`
    has just pressed and needs no reminder for the next question; `is_rest` is set if that seat is
    absent, so that the rest of its turn follows at once.
    """

    position: Position
    table_state: TableState
    step: int
    standing: tuple[Deadline, ...]
    before: Position | None = None
    mover: Seat | None = None
    is_rest: bool = False
    snapshot: MatchRows | None = None
    """The match's rows if they were just read, which saves a query."""

    def standing_names(self) -> dict[DeadlineName, Deadline]:
        return {name_of(row): row for row in self.standing}


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows to delete and to add together with the change that leads to a position."""

    drop: tuple[DeadlineMask, ...] = ()
    arm: tuple[Deadline, ...] = ()


class DeadlinePlanner:
    def __init__(
        self, store: Store, clock: Clock, secret_source: SecretSource, limits: Limits
    ) -> None:
        self._store = store
        self._clock = clock
        self._secret_source = secret_source
        self._limits = limits

    async def rows(self, turn: Turn) -> Rows:
        """The rows that a position still needs; none while the table is paused."""
        wanted: list[Deadline] = []
        if not turn.table_state.paused:
            wanted += self._bots(turn)
            wanted += await self._in_advance(turn)
            asked = {
                question.seat: question.ticket for question in turn.position.people_questions()
            }
            wanted += _still_to_tell(turn, asked)
            clock = turn.table_state.time_control
            if clock.kind == "none":
                wanted += self._calls(turn, asked)
            else:
                wanted += await self._clocked(turn, clock, asked)
        names = {name_of(row) for row in wanted}
        over = (row for row in turn.standing if row.kind in OURS and name_of(row) not in names)
        return Rows(tuple(mask_of(row) for row in over), tuple(wanted))

    async def begin(
        self, clock: TableClock, players: Iterable[int], snapshot: MatchRows | None = None
    ) -> int:
        """The time a clock starts: slow clocks wait for the players' holidays."""
        begin = self._clock.now()
        if clock.kind == "slow":
            for player_id in players:
                person = (
                    await self._store.people.find(player_id)
                    if snapshot is None
                    else snapshot.person(player_id)
                )
                availability = availability_of(person)
                begin = max(begin, availability.holiday_until or 0)
        return begin

    def _bots(self, turn: Turn) -> Iterator[Deadline]:
        begin, delay = self._bots_begin(turn), self._limits.bot_delay
        late = _late(turn)
        for question in turn.position.bot_questions():
            if question.seat in late:
                continue
            yield Deadline(
                kind=BOT,
                match_id=question.match,
                seat=question.seat,
                ticket=question.ticket,
                due_at=begin + delay + self._secret_source.jitter(delay // 2),
            )

    def _bots_begin(self, turn: Turn) -> int:
        """The time bots start thinking: after people have had time to read what a move brought.

        That is the end of a round, or a climax.

        A secret question waits for its people anyway, and only its last answer changes the table.
        """
        is_great = turn.before is not None and turn.position.is_great_after(turn.before)
        if not is_great or turn.position.sealed() is not None:
            return self._clock.now()
        return self._clock.now() + READING * self._limits.bot_delay

    def _silence_begins(self, turn: Turn) -> int:
        """The time by which a premove, which waits as long as a bot does, would have been made.

        It is the same with and without one.
        """
        delay = self._limits.bot_delay
        return self._bots_begin(turn) + delay + delay // 2

    async def _in_advance(self, turn: Turn) -> list[Deadline]:
        """The rows that make premoves, with the same delay as bots."""
        asked = [each for each in turn.position.people_questions() if each.prompt.about]
        if not asked:
            return []
        # Never those of the snapshot: a premove changes no revision, so it may be newer.
        answers = await self._store.premoves.of_match(turn.position.match_id)
        about = {premove.seat: premove.about for premove in answers if premove.seat != turn.mover}
        begin, delay = self._bots_begin(turn), self._limits.bot_delay
        return [
            Deadline(
                kind=ADVANCE,
                match_id=question.match,
                seat=question.seat,
                ticket=question.ticket,
                due_at=begin + delay + self._secret_source.jitter(delay // 2),
            )
            for question in asked
            if about.get(question.seat) == question.prompt.about
        ]

    def _calls(self, turn: Turn, asked: dict[Seat, str]) -> Iterator[Deadline]:
        """Reminders for new questions at a table without a clock.

        Most answers at a table where everybody is present take less than a minute, and a minute is
        short enough for the others to wait. A player who has just pressed is present and thinking,
        so they get more time. Nobody waits for a player who is alone with bots, so they get no
        reminder.
        """
        if len(people(turn.position.sitters)) < 2:
            return
        before = () if turn.before is None else turn.before.people_questions()
        known = {question.ticket for question in before}
        for seat, ticket in asked.items():
            if ticket not in known:
                limits = self._limits
                silence = limits.present_silence if seat == turn.mover else limits.silence
                yield _reminder(turn, ASKED, seat, ticket, self._silence_begins(turn) + silence)

    async def _clocked(
        self, turn: Turn, clock: TableClock, asked: dict[Seat, str]
    ) -> list[Deadline]:
        """The running clocks, and the reminders of those that start now."""
        sealed = turn.position.sealed()
        if sealed is None:
            return await self._each_their_own(turn, clock, asked)
        return await self._all_together(turn, clock, asked, sealed)

    async def _each_their_own(
        self, turn: Turn, clock: TableClock, asked: dict[Seat, str]
    ) -> list[Deadline]:
        standing, now = turn.standing_names(), self._clock.now()
        rows: list[Deadline] = []
        for seat, ticket in asked.items():
            deadline = standing.get(DeadlineName(TIME_UP, seat, ticket))
            if deadline is not None:
                rows.append(deadline)
            elif turn.is_rest and seat == turn.mover:
                rows.append(_time_up(turn, seat, ticket, now, is_rest=True))
            else:
                begin = await self.begin(
                    clock, people((turn.position.sitters[seat],)), turn.snapshot
                )
                due = begin + clock.milliseconds
                rows.append(_time_up(turn, seat, ticket, due))
                rows += self._reminders(turn, clock, seat, ticket, due)
        return rows

    async def _all_together(
        self, turn: Turn, clock: TableClock, asked: dict[Seat, str], sealed: str
    ) -> list[Deadline]:
        deadline = turn.standing_names().get(DeadlineName(TIME_UP, None, sealed))
        if deadline is not None:
            return [deadline]
        # All players' holidays count: a choice among them could reveal who has not answered.
        begin = await self.begin(clock, people(turn.position.sitters), turn.snapshot)
        due = begin + clock.milliseconds
        rows = [_time_up(turn, None, sealed, due)]
        for seat, ticket in asked.items():
            rows += self._reminders(turn, clock, seat, ticket, due)
        return rows

    def _reminders(
        self, turn: Turn, clock: TableClock, seat: Seat, ticket: str, due: int
    ) -> Iterator[Deadline]:
        """Times of a player's reminders; one at most on a quick clock, so that few are sent."""
        times = {HALF: due - clock.milliseconds // 2}
        if clock.kind == "live" and clock.milliseconds <= MINUTE:
            times = {LAST: due - clock.milliseconds // 3}
        if clock.kind == "slow":
            times[LAST] = due - clock.milliseconds // 10
            if seat != turn.mover:
                times[ASKED] = self._silence_begins(turn) + self._limits.asked_after
        for kind, moment in times.items():
            yield _reminder(turn, kind, seat, ticket, moment)


def _still_to_tell(turn: Turn, asked: dict[Seat, str]) -> list[Deadline]:
    """The existing reminders whose questions are still asked."""
    return [
        row
        for row in turn.standing
        if row.kind in REMINDERS and row.seat is not None and asked.get(row.seat) == row.ticket
    ]


def left_late(state: TableState, seat: Seat, sealed: str | None) -> TableState:
    """The table after a bot takes over during `sealed`; None if nothing secret is asked."""
    late = {other: name for other, name in state.late_bots.items() if other != seat}
    if sealed is not None:
        late[seat] = sealed
    return state.changed(late_bots=late)


def _late(turn: Turn) -> frozenset[Seat]:
    """The bots that wait until only bots are left to answer.

    If a bot answered soon after a player left, the count of answers would reveal that the player
    had not chosen. Once everybody else has answered, it is known anyway.
    """
    late_bots = turn.table_state.late_bots
    sealed = turn.position.sealed() if late_bots else None
    if sealed is None:
        return frozenset()
    late = frozenset(seat for seat, name in late_bots.items() if name == sealed)
    awaited = turn.position.game.awaited(turn.position.state)
    return frozenset() if awaited <= late else late


def name_of(row: Deadline) -> DeadlineName:
    return DeadlineName(row.kind, row.seat, row.ticket, row.player_id)


def mask_of(row: Deadline) -> DeadlineMask:
    """A short hash that identifies this row."""
    return DeadlineMask(
        match_id=row.match_id,
        kind=row.kind,
        seat=row.seat,
        player_id=row.player_id,
        ticket=row.ticket,
    )


def public_due_at(standing: Iterable[Deadline]) -> int | None:
    """The first deadline: it is public, since its player is public or it applies to everybody."""
    return min((row.due_at for row in standing if row.kind == TIME_UP), default=None)


def own_due_at(standing: Iterable[Deadline], seat: Seat) -> int | None:
    """The deadline of a seat that is asked."""
    mine = (row.due_at for row in standing if row.kind == TIME_UP and row.seat in (seat, None))
    return min(mine, default=None)


def _reminder(turn: Turn, kind: str, seat: Seat, ticket: str, due_at: int) -> Deadline:
    return Deadline(
        kind=kind,
        match_id=turn.position.match_id,
        seat=seat,
        ticket=ticket,
        due_at=due_at,
        question=str(turn.step),
    )


def _time_up(
    turn: Turn, seat: Seat | None, ticket: str, due_at: int, *, is_rest: bool = False
) -> Deadline:
    return Deadline(
        kind=TIME_UP,
        match_id=turn.position.match_id,
        seat=seat,
        ticket=ticket,
        due_at=due_at,
        is_rest=is_rest,
    )
