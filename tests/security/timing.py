"""When a table answers, reminds or times out, in states that one viewer can't tell apart.

A bot with a single possible move must not answer sooner for it. The same holds for premoves,
clocks and reminders.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from bot.tables.domain.match_secrets import SecretSource
from bot.tables.domain.position import Position
from bot.tables.domain.table_state import TableState
from bot.tables.matches.deadlines import ADVANCE, BOT, REMINDERS, TIME_UP, DeadlinePlanner, Turn
from bot.tables.time_limits import Limits
from data.records.matches import Deadline, PersonRecord, Premove, Sitter
from games.core.answer import forms
from games.core.game import AnyGame
from games.core.rng import Rng
from games.core.values import Seat
from tests.games.case import Case
from tests.games.plays import Position as Moment
from tests.security.leak_worlds import Tally, moments
from tests.security.views import table_of

NOON = 1_800_000_000_000
"""Milliseconds since 1970."""
BOTS, SILENT, LIVE, SLOW = "none", "", "live_1m", "slow_1d"
"""A table of bots without a clock, and of people without one, with a quick one and a slow one."""
KINDS = {BOT: "bot seats", ADVANCE: "answers in advance", TIME_UP: "clocks"} | dict.fromkeys(
    REMINDERS, "reminders"
)
"""The channel of each kind of row."""
CHANNELS = tuple(dict.fromkeys(KINDS.values()))
FORCED = "forced in one world alone"
"""How often a seat had one answer in one state and several in the other."""


def untimely(case: Case, number: int, most: int, tally: Tally) -> Iterator[str]:
    """Yield what is early or late because of something hidden from a viewer."""
    rng = Rng(f"pacing {case} {number}")
    for moment in moments(case, number, most):
        for viewer in moment.match.viewers:
            twin = case.reshuffle(moment.state, viewer, rng)
            tally[FORCED] += _forced(case.game, moment.state) != _forced(case.game, twin)
            for channel in differing(moment, twin, viewer, tally):
                yield f"{moment}, viewer {viewer}: {channel}"


def differing(
    moment: Moment, twin: Any, viewer: Seat | None, tally: Tally | None = None
) -> Iterator[str]:
    """Yield the channels whose times differ between two states."""
    for clock in (BOTS, SILENT, LIVE, SLOW):
        first, two = (
            asyncio.run(due(moment, state, viewer, clock)) for state in (moment.state, twin)
        )
        for channel in dict.fromkeys((*first, *two)):
            if tally is not None:
                tally[channel] += 1
            if first.get(channel) != two.get(channel):
                yield channel


async def due(
    moment: Moment, state: Any, viewer: Seat | None, clock: str
) -> dict[str, list[tuple[str, int]]]:
    """Return the kinds and times of rows by channel, without their seats, which may be secret."""
    turn = _turn(moment, state, viewer, clock)
    timetable = DeadlinePlanner(Kept(turn.position), Noon(), Still(), Limits())  # type: ignore[arg-type]  # all that it reads
    results: dict[str, list[tuple[str, int]]] = {}
    for row in (await timetable.rows(turn)).arm:
        results.setdefault(KINDS[row.kind], []).append((row.kind, row.due_at))
    return {channel: sorted(rows) for channel, rows in results.items()}


def _forced(game: AnyGame, state: Any) -> Counter[bool]:
    """Count the awaited seats with only one answer (True) and with several."""
    prompts = [game.prompt(game.view(state, seat)) for seat in game.awaited(state)]
    return Counter(len(list(islice(forms(item), 2))) < 2 for item in prompts if item is not None)


def _turn(moment: Moment, state: Any, viewer: Seat | None, clock: str) -> Turn:
    """Return the state as a turn of these people; without a clock, all but the viewer are bots."""
    table = table_of(moment)
    sitters = tuple(
        Sitter(player_id=1 + seat) if clock != BOTS or seat == viewer else Sitter(bot=str(seat))
        for seat in range(table.seats)
    )
    position = Position(
        match_id="paced",
        game=table.game,
        state=state,
        sitters=sitters,
        moves_made=table.moves_made,
        secret=b"the same",
    )
    standing: tuple[Deadline, ...] = ()
    return Turn(
        position=position, table_state=TableState(clock=clock), step=table.step, standing=standing
    )


class Still(SecretSource):
    """Adds the same to every delay."""

    def jitter(self, bound: int) -> int:
        return bound // 2


class Noon:
    """A clock that stands still."""

    def now(self) -> int:
        return NOON


@dataclass
class Kept:
    """A store in which everybody has a premove for every question that may have one."""

    position: Position

    @property
    def premoves(self) -> "Kept":
        return self

    @property
    def people(self) -> "Kept":
        return self

    async def of_match(self, match_id: str) -> Sequence[Premove]:
        return [
            Premove(
                match_id=match_id,
                seat=question.seat,
                about=question.prompt.about,
                form={},
                given_at=NOON,
            )
            for question in self.position.people_questions()
        ]

    async def find(self, player_id: int) -> PersonRecord:
        return PersonRecord(player_id=player_id)
