"""The rows of the scheduler that the questions of a match need: bots' moves, clocks, reminders.

Without a clock, people are called once per question, after a short silence. The row of that call is
written in the transaction that asks the question, and at no other time. So neither other people's
answers nor a restart repeats it.

A row is named by its question, and one that stands already keeps its time: so nobody's answer
restarts another's clock. Where the table names whom it waits for, each question has a clock of its
own. Where who has answered is a secret all who are asked have one together, and what it shows
depends on the public view and on who sits there alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from bot.tables.domain.availability import availability_of
from bot.tables.domain.position import Position
from bot.tables.domain.seating import people
from bot.tables.domain.table_state import TableState
from bot.tables.domain.time_controls import MINUTE, TableClock
from data.records.matches import Deadline, DeadlineMask
from games.core.values import Seat

if TYPE_CHECKING:
    from bot.tables.domain.match_secrets import SecretSource
    from bot.tables.limits import Limits
    from bot.tables.ports import Clock
    from data.records.snapshots import MatchRows
    from data.store import Store

BOT = "bot"
"""The kind of deadline at which a bot seat answers."""
ADVANCE = "premove"
"""At which a player's answer is made that was given in advance."""
TIME_UP = "clock"
"""At which the absent player's move is made."""
ASKED, NUDGE, HALF, LAST = "asked", "nudge", "half", "last"
"""At which a player is told: of a new question, of a nudge, at half time, and near the end."""
REMINDERS = (ASKED, NUDGE, HALF, LAST)
"""In the order in which they press."""
COUNTDOWN = (HALF, LAST)
"""The reminders that depend on when the time is up."""
NOBODY = "nobody"
"""At which a table is given up that everybody stays away from."""
OURS = (BOT, ADVANCE, TIME_UP, *REMINDERS)


class DeadlineName(NamedTuple):
    """What tells one row of a match from the others."""

    kind: str
    seat: Seat | None
    ticket: str
    player_id: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A position and how it came about: all that its rows depend on.

    `standing` are the rows that the match has. `before` is the position that it comes from, None
    at the deal. `mover` has just pressed, and need not be told what comes next; `is_rest` when that
    seat is absent, so that the rest of its turn follows at once.
    """

    position: Position
    table_state: TableState
    step: int
    standing: tuple[Deadline, ...]
    before: Position | None = None
    mover: Seat | None = None
    is_rest: bool = False
    loaded: MatchRows | None = None
    """The match's rows if they were just read: they save the planner its own reads."""

    def standing_names(self) -> dict[DeadlineName, Deadline]:
        return {name_of(row): row for row in self.standing}


@dataclass(frozen=True, slots=True)
class Rows:
    """What is to be dropped and armed together with the change that leads to a position."""

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
        """What a position needs beside what stands; a table that rests needs nothing."""
        wanted: list[Deadline] = []
        if not turn.table_state.paused:
            wanted += self._bots(turn)
            wanted += await self._in_advance(turn)
            asked = {one.seat: one.ticket for one in turn.position.people_questions()}
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
        self, clock: TableClock, players: Iterable[int], loaded: MatchRows | None = None
    ) -> int:
        """When a clock that could run now begins to: a slow one after the players' holidays."""
        begin = self._clock.now()
        if clock.kind == "slow":
            for player_id in players:
                person = (
                    await self._store.people.find(player_id)
                    if loaded is None
                    else loaded.person(player_id)
                )
                availability = availability_of(person)
                begin = max(begin, availability.holiday_until or 0)
        return begin

    def _bots(self, turn: Turn) -> Iterator[Deadline]:
        now, delay = self._clock.now(), self._limits.bot_delay
        late = _late(turn)
        for question in turn.position.bot_questions():
            if question.seat in late:
                continue
            yield Deadline(
                kind=BOT,
                match_id=question.match,
                seat=question.seat,
                ticket=question.ticket,
                due_at=now + delay + self._secret_source.jitter(delay // 2),
            )

    async def _in_advance(self, turn: Turn) -> list[Deadline]:
        """Players whose answers are known already make them as bots do."""
        kept = (
            await self._store.advances.of_match(turn.position.match_id)
            if turn.loaded is None
            else turn.loaded.premoves
        )
        about = {advance.seat: advance.about for advance in kept if advance.seat != turn.mover}
        now, delay = self._clock.now(), self._limits.bot_delay
        return [
            Deadline(
                kind=ADVANCE,
                match_id=question.match,
                seat=question.seat,
                ticket=question.ticket,
                due_at=now + delay + self._secret_source.jitter(delay // 2),
            )
            for question in turn.position.people_questions()
            if about.get(question.seat) == question.prompt.about
        ]

    def _calls(self, turn: Turn, asked: dict[Seat, str]) -> Iterator[Deadline]:
        """The calls to questions that are new at a table without a clock.

        A minute of silence is longer than most answers take at a table where everybody is present,
        and short enough that the others still wait gladly. A player who has just pressed is
        present and thinking, so they get more time. Nobody waits for a player who plays alone with
        bots, so nobody calls them.
        """
        if len(people(turn.position.sitters)) < 2:
            return
        before = () if turn.before is None else turn.before.people_questions()
        known = {question.ticket for question in before}
        for seat, ticket in asked.items():
            if ticket not in known:
                limits = self._limits
                silence = limits.present_silence if seat == turn.mover else limits.silence
                yield _reminder(turn, ASKED, seat, ticket, self._clock.now() + silence)

    async def _clocked(
        self, turn: Turn, clock: TableClock, asked: dict[Seat, str]
    ) -> list[Deadline]:
        """The clocks that run now, with the reminders of those that begin to run."""
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
            found = standing.get(DeadlineName(TIME_UP, seat, ticket))
            if found is not None:
                rows.append(found)
            elif turn.is_rest and seat == turn.mover:
                rows.append(_time_up(turn, seat, ticket, now, is_rest=True))
            else:
                begin = await self.begin(clock, people((turn.position.sitters[seat],)), turn.loaded)
                due = begin + clock.milliseconds
                rows.append(_time_up(turn, seat, ticket, due))
                rows += self._reminders(turn, clock, seat, ticket, due)
        return rows

    async def _all_together(
        self, turn: Turn, clock: TableClock, asked: dict[Seat, str], sealed: str
    ) -> list[Deadline]:
        found = turn.standing_names().get(DeadlineName(TIME_UP, None, sealed))
        if found is not None:
            return [found]
        # Of everybody who sits here: whose holiday counts may not tell who is still to choose.
        begin = await self.begin(clock, people(turn.position.sitters), turn.loaded)
        due = begin + clock.milliseconds
        rows = [_time_up(turn, None, sealed, due)]
        for seat, ticket in asked.items():
            rows += self._reminders(turn, clock, seat, ticket, due)
        return rows

    def _reminders(
        self, turn: Turn, clock: TableClock, seat: Seat, ticket: str, due: int
    ) -> Iterator[Deadline]:
        """When a player is told; at a quick clock only once, or every slow answer costs a call."""
        times = {HALF: due - clock.milliseconds // 2}
        if clock.kind == "live" and clock.milliseconds <= MINUTE:
            times = {LAST: due - clock.milliseconds // 3}
        if clock.kind == "slow":
            times[LAST] = due - clock.milliseconds // 10
            if seat != turn.mover:
                times[ASKED] = self._clock.now() + self._limits.asked_after
        for kind, at in times.items():
            yield _reminder(turn, kind, seat, ticket, at)


def _still_to_tell(turn: Turn, asked: dict[Seat, str]) -> list[Deadline]:
    """The reminders that stand, of questions that are still asked."""
    return [
        row
        for row in turn.standing
        if row.kind in REMINDERS and row.seat is not None and asked.get(row.seat) == row.ticket
    ]


def left_late(state: TableState, seat: Seat, sealed: str | None) -> TableState:
    """The table once a bot sits down while `sealed` is asked; None while nothing secret is."""
    late = {one: name for one, name in state.late_bots.items() if one != seat}
    if sealed is not None:
        late[seat] = sealed
    return state.changed(late_bots=late)


def _late(turn: Turn) -> frozenset[Seat]:
    """The bots that keep still until nobody but them is waited for.

    If a bot answered soon after somebody has left, the count of answers would tell that the leaver
    had not chosen; when everybody else has, it is known anyhow.
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
    """Names this row alone."""
    return DeadlineMask(
        match_id=row.match_id,
        kind=row.kind,
        seat=row.seat,
        player_id=row.player_id,
        ticket=row.ticket,
    )


def public_due_at(standing: Iterable[Deadline]) -> int | None:
    """The first clock to run out: each is public, as whom it is for is, or it is everybody's."""
    return min((row.due_at for row in standing if row.kind == TIME_UP), default=None)


def own_due_at(standing: Iterable[Deadline], seat: Seat) -> int | None:
    """When the time of a seat that is asked is up."""
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
