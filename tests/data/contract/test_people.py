"""Laws of players and servers, and of their deletion."""

import asyncio
import contextlib
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from data.records.matches import GuildRecord, PersonRecord
from data.store import Store, open_store
from tests.data.builders import ANNE, BRAM, CLEO, GUILD, lobby, running

OTHER = GUILD + 1


async def test_a_stranger_has_the_defaults(store: Store) -> None:
    """An unknown player or server has the defaults."""
    assert await store.people.find(ANNE) == PersonRecord(player_id=ANNE)
    assert await store.guilds.find(GUILD) == GuildRecord(guild_id=GUILD)
    assert await store.people.names(GUILD, (ANNE,)) == {}


async def test_preferences_come_back(store: Store) -> None:
    """Every field of preferences and settings is kept."""
    person = PersonRecord(
        player_id=ANNE,
        language="nl",
        prefers_dm=True,
        text_only=True,
        dm_closed=True,
        settings={"theme": "dark"},
    )
    guild = GuildRecord(guild_id=GUILD, language="de", settings={"most": 3}, removed_at=7)
    assert await store.people.change(ANNE, lambda _: person) == person
    assert await store.guilds.change(GUILD, lambda _: guild) == guild
    assert await store.people.find(ANNE) == person
    assert await store.guilds.find(GUILD) == guild


async def test_changes_at_once_do_not_undo_each_other(store: Store) -> None:
    """Concurrent changes to different fields of a row are both kept."""
    await asyncio.gather(
        store.people.change(ANNE, lambda person: replace(person, dm_closed=True)),
        store.people.change(ANNE, lambda person: replace(person, language="nl")),
        store.people.change(ANNE, lambda person: replace(person, text_only=True)),
    )
    expected = PersonRecord(player_id=ANNE, dm_closed=True, language="nl", text_only=True)
    assert await store.people.find(ANNE) == expected


async def test_names_are_those_last_seen_in_that_server(store: Store) -> None:
    """Each server has its own name for a player, and the newest counts."""
    await store.people.saw(GUILD, ANNE, "Anne")
    await store.people.saw(OTHER, ANNE, "Queen Anne")
    await store.people.saw(GUILD, BRAM, "Bram")
    await store.people.saw(GUILD, ANNE, "Änne 🍅")
    assert await store.people.names(GUILD, (ANNE, BRAM, CLEO)) == {ANNE: "Änne 🍅", BRAM: "Bram"}
    assert await store.people.names(OTHER, (ANNE, BRAM)) == {ANNE: "Queen Anne"}


async def test_a_server_is_forgotten_after_its_time(store: Store) -> None:
    """Matches, names and settings of a removed server are deleted; another server keeps its own."""
    for guild_id, match_id in ((GUILD, "gone"), (OTHER, "kept")):
        await running(store, match_id, guild_id=guild_id)
        await store.people.saw(guild_id, ANNE, "Anne")
    await store.guilds.change(GUILD, lambda guild: replace(guild, language="nl", removed_at=100))
    assert await store.guilds.purge(removed_before=100) == ()
    assert await store.guilds.purge(removed_before=101) == (GUILD,)
    assert await store.matches.find("gone") is None
    assert await store.history.steps("gone") == ()
    assert await store.people.names(GUILD, (ANNE,)) == {}
    assert await store.guilds.find(GUILD) == GuildRecord(guild_id=GUILD)
    assert (await store.matches.load("kept"))[1] == b'{"n":0}'
    assert await store.people.names(OTHER, (ANNE,)) == {ANNE: "Anne"}


async def test_people_go_with_the_last_server_that_knew_them(store: Store) -> None:
    """A player known from another server, or from none, keeps their preferences."""
    await store.people.saw(GUILD, ANNE, "Anne")
    await store.people.saw(OTHER, ANNE, "Anne")
    await store.people.saw(GUILD, BRAM, "Bram")
    for player_id in (ANNE, BRAM, CLEO):
        await store.people.change(player_id, lambda person: replace(person, language="nl"))
    await store.guilds.change(GUILD, lambda guild: replace(guild, removed_at=100))
    await store.guilds.purge(removed_before=101)
    languages = [(await store.people.find(player)).language for player in (ANNE, BRAM, CLEO)]
    assert languages == ["nl", None, "nl"]


async def test_a_server_that_comes_back_is_not_forgotten(store: Store) -> None:
    """Opening a lobby marks a removed server as present again."""
    await store.guilds.change(GUILD, lambda guild: replace(guild, language="nl", removed_at=100))
    assert await store.guilds.present() == frozenset()
    await store.lobbies.create(lobby())
    assert await store.guilds.present() == frozenset({GUILD})
    assert await store.guilds.purge(removed_before=10_000) == ()
    assert (await store.guilds.find(GUILD)).language == "nl"


@pytest.mark.parametrize("damaged", ["", "{", "[]", "7"])
async def test_damaged_settings_count_as_the_defaults(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, damaged: str
) -> None:
    """Damaged settings are replaced by defaults, and the log names only their owner."""
    path = tmp_path / "tables.db"
    store = await open_store(path)
    await store.people.change(ANNE, lambda item: replace(item, settings={"way": "dm"}))
    await store.guilds.change(
        GUILD, lambda element: replace(element, settings={"threads": "never"})
    )
    await store.close()
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE people SET settings = ?", (damaged,))
        connection.execute("UPDATE guilds SET settings = ?", (damaged,))
        connection.commit()
    store = await open_store(path)
    person, guild = await store.people.find(ANNE), await store.guilds.find(GUILD)
    exported = await store.privacy.of(ANNE)
    changed = await store.people.change(
        ANNE, lambda entry: replace(entry, settings={"way": "none"})
    )
    await store.close()

    assert (person.settings, guild.settings) == ({}, {})
    assert len(exported["preferences"]) == 1
    assert changed.settings == {"way": "none"}
    assert f"the settings of server {GUILD} cannot be read" in caplog.text


async def test_a_newcomer_has_held_no_seat_in_a_game(store: Store) -> None:
    """A player is new to a game until they hold a seat in a match of it."""
    await store.people.change(ANNE, lambda item: replace(item, prefers_dm=True))
    fresh, was_new = await store.people.newcomer(ANNE, "tomate")
    match = await running(store)
    _, is_new = await store.people.newcomer(ANNE, match.game)
    _, is_new_elsewhere = await store.people.newcomer(ANNE, "another")

    assert fresh.prefers_dm
    assert (was_new, is_new, is_new_elsewhere) == (True, False, True)
