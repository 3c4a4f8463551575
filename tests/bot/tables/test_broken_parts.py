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
from tests.bot.tables.support import ANA, BEN, NOON, house, running
from tests.bot.tables.timing import made


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
        assert await at.store.clock.of_match(card.id) == ()
