"""Laws of watching a game: who hears of a new table, and how often."""

import pytest

from bot.tables.domain.time_controls import MINUTE
from bot.tables.lobbies.watches import LIMIT
from data.stores.guards import Guard
from tests.bot.tables.support import ANA, BEN, CHEN, DORA, GUILD, PEOPLE, LocalApp
from tests.bot.tables.time_support import let_pass
from tests.toys.plots import PLOTS
from tests.toys.seals import SEALS


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
