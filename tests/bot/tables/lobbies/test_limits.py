"""Limits also hold for simultaneous requests, because the store checks them on writing."""

import asyncio
from collections.abc import Awaitable, Sequence
from typing import TypeVar

from bot.tables import errors
from bot.tables.domain.player import Player
from bot.tables.domain.views import LobbyView
from bot.tables.lobbies.lobbies import NewTable
from data.records.matches import Life
from tests.bot.tables.support import ANA, BEN, CHANNEL, GUILD, PEOPLE, LocalApp
from tests.bot.tables.test_server_settings import decide
from tests.toys.plots import PLOTS
from tests.toys.seals import SEALS

T = TypeVar("T")


async def at_once(asked: Sequence[Awaitable[T]]) -> tuple[list[T], list[errors.TableError]]:
    """Run all requests at once; return the results and the refusals."""
    results = await asyncio.gather(*asked, return_exceptions=True)
    refused = [result for result in results if isinstance(result, errors.TableError)]
    done = [result for result in results if not isinstance(result, BaseException)]
    assert len(done) + len(refused) == len(results), results
    return done, refused


async def play(app: LocalApp, host: Player, channel_id: int) -> LobbyView:
    return await app.tables.lobbies.open(
        NewTable(
            guild_id=GUILD, channel_id=channel_id, host=host, game_key=PLOTS.info.key, options={}
        )
    )


async def test_nobody_hosts_more_lobbies_than_allowed(app: LocalApp) -> None:
    """Of eight concurrent /play commands, three open a lobby and five are refused with a reason."""
    opened, refused = await at_once([play(app, ANA, CHANNEL + n) for n in range(8)])
    assert len(opened) == 3
    assert [str(refusal) for refusal in refused] == [str(errors.TooManyLobbiesError(3))] * 5
    assert len(await app.store.matches.of_player(ANA.id)) == 3


async def test_no_channel_holds_more_tables_than_allowed(app: LocalApp) -> None:
    """Of eight simultaneous new tables in a channel, as many open as the server allows."""
    await decide(app, tables_per_channel=2)
    opened, refused = await at_once([play(app, player, CHANNEL) for player in PEOPLE[:8]])
    assert len(opened) == 2
    assert [str(refusal) for refusal in refused] == [str(errors.TooManyTablesError(2))] * 6
    assert len(await app.store.matches.in_channel(CHANNEL)) == 2


async def test_practice_at_once_is_one_table(app: LocalApp) -> None:
    """Four simultaneous /practice of one player start one match, and all return it."""
    summaries, refused = await at_once([app.tables.practice.begin(ANA, "plots") for _ in range(4)])
    assert refused == []
    assert {(summary.id, summary.life) for summary in summaries} == {
        (summaries[0].id, Life.RUNNING)
    }
    assert len(await app.store.matches.of_player(ANA.id)) == 1


async def test_rematches_at_once_are_one_match(app: LocalApp) -> None:
    """Simultaneous rematch requests to two processes open one table, and start its match."""
    match_id = await app.played([ANA, BEN], PLOTS, rounds=1)
    doors = (app.tables, app.second().tables)
    lobbies, refused = await at_once([
        door.rematches.rematch(match_id, player)
        for door, player in zip(doors, (ANA, BEN), strict=True)
    ])  # fmt: skip
    assert refused == []
    assert len({lobby.summary.id for lobby in lobbies}) == 1
    rematch = await app.summary(lobbies[0].summary.id)
    assert rematch.life is Life.RUNNING
    assert {occupant.player_id for occupant in rematch.occupants} == {ANA.id, BEN.id}


async def test_no_table_seats_more_than_it_has_seats(app: LocalApp) -> None:
    """Simultaneous joins and added bots fill the seats, and the rest are refused as full."""
    most = SEALS.info.seats[1]
    lobby = await app.opened()
    comers = [app.tables.lobbies.join(lobby.summary.id, player) for player in PEOPLE[1:7]]
    bots = [
        door.guests.add_bot(lobby.summary.id, ANA) for door in (app.tables, app.second().tables)
    ]
    results, refused = await at_once([*comers, *bots])
    assert len(results) == most - 1
    assert [str(refusal) for refusal in refused] == [str(errors.LobbyFullError(most))] * (9 - most)
    assert len((await app.tables.lobbies.show(lobby.summary.id)).sitters) == most


async def test_an_open_seat_goes_to_one_substitute(app: LocalApp) -> None:
    """Of two players who take a bot's seat at once, one succeeds."""
    summary = await app.started([ANA, BEN], PLOTS)
    await app.tables.seats.leave(summary.id, BEN)
    doors = (app.tables, app.second().tables)
    results, refused = await at_once(
        [
            door.seats.take_seat(summary.id, player)
            for door, player in zip(doors, PEOPLE[2:4], strict=True)
        ]
    )
    assert len(results) == 1
    assert [str(refusal) for refusal in refused] == [str(errors.NoOpenSeatError())]
