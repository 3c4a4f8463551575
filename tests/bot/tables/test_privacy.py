"""Deleting a player's data first takes the player off every table."""

import pytest

from bot.tables.domain.deal_days import first_open
from bot.tables.domain.player import Player
from bot.tables.domain.views import LobbyView
from bot.tables.errors import HasSeenAnotherHandError, KickedError
from data.stores.guards import Guard
from tests.bot.tables.support import ANA, BEN, CHEN, DORA, LocalApp
from tests.toys.plots import PLOTS


async def test_nobody_who_is_forgotten_is_waited_for(
    app: LocalApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Deletion also gives up a seat at a lobby that starts at the same moment."""
    opened = await app.opened(BEN, PLOTS)
    await app.tables.lobbies.join(opened.summary.id, ANA)
    stand_up = app.tables.lobbies.stand_up

    async def too_late(match_id: str, player: Player) -> LobbyView:
        await app.tables.match_start.start(match_id, BEN)
        return await stand_up(match_id, player)

    monkeypatch.setattr(app.tables.lobbies, "stand_up", too_late)
    privacy = app.tables.privacy
    assert await privacy.leave_all(ANA) == (opened.summary.id,)
    await privacy.forget(ANA.id)

    occupants = (await app.summary(opened.summary.id)).occupants
    assert sorted(occupant.is_bot for occupant in occupants) == [False, True]


async def test_who_is_forgotten_is_expected_no_more(app: LocalApp) -> None:
    """Deletion withdraws the player's invitations and their pending messages."""
    opened = await app.opened(BEN, PLOTS)
    await app.tables.guests.invite(opened.summary.id, BEN, [ANA, CHEN])
    await app.tables.privacy.forget(ANA.id)

    assert [
        item.player_id for item in (await app.tables.lobbies.show(opened.summary.id)).invited
    ] == [CHEN.id]
    called = {row.player_id for row in await app.store.deadlines.of_match(opened.summary.id)}
    assert CHEN.id in called
    assert ANA.id not in called


async def test_deletion_lifts_no_removal(app: LocalApp) -> None:
    """Whoever was removed from a lobby stays removed after deleting their data, until invited."""
    table = (await app.opened(BEN, PLOTS)).summary.id
    await app.tables.lobbies.join(table, ANA)
    await app.tables.lobbies.kick(table, BEN, ANA.id)
    await app.tables.privacy.forget(ANA.id)

    with pytest.raises(KickedError):
        await app.tables.lobbies.join(table, ANA)
    await app.tables.lobbies.join(table, CHEN)
    await app.tables.guests.invite(table, BEN, [ANA])
    lobby = await app.tables.lobbies.join(table, ANA)
    assert ANA.id in {sitter.player_id for sitter in lobby.sitters}


async def test_deletion_gives_no_second_hand(app: LocalApp) -> None:
    """Whoever has seen a hand of a match can't take another seat after deleting their data."""
    table = (await app.started([ANA, BEN, CHEN], rounds=1)).id
    for player in (ANA, BEN):
        await app.tables.seats.leave(table, player)
    await app.tables.privacy.forget(ANA.id)

    with pytest.raises(HasSeenAnotherHandError):
        await app.tables.seats.take_seat(table, ANA, 1)
    await app.tables.seats.take_seat(table, DORA, 1)


async def test_guards_go_with_what_they_guard(app: LocalApp) -> None:
    """Once a match has ended, nothing remains of the guard that kept somebody out."""
    table = (await app.opened(BEN, PLOTS)).summary.id
    await app.tables.lobbies.join(table, ANA)
    await app.tables.lobbies.kick(table, BEN, ANA.id)
    await app.tables.privacy.forget(ANA.id)
    day = first_open(app.clock.now())
    await app.store.privacy.prune_guards(day)
    during = await app.store.privacy.guards(ANA.id, table)
    await app.tables.lobbies.cancel(table, BEN)
    await app.store.privacy.prune_guards(day)

    assert during == {Guard.REMOVED}
    assert await app.store.privacy.guards(ANA.id, table) == frozenset()
