"""A row, a mind or a game that breaks holds up nothing else, and no seat for ever."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from bot.tables.absence import TAKEN_OVER
from bot.tables.desk import Pace
from bot.tables.inviting import CALL
from bot.tables.timetable import ASKED
from data.records import Actor, Deadline
from games.core.event import Event
from games.core.rng import Rng
from tests.bot.tables.support import ANA, BEN, NOON, house, running
from tests.bot.tables.timing import made
from tests.toys.seals import Seals
from tests.toys.seals.moves import Choose, SealsMove
from tests.toys.seals.state import FLAG, State
from tests.toys.seals.views import SealsView


class Fragile(Seals):
    """Seals that break where a mind always goes: at the flag, or at every other card."""

    info = Seals.info.model_copy(update={"key": "fragile"})

    def __init__(self, *, at_flags: bool) -> None:
        self._at_flags = at_flags

    def mind(self, view: SealsView, rng: Rng) -> SealsMove:
        return Choose(card=FLAG if self._at_flags else view.hand[0])

    def advance(self, state: State, seat: int, move: SealsMove) -> list[Event]:
        if isinstance(move, Choose) and (move.card == FLAG) is self._at_flags:
            raise RuntimeError(f"I choke on the {move.card}")
        return super().advance(state, seat, move)


@pytest.mark.parametrize(
    ("at_flags", "actor"), [(False, Actor.TIMEOUT), (True, Actor.BOT)], ids=["mind", "absence"]
)
async def test_a_bot_moves_where_the_rules_break_at_its_move(
    tmp_path: Path, at_flags: bool, actor: Actor, caplog: pytest.LogCaptureFixture
) -> None:
    """As the absent do, and where that breaks too as chance wants; no card is in the log."""
    game = Fragile(at_flags=at_flags)
    async with house(tmp_path / "a.db", games=(game,)) as at, running(at):
        card = await at.started([ANA, BEN], game, bots=1)
        await at.notes.until(len(at.notes.heard) + 1)
        assert await made(at, card.id) == [(2, actor)]
    assert "the mind of fragile fails: RuntimeError" in caplog.text
    assert "I choke" not in caplog.text


@pytest.mark.parametrize("kind", [ASKED, CALL, TAKEN_OVER])
async def test_a_damaged_row_stops_no_time(tmp_path: Path, kind: str) -> None:
    """A row of which nothing but its time can be read comes and goes, and the next ones fire."""
    async with house(tmp_path / "a.db", pace=Pace(bot_delay=1000)) as at, running(at):
        card = await at.started([ANA, BEN], bots=1)
        await at.store.clock.arm(
            Deadline(kind=kind, match_id=card.id, seat=0, ticket="7", due_at=NOON)
        )
        with sqlite3.connect(at.path) as connection:
            connection.execute("UPDATE deadlines SET payload = '{' WHERE ticket = '7'")
        connection.close()
        told = len(at.notes.heard)
        await at.clock.until_asleep()
        at.clock.advance(1250)
        await at.notes.until(told + 1)
        assert await made(at, card.id) == [(2, Actor.BOT)]
        assert "7" not in {row.ticket for row in await at.store.clock.of_match(card.id)}
