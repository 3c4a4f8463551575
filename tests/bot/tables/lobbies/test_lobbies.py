"""Lobbies: who sits, who decides, and which options are set."""

from __future__ import annotations

from typing import Any

import pytest

from bot.tables.domain.player import Player
from bot.tables.domain.views import LobbyView
from bot.tables.errors import (
    AlreadySeatedError,
    AlreadyStartedError,
    LobbyFullError,
    MatchOverError,
    NoBotError,
    NoSeatError,
    NoSuchGameError,
    NoSuchMatchError,
    NotEnoughSeatsError,
    NotHostError,
    TableError,
    TooManyLobbiesError,
)
from bot.tables.lobbies.lobbies import NewTable
from data.records.matches import Life
from games.core.game import AnyGame
from games.core.options import option_fields
from games.core.text import PLAIN, speak
from tests.bot.tables.support import (
    ANA,
    BEN,
    CHANNEL,
    CHEN,
    DORA,
    GUILD,
    OTHER_CHANNEL,
    PEOPLE,
    SEALS_FOR_TWELVE,
    LocalApp,
    local_app,
)
from tests.toys.seals import SEALS


async def opened(
    at: LocalApp, host: Player = ANA, game: AnyGame = SEALS, *, bots: int = 0, **options: Any
) -> LobbyView:
    return await at.tables.lobbies.open(
        NewTable(
            guild_id=GUILD,
            channel_id=CHANNEL,
            host=host,
            game_key=game.info.key,
            options=options,
            bots=bots,
        )
    )


def names(lobby: LobbyView) -> list[str]:
    return [sitter.name for sitter in lobby.sitters]


async def test_the_host_sits_first_and_bots_beside(at: LocalApp) -> None:
    """A new lobby seats its host first, then the requested bots, each with its own name."""
    lobby = await opened(at, bots=2)
    assert names(lobby) == ["Ana", "Basil", "Oregano"]
    assert [sitter.is_bot for sitter in lobby.sitters] == [False, True, True]
    assert lobby.summary.host_id == ANA.id
    assert (lobby.least, lobby.most, lobby.can_start) == (3, 5, True)
    assert at.notes.heard == [lobby.summary.id]


async def test_people_sit_down_in_the_order_they_come(at: LocalApp) -> None:
    """New players get the last seat, and the lobby can start once there are enough."""
    lobby = await opened(at)
    assert not lobby.can_start
    await at.tables.lobbies.join(lobby.summary.id, BEN)
    lobby = await at.tables.lobbies.join(lobby.summary.id, CHEN)
    assert names(lobby) == ["Ana", "Ben", "Chen"]
    assert lobby.can_start
    assert await at.tables.lobbies.show(lobby.summary.id) == lobby


async def test_nobody_sits_twice_and_no_table_overflows(at: LocalApp) -> None:
    """A second seat for a player, or one too many, is refused, and nothing changes."""
    lobby = await opened(at, bots=3)
    with pytest.raises(AlreadySeatedError):
        await at.tables.lobbies.join(lobby.summary.id, ANA)
    full = await at.tables.lobbies.join(lobby.summary.id, BEN)
    with pytest.raises(LobbyFullError):
        await at.tables.lobbies.join(lobby.summary.id, CHEN)
    with pytest.raises(LobbyFullError):
        await at.tables.guests.add_bot(lobby.summary.id, ANA)
    assert await at.tables.lobbies.show(lobby.summary.id) == full
    with pytest.raises(LobbyFullError):
        await opened(at, bots=5)


async def test_the_host_passes_on_and_the_last_one_turns_off_the_light(at: LocalApp) -> None:
    """If the host stands up, the next person becomes host; without people, a lobby is cancelled."""
    lobby = await opened(at, bots=1)
    await at.tables.lobbies.join(lobby.summary.id, BEN)
    lobby = await at.tables.lobbies.stand_up(lobby.summary.id, ANA)
    assert names(lobby) == ["Basil", "Ben"]
    assert lobby.summary.host_id == BEN.id
    lobby = await at.tables.lobbies.stand_up(lobby.summary.id, BEN)
    assert lobby.summary.life is Life.CANCELLED
    with pytest.raises(MatchOverError):
        await at.tables.lobbies.join(lobby.summary.id, ANA)


async def test_who_does_not_sit_cannot_stand_up(at: LocalApp) -> None:
    """Standing up requires a seat."""
    lobby = await opened(at)
    with pytest.raises(NoSeatError):
        await at.tables.lobbies.stand_up(lobby.summary.id, BEN)


async def test_only_the_host_decides(at: LocalApp) -> None:
    """Only the host can manage bots, change options, start or cancel a lobby."""
    match_id = (await opened(at, bots=2)).summary.id
    before = await at.tables.lobbies.join(match_id, BEN)
    for attempt in (
        at.tables.guests.add_bot(match_id, BEN),
        at.tables.guests.remove_bot(match_id, BEN),
        at.tables.lobbies.set_options(match_id, BEN, {"rounds": 1}),
        at.tables.lobbies.set_options(match_id, DORA, {"seat_order": "joined"}),
        at.tables.lobbies.cancel(match_id, BEN),
        at.tables.match_start.start(match_id, BEN),
    ):
        with pytest.raises(NotHostError):
            await attempt
    assert await at.tables.lobbies.show(match_id) == before


async def test_the_last_bot_is_removed_first(at: LocalApp) -> None:
    """Bots are removed last first, their names become free, and people stay."""
    match_id = (await opened(at, bots=2)).summary.id
    await at.tables.lobbies.join(match_id, BEN)
    assert names(await at.tables.guests.remove_bot(match_id, ANA)) == ["Ana", "Basil", "Ben"]
    assert names(await at.tables.guests.add_bot(match_id, ANA)) == [
        "Ana",
        "Basil",
        "Ben",
        "Oregano",
    ]
    await at.tables.guests.remove_bot(match_id, ANA)
    await at.tables.guests.remove_bot(match_id, ANA)
    with pytest.raises(NoBotError):
        await at.tables.guests.remove_bot(match_id, ANA)


async def test_a_table_full_of_bots_has_a_name_for_each(at: LocalApp) -> None:
    """No two bots at a table share a name, however many there are."""
    lobby = await opened(at, game=SEALS_FOR_TWELVE, bots=11)
    assert len(set(names(lobby))) == 12


async def test_options_are_agreed_on_in_the_lobby(at: LocalApp) -> None:
    """The match is played with the options set in its lobby and the others' default values."""
    match_id = (await opened(at, bots=2, rounds=2)).summary.id
    lobby = await at.tables.lobbies.set_options(match_id, ANA, {"ties_pay": True})
    assert lobby.summary.options.model_dump() == {
        "rounds": 2,
        "ties_pay": True,
        "full_hands": False,
    }
    summary = await at.tables.match_start.start(match_id, ANA)
    assert summary.options == lobby.summary.options
    with pytest.raises(AlreadyStartedError):
        await at.tables.lobbies.set_options(match_id, ANA, {"rounds": 1})


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("rounds", 99, "Rounds: enter a number from {least} to {most}."),
        ("rounds", "many", "Rounds: enter a number from {least} to {most}."),
        ("ties_pay", "perhaps", "The option Ties pay can't have this value."),
        ("wind", 3, "There is no option called “wind”."),
        ("seat_order", "by height", "The option Seat order can't have this value."),
    ],
)
async def test_a_bad_option_is_named(at: LocalApp, name: str, value: object, said: str) -> None:
    """A refusal names the option with a bad value or range, or the unknown option."""
    lobby = await opened(at)
    (rounds,) = (one for one in option_fields(type(lobby.summary.options)) if one.name == "rounds")
    with pytest.raises(TableError) as refused:
        await at.tables.lobbies.set_options(lobby.summary.id, ANA, {name: value})
    told = said.format(least=rounds.least, most=rounds.most)
    assert speak(refused.value.text, PLAIN).startswith(told)
    with pytest.raises(TableError):
        await at.tables.lobbies.open(
            NewTable(
                guild_id=GUILD,
                channel_id=CHANNEL,
                host=BEN,
                game_key="seals",
                options={name: value},
            )
        )
    assert await at.tables.lobbies.show(lobby.summary.id) == lobby


async def test_a_match_needs_enough_seats(at: LocalApp) -> None:
    """A start without enough players says how many are missing and keeps the lobby."""
    lobby = await opened(at)
    with pytest.raises(NotEnoughSeatsError) as refused:
        await at.tables.match_start.start(lobby.summary.id, ANA)
    assert speak(refused.value.text, PLAIN).startswith("2 more players are needed.")
    assert await at.tables.lobbies.show(lobby.summary.id) == lobby


async def test_a_lobby_ends_when_its_match_starts(at: LocalApp) -> None:
    """A started match can't be joined, left, changed, started or cancelled as a lobby."""
    match_id = (await opened(at, bots=2)).summary.id
    summary = await at.tables.match_start.start(match_id, ANA)
    assert summary.life is Life.RUNNING
    for attempt in (
        at.tables.lobbies.join(match_id, BEN),
        at.tables.lobbies.stand_up(match_id, ANA),
        at.tables.guests.add_bot(match_id, ANA),
        at.tables.lobbies.cancel(match_id, ANA),
        at.tables.match_start.start(match_id, ANA),
        at.tables.lobbies.show(match_id),
    ):
        with pytest.raises(AlreadyStartedError):
            await attempt


async def test_a_cancelled_lobby_is_over(at: LocalApp) -> None:
    """A cancelled lobby can't be joined, started or watched."""
    match_id = (await opened(at, bots=2)).summary.id
    lobby = await at.tables.lobbies.cancel(match_id, ANA)
    assert lobby.summary.life is Life.CANCELLED
    assert not lobby.can_start
    for attempt in (
        at.tables.lobbies.join(match_id, BEN),
        at.tables.match_start.start(match_id, ANA),
        at.tables.queries.match_view(match_id, ANA.id),
    ):
        with pytest.raises(MatchOverError):
            await attempt


async def test_unknown_games_and_tables_are_refused(at: LocalApp) -> None:
    """Unknown games and tables are refused with a reason."""
    with pytest.raises(NoSuchGameError):
        await at.tables.lobbies.open(
            NewTable(guild_id=GUILD, channel_id=CHANNEL, host=ANA, game_key="chess", options={})
        )
    for attempt in (
        at.tables.lobbies.show("nowhere"),
        at.tables.queries.summary("nowhere"),
        at.tables.lobbies.join("nowhere", ANA),
        at.tables.match_start.start("nowhere", ANA),
        at.tables.queries.match_view("nowhere", ANA.id),
    ):
        with pytest.raises(NoSuchMatchError):
            await attempt


async def test_nobody_fills_a_channel_with_lobbies(at: LocalApp) -> None:
    """A host has at most three lobbies; starting or cancelling one makes room."""
    lobbies = [await opened(at, bots=2) for _ in range(3)]
    with pytest.raises(TooManyLobbiesError):
        await opened(at)
    await opened(at, BEN)
    await at.tables.match_start.start(lobbies[0].summary.id, ANA)
    await opened(at)


async def test_seats_are_dealt_out_as_agreed(at: LocalApp) -> None:
    """Seat order "joined" keeps the lobby's order, and "random" changes it between matches."""
    for _ in range(4):
        summary = await at.started(PEOPLE[:5])
        assert summary.names == tuple(player.name for player in PEOPLE[:5])
    orders = set()
    for _ in range(4):
        summary = await at.started(PEOPLE[:5], seat_order="random")
        assert sorted(summary.names) == sorted(player.name for player in PEOPLE[:5])
        orders.add(summary.names)
    assert len(orders) > 1


async def test_a_name_is_the_one_last_seen_in_that_server(at: LocalApp) -> None:
    """Players have the name last seen in the table's own server."""
    lobby = await opened(at)
    await at.tables.people.remember(Player(ANA.id, "Ana the Great"), GUILD)
    await at.tables.people.remember(Player(ANA.id, "Nobody"), GUILD + 1)
    assert names(await at.tables.lobbies.show(lobby.summary.id)) == ["Ana the Great"]


async def test_preferences_last(at: LocalApp) -> None:
    """A player's preferences survive a restart."""
    await at.tables.people.remember(Player(ANA.id, "Ana", "es"))
    await at.tables.people.set_prefers_dm(ANA.id, prefers=True)
    await at.tables.people.set_dm_closed(ANA.id, closed=True)
    await at.store.close()
    async with local_app(at.path) as later:
        known = await later.tables.people.find(ANA.id)
    assert (known.language, known.prefers_dm, known.dm_closed) == ("es", True, True)


async def test_matches_of_a_player_start_with_those_that_wait(at: LocalApp) -> None:
    """A player's list has lobbies and running matches, first those that await the player."""
    lobby = await opened(at)
    calm = await at.started(PEOPLE[:3])
    await at.press(calm.id, ANA, {"kind": "choose", "card": "flag"})
    pressing = await at.started(PEOPLE[:3])
    over = await at.started([BEN, CHEN, DORA])
    assert [summary.id for summary in await at.tables.queries.matches_of(ANA.id)] == [
        pressing.id,
        lobby.summary.id,
        calm.id,
    ]
    assert over.id not in {summary.id for summary in await at.tables.queries.matches_of(ANA.id)}
    assert await at.tables.queries.matches_of(ANA.id, guild_id=GUILD + 1) == ()
    assert await at.tables.queries.matches_of(ANA.id, channel_id=OTHER_CHANNEL) == ()
    assert len(await at.tables.queries.matches_of(ANA.id, guild_id=GUILD, channel_id=CHANNEL)) == 3


async def test_without_an_order_no_match_is_read(
    at: LocalApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A list of tables loads no states; the oldest table comes first."""
    tables = [await at.started(PEOPLE[:3]) for _ in range(2)]
    monkeypatch.delattr(at.tables.queries._context.store.matches.__class__, "load")
    mine = await at.tables.queries.matches_of(ANA.id, in_order=False)
    assert [summary.id for summary in mine] == [summary.id for summary in tables]
