"""Laws of blocks and bars: who is kept out, what stays, and what survives a deletion."""

from collections.abc import Awaitable, Callable

import pytest

from bot.tables import errors
from bot.tables.competitions.views import TournamentView
from bot.tables.domain.deal_days import first_open
from bot.tables.domain.player import Player
from bot.tables.people import MOST_EXCLUDED
from data.stores.guards import Guard
from tests.bot.tables.competitions.support import opening
from tests.bot.tables.support import ANA, BEN, CHEN, DORA, GUILD, LocalApp
from tests.bot.tables.time_support import SOON, let_pass

Entry = Callable[[LocalApp, Player], Awaitable[object]]


async def block(app: LocalApp, by: Player, player: Player) -> None:
    await app.tables.people.exclude(Guard.BLOCKED, by.id, player.id, by.id)


async def bar(app: LocalApp, player: Player) -> None:
    await app.tables.people.exclude(Guard.BARRED, GUILD, player.id, CHEN.id)


async def lobby(app: LocalApp, player: Player) -> object:
    return await app.tables.lobbies.join((await app.opened(ANA)).summary.id, player)


async def seat(app: LocalApp, player: Player) -> object:
    table = (await app.started([ANA, CHEN, DORA], rounds=1)).id
    await app.tables.seats.leave(table, DORA)
    return await app.tables.seats.take_seat(table, player)


async def tournament(app: LocalApp, player: Player) -> object:
    stored = await app.store.tournaments.open_in(GUILD)
    cup = stored[0].tournament_id if stored else (await opened_tournament(app, ANA)).id
    return await app.tables.tournaments.join(cup, player)


async def opened_tournament(app: LocalApp, host: Player) -> TournamentView:
    return await app.tables.tournaments.open(opening(host=host))


ENTRIES = (lobby, seat, tournament)


@pytest.mark.parametrize("enter", ENTRIES)
@pytest.mark.parametrize("forgets", [False, True])
async def test_the_excluded_are_kept_out(app: LocalApp, enter: Entry, forgets: bool) -> None:
    """A block and a bar close every way to a seat, also after the excluded deleted their data."""
    await block(app, ANA, BEN)
    if forgets:
        await app.tables.privacy.forget(BEN.id)
        await app.store.privacy.prune_guards(first_open(app.clock.now()))
    with pytest.raises(errors.BlockedError):
        await enter(app, BEN)
    assert await app.tables.people.include(Guard.BLOCKED, ANA.id, BEN.id)
    await enter(app, BEN)


@pytest.mark.parametrize("enter", [*ENTRIES, LocalApp.opened, opened_tournament])
async def test_the_barred_play_nowhere_on_a_server(app: LocalApp, enter: Entry) -> None:
    """A barred person neither opens nor joins a table or tournament there, until let in."""
    await bar(app, BEN)
    await app.tables.privacy.forget(BEN.id)
    with pytest.raises(errors.BarredError):
        await enter(app, BEN)
    assert await app.tables.people.include(Guard.BARRED, GUILD, BEN.id)
    assert not await app.tables.people.include(Guard.BARRED, GUILD, BEN.id)
    await enter(app, BEN)


async def test_a_block_takes_no_seat_away(app: LocalApp) -> None:
    """Somebody who is seated when the host blocks them stays, and the match starts."""
    table = (await app.opened(ANA)).summary.id
    for guest in (BEN, CHEN):
        await app.tables.lobbies.join(table, guest)
    await block(app, ANA, BEN)
    await app.tables.match_start.start(table, ANA)

    assert BEN.id in {item.player_id for item in (await app.summary(table)).occupants}


async def test_a_blocked_host_calls_nobody(app: LocalApp) -> None:
    """An invitation by somebody whom the guest has blocked is listed, but sends no message."""
    await block(app, BEN, ANA)
    table = (await app.opened(ANA)).summary.id
    await app.tables.guests.invite(table, ANA, [BEN, CHEN])
    await let_pass(app, SOON)

    assert [reminder.mention for reminder in app.notes.reminded] == [(CHEN.id,)]


async def test_a_host_invites_nobody_they_blocked(app: LocalApp) -> None:
    """Inviting a blocked person is refused, and a rematch asks only the others."""
    await block(app, ANA, BEN)
    table = (await app.opened(ANA)).summary.id
    with pytest.raises(errors.BlockedGuestError):
        await app.tables.guests.invite(table, ANA, [BEN, CHEN])
    match = await app.played([CHEN, ANA, BEN], rounds=1)
    again = await app.tables.rematches.rematch(match, ANA)

    assert [guest.player_id for guest in again.invited] == [CHEN.id]


async def test_a_list_has_an_end(app: LocalApp) -> None:
    """A list takes a limited number of people, and nobody excludes themselves."""
    with pytest.raises(errors.ExcludesThemselvesError):
        await block(app, ANA, ANA)
    for number in range(MOST_EXCLUDED):
        await block(app, ANA, Player(5000 + number, "Guest"))
    await block(app, ANA, Player(5000, "Guest"))
    with pytest.raises(errors.TooManyExcludedError):
        await block(app, ANA, BEN)


async def test_deletion_takes_own_blocks_along(app: LocalApp) -> None:
    """The blocks of somebody who deletes their data go with it, also those of deleted people."""
    for player in (BEN, CHEN):
        await block(app, ANA, player)
    await app.tables.privacy.forget(BEN.id)
    await app.tables.privacy.forget(ANA.id)

    assert await app.tables.people.excluded(Guard.BLOCKED, ANA.id) == ()
    await lobby(app, BEN)
    await lobby(app, CHEN)
