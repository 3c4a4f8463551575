"""Lobbies: who sits, who decides, and which options are set."""

from typing import Any

import pytest

from bot.tables import errors
from bot.tables.domain.player import Player
from bot.tables.domain.time_controls import HOUR
from bot.tables.domain.views import LobbyView
from bot.tables.lobbies.lobbies import NewTable
from data.records.matches import Life
from games.core.ai.memory import Level
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


def names(lobby: LobbyView) -> list[str]:
    return [sitter.name for sitter in lobby.sitters]


async def test_the_host_sits_first_and_bots_beside(app: LocalApp) -> None:
    """A new lobby seats its host first, then the requested bots, each with its own name."""
    lobby = await app.opened(bots=2)
    assert names(lobby) == ["Ana", "Basil", "Oregano"]
    assert [sitter.is_bot for sitter in lobby.sitters] == [False, True, True]
    assert lobby.summary.host_id == ANA.id
    assert (lobby.least, lobby.most, lobby.can_start) == (3, 5, True)
    assert app.notes.heard == [lobby.summary.id]


async def test_people_sit_down_in_the_order_they_come(app: LocalApp) -> None:
    """New players get the last seat, and the lobby can start once there are enough."""
    lobby = await app.opened()
    assert not lobby.can_start
    await app.tables.lobbies.join(lobby.summary.id, BEN)
    lobby = await app.tables.lobbies.join(lobby.summary.id, CHEN)
    assert names(lobby) == ["Ana", "Ben", "Chen"]
    assert lobby.can_start
    assert await app.tables.lobbies.show(lobby.summary.id) == lobby


async def test_nobody_sits_twice_and_no_table_overflows(app: LocalApp) -> None:
    """A second seat for a player, one too many, or giving up none is refused without a change."""
    lobby = await app.opened(bots=3)
    with pytest.raises(errors.AlreadySeatedError):
        await app.tables.lobbies.join(lobby.summary.id, ANA)
    with pytest.raises(errors.NoSeatError):
        await app.tables.lobbies.stand_up(lobby.summary.id, BEN)
    full = await app.tables.lobbies.join(lobby.summary.id, BEN)
    with pytest.raises(errors.LobbyFullError):
        await app.tables.lobbies.join(lobby.summary.id, CHEN)
    for name in (None, "Rosso"):
        with pytest.raises(errors.LobbyFullError):
            await app.tables.guests.add_bot(lobby.summary.id, ANA, name)
    assert await app.tables.lobbies.show(lobby.summary.id) == full
    with pytest.raises(errors.LobbyFullError):
        await app.opened(bots=5)


async def test_the_host_passes_on_and_the_last_one_turns_off_the_light(app: LocalApp) -> None:
    """If the host stands up, the next person becomes host; without people, a lobby is cancelled."""
    lobby = await app.opened(bots=1)
    await app.tables.lobbies.join(lobby.summary.id, BEN)
    lobby = await app.tables.lobbies.stand_up(lobby.summary.id, ANA)
    assert names(lobby) == ["Basil", "Ben"]
    assert lobby.summary.host_id == BEN.id
    lobby = await app.tables.lobbies.stand_up(lobby.summary.id, BEN)
    assert lobby.summary.life is Life.CANCELLED
    with pytest.raises(errors.MatchOverError):
        await app.tables.lobbies.join(lobby.summary.id, ANA)


async def test_only_the_host_decides(app: LocalApp) -> None:
    """Only the host decides on bots, guests, options and presets, starts or cancels a lobby."""
    match_id = (await app.opened(bots=2)).summary.id
    before = await app.tables.lobbies.join(match_id, BEN)
    for attempt in (
        app.tables.guests.add_bot(match_id, BEN),
        app.tables.guests.remove_bot(match_id, BEN),
        app.tables.lobbies.set_options(match_id, BEN, {"rounds": 1}),
        app.tables.lobbies.set_options(match_id, DORA, {"seat_order": "joined"}),
        app.tables.lobbies.apply_preset(match_id, BEN, "tournament"),
        app.tables.lobbies.cancel(match_id, BEN),
        app.tables.lobbies.kick(match_id, BEN, ANA.id),
        app.tables.lobbies.kick(match_id, DORA, BEN.id),
        app.tables.lobbies.plan(match_id, BEN, app.clock.now() + HOUR),
        app.tables.guests.invite(match_id, BEN, [CHEN]),
        app.tables.guests.add_bot(match_id, BEN, "Rosso"),
        app.tables.guests.rename_bot(match_id, BEN, "Basil", "Rosso"),
        app.tables.guests.remove_bot(match_id, BEN, "Basil"),
        app.tables.guests.set_level(match_id, BEN, Level.HARD),
        app.tables.match_start.start(match_id, BEN),
    ):
        with pytest.raises(errors.NotHostError):
            await attempt
    assert await app.tables.lobbies.show(match_id) == before


async def test_the_last_bot_is_removed_first(app: LocalApp) -> None:
    """Bots are removed last first, their names become free, and people stay."""
    match_id = (await app.opened(bots=2)).summary.id
    await app.tables.lobbies.join(match_id, BEN)
    assert names(await app.tables.guests.remove_bot(match_id, ANA)) == ["Ana", "Basil", "Ben"]
    assert names(await app.tables.guests.add_bot(match_id, ANA)) == [
        "Ana",
        "Basil",
        "Ben",
        "Oregano",
    ]
    await app.tables.guests.remove_bot(match_id, ANA)
    await app.tables.guests.remove_bot(match_id, ANA)
    with pytest.raises(errors.NoBotError):
        await app.tables.guests.remove_bot(match_id, ANA)


async def test_a_table_full_of_bots_has_a_name_for_each(app: LocalApp) -> None:
    """No two bots at a table share a name, however many there are."""
    lobby = await app.opened(game=SEALS_FOR_TWELVE, bots=11)
    assert len(set(names(lobby))) == 12


async def test_a_preset_sets_everything_that_it_names(app: LocalApp) -> None:
    """A preset sets all options of the game, and its clock and ready check; others stay."""
    match_id = (await app.opened(bots=2, rounds=2, seat_order="joined")).summary.id
    lobby = await app.tables.lobbies.apply_preset(match_id, ANA, "tournament")

    assert lobby.summary.options == SEALS.options()
    table = {field.name: value for field, value in lobby.options}
    assert (table["clock"], table["ready_check"]) == ("live_2m", True)
    assert table["seat_order"] == "joined"


async def test_options_are_agreed_on_in_the_lobby(app: LocalApp) -> None:
    """The match is played with the options set in its lobby and the others' default values."""
    match_id = (await app.opened(bots=2, rounds=2)).summary.id
    lobby = await app.tables.lobbies.set_options(match_id, ANA, {"ties_pay": True})
    assert lobby.summary.options.model_dump() == {
        "rounds": 2,
        "ties_pay": True,
        "full_hands": False,
    }
    summary = await app.tables.match_start.start(match_id, ANA)
    assert summary.options == lobby.summary.options
    with pytest.raises(errors.AlreadyStartedError):
        await app.tables.lobbies.set_options(match_id, ANA, {"rounds": 1})


@pytest.mark.parametrize(
    ("name", "value", "line"),
    [
        ("rounds", 99, "Rounds: enter a number from {least} to {most}."),
        ("rounds", "many", "Rounds: enter a number from {least} to {most}."),
        ("ties_pay", "perhaps", "The option Ties pay can't have this value."),
        ("wind", 3, "There is no option called “wind”."),
        ("seat_order", "by height", "The option Seat order can't have this value."),
    ],
)
async def test_a_bad_option_is_named(app: LocalApp, name: str, value: Any, line: str) -> None:
    """A refusal names the option with a bad value or range, or the unknown option."""
    lobby = await app.opened()
    (rounds,) = (
        field for field in option_fields(type(lobby.summary.options)) if field.name == "rounds"
    )
    with pytest.raises(errors.TableError) as refused:
        await app.tables.lobbies.set_options(lobby.summary.id, ANA, {name: value})
    wording = line.format(least=rounds.least, most=rounds.most)
    assert speak(refused.value.text, PLAIN).startswith(wording)
    with pytest.raises(errors.TableError):
        await app.opened(BEN, **{name: value})
    assert await app.tables.lobbies.show(lobby.summary.id) == lobby


async def test_a_match_needs_enough_seats(app: LocalApp) -> None:
    """A start without enough players says how many are missing and keeps the lobby."""
    lobby = await app.opened()
    with pytest.raises(errors.NotEnoughSeatsError) as refused:
        await app.tables.match_start.start(lobby.summary.id, ANA)
    assert speak(refused.value.text, PLAIN).startswith("2 more players are needed.")
    assert await app.tables.lobbies.show(lobby.summary.id) == lobby


async def test_a_lobby_ends_when_its_match_starts(app: LocalApp) -> None:
    """A started match can't be joined, left, changed, started or cancelled as a lobby."""
    match_id = (await app.opened(bots=2)).summary.id
    summary = await app.tables.match_start.start(match_id, ANA)
    assert summary.life is Life.RUNNING
    for attempt in (
        app.tables.lobbies.join(match_id, BEN),
        app.tables.lobbies.stand_up(match_id, ANA),
        app.tables.guests.add_bot(match_id, ANA),
        app.tables.lobbies.cancel(match_id, ANA),
        app.tables.match_start.start(match_id, ANA),
        app.tables.lobbies.show(match_id),
    ):
        with pytest.raises(errors.AlreadyStartedError):
            await attempt


async def test_a_cancelled_lobby_is_over(app: LocalApp) -> None:
    """A cancelled lobby can't be joined, started or watched."""
    match_id = (await app.opened(bots=2)).summary.id
    lobby = await app.tables.lobbies.cancel(match_id, ANA)
    assert lobby.summary.life is Life.CANCELLED
    assert not lobby.can_start
    for attempt in (
        app.tables.lobbies.join(match_id, BEN),
        app.tables.match_start.start(match_id, ANA),
        app.view(match_id, ANA.id),
    ):
        with pytest.raises(errors.MatchOverError):
            await attempt


async def test_unknown_games_and_tables_are_refused(app: LocalApp) -> None:
    """Unknown games and tables are refused with a reason."""
    with pytest.raises(errors.NoSuchGameError):
        await app.tables.lobbies.open(
            NewTable(guild_id=GUILD, channel_id=CHANNEL, host=ANA, game_key="chess", options={})
        )
    for attempt in (
        app.tables.lobbies.show("nowhere"),
        app.summary("nowhere"),
        app.tables.lobbies.join("nowhere", ANA),
        app.tables.match_start.start("nowhere", ANA),
        app.view("nowhere", ANA.id),
    ):
        with pytest.raises(errors.NoSuchMatchError):
            await attempt


async def test_nobody_fills_a_channel_with_lobbies(app: LocalApp) -> None:
    """A host has at most three lobbies; starting or cancelling one makes room."""
    lobbies = [await app.opened(bots=2) for _ in range(3)]
    with pytest.raises(errors.TooManyLobbiesError):
        await app.opened()
    await app.opened(BEN)
    await app.tables.match_start.start(lobbies[0].summary.id, ANA)
    await app.opened()


async def test_seats_are_dealt_out_as_agreed(app: LocalApp) -> None:
    """Seat order "joined" keeps the lobby's order, and "random" changes it between matches."""
    for _ in range(4):
        summary = await app.started(PEOPLE[:5])
        assert summary.names == tuple(player.name for player in PEOPLE[:5])
    orders = set()
    for _ in range(4):
        summary = await app.started(PEOPLE[:5], seat_order="random")
        assert sorted(summary.names) == sorted(player.name for player in PEOPLE[:5])
        orders.add(summary.names)
    assert len(orders) > 1


async def test_a_name_is_the_one_last_seen_in_that_server(app: LocalApp) -> None:
    """Players have the name last seen in the table's own server."""
    lobby = await app.opened()
    await app.tables.people.remember(Player(ANA.id, "Ana the Great"), GUILD)
    await app.tables.people.remember(Player(ANA.id, "Nobody"), GUILD + 1)
    assert names(await app.tables.lobbies.show(lobby.summary.id)) == ["Ana the Great"]


async def test_preferences_last(app: LocalApp) -> None:
    """A player's preferences survive a restart."""
    await app.tables.people.remember(Player(ANA.id, "Ana", "es"))
    await app.tables.people.set_prefers_dm(ANA.id, prefers=True)
    await app.tables.people.set_dm_closed(ANA.id, closed=True)
    await app.store.close()
    async with local_app(app.path) as later:
        known = await later.tables.people.find(ANA.id)
    assert (known.language, known.prefers_dm, known.dm_closed) == ("es", True, True)


async def test_matches_of_a_player_start_with_those_that_wait(app: LocalApp) -> None:
    """A player's list has lobbies and running matches, first those that await the player."""
    lobby = await app.opened()
    calm = await app.started(PEOPLE[:3])
    await app.press(calm.id, ANA, {"kind": "choose", "card": "flag"})
    pressing = await app.started(PEOPLE[:3])
    over = await app.started([BEN, CHEN, DORA])
    assert [summary.id for summary in await app.tables.queries.matches_of(ANA.id)] == [
        pressing.id,
        lobby.summary.id,
        calm.id,
    ]
    assert over.id not in {summary.id for summary in await app.tables.queries.matches_of(ANA.id)}
    assert await app.tables.queries.matches_of(ANA.id, guild_id=GUILD + 1) == ()
    assert await app.tables.queries.matches_of(ANA.id, channel_id=OTHER_CHANNEL) == ()
    assert len(await app.tables.queries.matches_of(ANA.id, guild_id=GUILD, channel_id=CHANNEL)) == 3


async def test_without_an_order_no_match_is_read(
    app: LocalApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A list of tables loads no states; the oldest table comes first."""
    tables = [await app.started(PEOPLE[:3]) for _ in range(2)]
    monkeypatch.delattr(app.tables.queries._context.store.matches.__class__, "load")
    mine = await app.tables.queries.matches_of(ANA.id, in_order=False)
    assert [summary.id for summary in mine] == [summary.id for summary in tables]
