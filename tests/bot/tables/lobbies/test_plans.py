"""Laws of a table for later: how long it waits, and whom it reminds when."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from bot.tables.domain.time_controls import HOUR, MINUTE
from bot.tables.errors import NobodyCalledError
from bot.tables.lobbies.plans import AHEAD
from bot.tables.ports import Reminder
from data.records.matches import ELSEWHERE, Life
from tests.bot.tables.lobbies.test_invitations import called
from tests.bot.tables.support import ANA, BEN, CHEN, DORA, LocalApp
from tests.bot.tables.time_support import let_pass

PATIENCE = HOUR
"""How long a lobby stays open without a change."""


async def planned(app: LocalApp, wait: int) -> str:
    """Open Ana's table for later, which Ben and Chen join; return its match."""
    table = (await app.opened(starts_at=app.clock.now() + wait)).summary.id
    for player in (BEN, CHEN):
        await app.tables.lobbies.join(table, player)
    return table


async def test_a_table_for_later_reminds_its_people_twice(app: LocalApp) -> None:
    """Everybody with a seat is reminded before the start and at it, but not in quiet hours.

    Each has a name of its own, without which the second would count as the first again.
    """
    await planned(app, 5 * HOUR)
    await app.tables.preferences.set_quiet(CHEN.id, "0:00", "23:59", "UTC")
    await let_pass(app, 5 * HOUR - AHEAD - 1)
    before = called(app)
    await let_pass(app, AHEAD + MINUTE)

    people = frozenset({ANA.id, BEN.id})
    assert before == []
    assert called(app) == [(people, True), (people, False)]
    assert len({item.question for item in app.notes.reminded}) == 2


async def test_a_table_for_soon_reminds_its_people_once(app: LocalApp) -> None:
    """A table that starts within the time of the first reminder has only the second one."""
    await planned(app, AHEAD)
    await let_pass(app, HOUR)

    assert called(app) == [(frozenset({ANA.id, BEN.id, CHEN.id}), False)]


async def test_a_table_for_later_waits_for_its_start(app: LocalApp) -> None:
    """A lobby for later closes some time after its start, also if people come and go before."""
    table = await planned(app, 5 * HOUR)
    await app.tables.lobbies.join(table, DORA)
    await app.tables.lobbies.stand_up(table, DORA)
    await let_pass(app, 5 * HOUR + PATIENCE - MINUTE)
    waiting = (await app.summary(table)).life
    await let_pass(app, 2 * MINUTE)

    assert waiting is Life.LOBBY
    assert (await app.summary(table)).life is Life.CANCELLED


async def test_a_match_that_began_reminds_nobody_of_its_start(app: LocalApp) -> None:
    """Once a table for later plays, nobody hears that it starts."""
    table = await planned(app, 5 * HOUR)
    await app.tables.match_start.start(table, ANA)
    await let_pass(app, 5 * HOUR)

    assert not [item for item in app.notes.reminded if item.why == "planned"]


async def test_a_message_that_failed_is_sent_later(app: LocalApp) -> None:
    """What did not reach somebody is repeated, and the second reminder keeps its time."""
    await planned(app, 5 * HOUR)
    app.notes.unreached = {BEN.id: "an outage"}
    await let_pass(app, 5 * HOUR - AHEAD)
    app.notes.unreached = {}
    await let_pass(app, AHEAD + MINUTE)

    assert [early for _, early in called(app)] == [True, True, False]


async def test_people_are_told_once_of_a_moved_start(app: LocalApp) -> None:
    """Of several moves at a time the others hear the last one, before the usual two reminders.

    A later move is told under a name of its own, without which it would count as told.
    """
    table, noon = await planned(app, 5 * HOUR), app.clock.now()
    for hours in (7, 9, 8):
        lobby = await app.tables.lobbies.plan(table, ANA, noon + hours * HOUR)
    await let_pass(app, MINUTE)
    moved = [(item.mention, item.due_at, item.why) for item in app.notes.reminded]
    await app.tables.lobbies.plan(table, ANA, noon + 10 * HOUR)
    await let_pass(app, 10 * HOUR)

    assert lobby.summary.starts_at == noon + 8 * HOUR
    assert moved == [((BEN.id, CHEN.id), noon + 8 * HOUR, "moved")]
    assert [item.why for item in app.notes.reminded[1:]] == ["moved", "planned", "planned"]
    assert [early for _, early in called(app)[1:]] == [True, True, False]
    assert len({item.question for item in app.notes.reminded}) == 4


async def test_a_start_moved_to_soon_is_told_with_the_first_reminder(app: LocalApp) -> None:
    """A start within the time of the first reminder brings that one, and then the second."""
    table = await planned(app, 5 * HOUR)
    await app.tables.lobbies.plan(table, ANA, app.clock.now() + AHEAD)
    await let_pass(app, HOUR)

    everybody = frozenset({ANA.id, BEN.id, CHEN.id})
    assert called(app) == [(everybody, True), (everybody, False)]


async def test_nobody_plans_where_the_bot_only_answers(app: LocalApp) -> None:
    """Where nobody can be called, a table has no later start."""
    away = (await replace(app, guild_id=ELSEWHERE).opened()).summary.id
    with pytest.raises(NobodyCalledError):
        await app.tables.lobbies.plan(away, ANA, app.clock.now() + HOUR)


async def test_a_start_that_is_moved_while_it_is_called_is_not_lost(
    app: LocalApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The new start is told, whatever the call for the old one does with its own deadline."""
    table = await planned(app, 5 * HOUR)
    await let_pass(app, 5 * HOUR - AHEAD + MINUTE)
    send = app.notes.remind

    async def remind(reminder: Reminder) -> Mapping[int, str]:
        monkeypatch.undo()
        await app.tables.lobbies.plan(table, ANA, app.clock.now() + 3 * HOUR)
        return await send(reminder)

    monkeypatch.setattr(app.notes, "remind", remind)
    await let_pass(app, AHEAD)
    await let_pass(app, 4 * HOUR)

    assert "moved" in [reminder.why for reminder in app.notes.reminded]
