"""Who is called to a table before its match: invited people, watchers, and those with seats."""

from dataclasses import replace

import pytest

from bot.tables.domain.player import Player
from bot.tables.domain.time_controls import HOUR, MINUTE, SECOND
from bot.tables.errors import NobodyCalledError
from bot.tables.lobbies.plans import AHEAD
from bot.tables.lobbies.watches import LIMIT
from data.records.matches import ELSEWHERE, Life
from data.stores.guards import Guard
from tests.bot.tables.support import ANA, BEN, CHEN, DORA, GUILD, PEOPLE, LocalApp
from tests.bot.tables.time_support import SOON, let_pass, next_thing, reminders
from tests.toys.plots import PLOTS
from tests.toys.seals import SEALS


async def test_the_invited_are_called_once_each_in_their_own_way(app: LocalApp) -> None:
    """Each invited player who hasn't joined gets one invitation, as they prefer."""
    await app.tables.preferences.set_way(CHEN.id, "dm")
    eve, finn = Player(150, "Eve"), Player(151, "Finn")
    await app.tables.preferences.set_way(eve.id, "none")
    lobby = await app.opened()
    await app.tables.guests.invite(lobby.summary.id, ANA, [BEN, CHEN, DORA])
    await app.tables.guests.invite(lobby.summary.id, ANA, [eve, finn])
    await app.tables.lobbies.join(lobby.summary.id, DORA)
    await let_pass(app, SOON)
    assert reminders(app) == [("invited", (BEN.id, finn.id), (CHEN.id,))]
    await app.tables.lobbies.kick(lobby.summary.id, ANA, DORA.id)
    await app.tables.guests.invite(lobby.summary.id, ANA, [BEN, CHEN])
    await let_pass(app, SOON)
    assert len(reminders(app)) == 1


async def test_an_invitation_waits_for_the_end_of_quiet_hours(app: LocalApp) -> None:
    """An invitation waits for the end of quiet hours, and is dropped if the table is cancelled."""
    for player in (BEN, CHEN):
        await app.tables.preferences.set_quiet(player.id, "7:00", "8:30", "UTC")  # it is 8:00
    lobby, other = await app.opened(), await app.opened(DORA)
    await app.tables.guests.invite(lobby.summary.id, ANA, [BEN])
    await app.tables.guests.invite(other.summary.id, DORA, [CHEN])
    await let_pass(app, HOUR // 4)
    assert reminders(app) == []
    await app.tables.lobbies.cancel(other.summary.id, DORA)
    await let_pass(app, HOUR // 4)
    assert reminders(app) == [("invited", (BEN.id,), ())]


async def test_an_invitation_is_tried_again(app: LocalApp) -> None:
    """An invitation that can't be sent is tried again after growing pauses."""
    lobby = await app.opened()
    await app.tables.guests.invite(lobby.summary.id, ANA, [BEN, CHEN])
    app.notes.unreached = {BEN.id: "403"}
    times: list[int] = []
    while len(reminders(app)) < 3:
        await next_thing(app)
        times += [app.clock.now()] * (len(reminders(app)) > len(times))
    assert [reminder.mention for reminder in app.notes.reminded] == [
        (BEN.id, CHEN.id),
        (BEN.id,),
        (BEN.id,),
    ]
    assert [moment - times[0] for moment in times] == [0, 5 * SECOND, 20 * SECOND]


async def test_a_rematch_calls_the_others(app: LocalApp) -> None:
    """A rematch invites everyone except the player who asked for it."""
    match_id = await app.played([ANA, BEN], PLOTS, rounds=1)
    lobby = await app.tables.rematches.rematch(match_id, ANA)
    await let_pass(app, SOON)
    assert reminders(app) == [("invited", (BEN.id,), ())]
    assert (await app.tables.lobbies.show(lobby.summary.id)).expires_at == lobby.expires_at


async def watch(app: LocalApp, *players: int, watches: bool = True) -> None:
    for player in players:
        await app.tables.watches.set(GUILD, SEALS.info.key, player, watches=watches)


def written(app: LocalApp) -> list[tuple[int, ...]]:
    return [item.write for item in app.notes.reminded if item.why == "watched"]


async def test_who_watches_a_game_hears_of_it_at_most_so_often(app: LocalApp) -> None:
    """One message covers all tables of some hours, unless it's another game or was stopped."""
    await watch(app, BEN.id, CHEN.id)
    await watch(app, CHEN.id, watches=False)
    await app.opened(ANA, PLOTS)
    await app.opened(ANA)
    await app.opened(DORA)
    await let_pass(app, 2 * MINUTE)
    before = written(app)
    await let_pass(app, LIMIT)
    await app.opened(ANA)
    await let_pass(app, 2 * MINUTE)

    assert before == [(BEN.id,)]
    assert written(app) == [(BEN.id,), (BEN.id,)]


async def test_nobody_hears_of_what_they_cannot_or_will_not_join(app: LocalApp) -> None:
    """Those who sit, sat, are invited, excluded or absent hear nothing; anybody else does once.

    Nobody hears of tables that only the invited may join, or that are gone.
    """
    away, quiet, silent, barred, blocked, blocker = (player.id for player in PEOPLE[4:10])
    invited = PEOPLE[10].id
    await watch(
        app, BEN.id, CHEN.id, DORA.id, invited, away, quiet, silent, barred, blocked, blocker
    )
    await app.tables.preferences.set_holiday(away, "2027-02-01")
    await app.tables.preferences.set_quiet(quiet, "0:00", "23:59", "UTC")
    await app.tables.preferences.set_way(silent, "none")
    await app.tables.people.exclude(Guard.BARRED, GUILD, barred, ANA.id)
    await app.tables.people.exclude(Guard.BLOCKED, ANA.id, blocked, ANA.id)
    await app.tables.people.exclude(Guard.BLOCKED, blocker, ANA.id, blocker)
    await app.opened(ANA, invite_only=True)
    closed = (await app.opened(ANA)).summary.id
    await app.tables.lobbies.set_options(closed, ANA, {"invite_only": True})
    gone = (await app.opened(ANA)).summary.id
    await app.tables.lobbies.cancel(gone, ANA)
    await let_pass(app, 2 * MINUTE)
    before = [*app.notes.reminded]
    table = (await app.opened(ANA)).summary.id
    for player in (BEN, DORA):
        await app.tables.lobbies.join(table, player)
    await app.tables.lobbies.kick(table, ANA, DORA.id)
    await app.tables.guests.invite(table, ANA, [PEOPLE[10]])
    await let_pass(app, 2 * MINUTE)

    assert before == []
    called = [item.write for item in app.notes.reminded if item.why != "invited"]
    assert called == [(CHEN.id,)]


async def test_a_lobby_calls_for_the_last_player_once(app: LocalApp) -> None:
    """Watchers hear once that one more is needed, even just after the table was opened."""
    await watch(app, DORA.id)
    table = (await app.opened(ANA)).summary.id
    await let_pass(app, 2 * MINUTE)
    await app.tables.lobbies.join(table, BEN)
    await let_pass(app, 2 * MINUTE)
    await app.tables.lobbies.stand_up(table, BEN)
    await app.tables.lobbies.join(table, BEN)
    await let_pass(app, 2 * MINUTE)
    calls = [(item.why, item.write) for item in app.notes.reminded]

    assert calls == [("watched", (DORA.id,)), ("one_more", (DORA.id,))]


@pytest.mark.parametrize(
    ("joined", "calls"), [(SEALS.info.seats[0], ["watched"]), (SEALS.info.seats[1], [])]
)
async def test_nobody_is_called_to_a_lobby_that_filled_up(
    app: LocalApp, joined: int, calls: list[str]
) -> None:
    """Seats that are taken within the minute call nobody: the last one needed, and the last."""
    await watch(app, DORA.id)
    table = (await app.opened(ANA)).summary.id
    for player in [*PEOPLE[1:3], *PEOPLE[4:]][: joined - 1]:
        await app.tables.lobbies.join(table, player)
    await let_pass(app, 2 * MINUTE)

    assert [item.why for item in app.notes.reminded] == calls


PATIENCE = HOUR
"""How long a lobby stays open without a change."""


async def planned(app: LocalApp, wait: int) -> str:
    """Open Ana's table for later, which Ben and Chen join; return its match."""
    table = (await app.opened(starts_at=app.clock.now() + wait)).summary.id
    for player in (BEN, CHEN):
        await app.tables.lobbies.join(table, player)
    return table


def called(app: LocalApp) -> list[tuple[frozenset[int], bool]]:
    """Whom each reminder reached, and whether it came before the start."""
    return [
        (frozenset((*item.mention, *item.write)), item.due_at is not None)
        for item in app.notes.reminded
    ]


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
