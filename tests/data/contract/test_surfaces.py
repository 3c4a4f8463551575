"""Laws of our messages."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import psycopg

from data.engine.database import Database
from data.engine.errors import DatabaseLostError
from data.records.matches import OwedAnswer, Surface, SurfaceKind
from data.store import Store, open_store
from data.stores.surfaces import SurfaceStore
from tests.data.builders import ANNE, BOT, BRAM, lobby, running, step, surface

SAVED = "save surfaces"


def ids(surfaces: tuple[Surface, ...]) -> list[str]:
    return [surface.surface_id for surface in surfaces]


async def test_a_surface_is_found_as_it_was_written(store: Store) -> None:
    """Every field of a surface is read back."""
    await running(store)
    hand = surface(
        "hand",
        kind=SurfaceKind.HAND,
        player_id=ANNE,
        message_id=55,
        shown_revision=1,
        ticket="t1",
        fingerprint="f1",
        lacks_pictures=True,
        token="secret-token",
        token_until=99,
    )
    await store.surfaces.add(hand)
    owed = (OwedAnswer(ANNE, "2-t"), OwedAnswer(BRAM, "-"))
    notice = surface("notice", kind=SurfaceKind.NOTICE, owed=owed)
    await store.surfaces.add(notice)

    assert await store.surfaces.find("hand") == hand
    assert await store.surfaces.of_match("m1") == (hand, notice)
    assert "secret-token" not in repr(hand)


async def test_a_message_is_known_once_it_is_sent(store: Store) -> None:
    """A message leads to its surface only once it is saved."""
    await running(store)
    await store.surfaces.add(surface("table"))
    assert await store.surfaces.of_message(55) is None
    await store.surfaces.save(surface("table", channel_id=44, message_id=55))
    found = await store.surfaces.of_message(55)
    assert found is not None
    assert (found.surface_id, found.channel_id, found.message_id) == ("table", 44, 55)


async def test_a_message_may_be_used_again(store: Store) -> None:
    """If a lobby's message became the table, a press on it belongs to the table."""
    await running(store)
    await store.surfaces.add(surface("lobby", kind=SurfaceKind.LOBBY, message_id=55))
    await store.surfaces.retire("lobby")
    retired = await store.surfaces.of_message(55)
    assert retired is not None
    assert (retired.surface_id, retired.retired) == ("lobby", True)
    await store.surfaces.add(surface("table", message_id=55))
    found = await store.surfaces.of_message(55)
    assert found is not None
    assert found.surface_id == "table"


async def test_a_change_leaves_surfaces_behind_until_they_show_it(store: Store) -> None:
    """Every visible change makes a surface outdated: a start, a step, a seat, a note."""
    opened = (await store.lobbies.create(lobby())).match
    await running(store, "other")
    await store.surfaces.add(surface("table"))
    await store.surfaces.add(surface("elsewhere", "other"))
    assert ids(await store.surfaces.behind()) == ["table", "elsewhere"]
    await store.surfaces.save(
        surface("table", shown_revision=opened.revision, lacks_pictures=True, fingerprint="f1")
    )
    assert ids(await store.surfaces.behind("m1")) == ["table"]
    await store.surfaces.save(
        surface("table", shown_revision=opened.revision, ticket=None, fingerprint="f1")
    )
    assert ids(await store.surfaces.behind("m1")) == []
    changed = await store.lobbies.change("m1", opened.revision, opened.terms, at=1500)
    assert ids(await store.surfaces.behind("m1")) == ["table"]
    await store.surfaces.save(
        surface("table", shown_revision=changed.revision, ticket="t", fingerprint="f2")
    )
    assert ids(await store.surfaces.behind()) == ["elsewhere"]
    found = await store.surfaces.find("table")
    assert found is not None
    assert (found.ticket, found.fingerprint) == ("t", "f2")


async def test_steps_and_hand_overs_leave_surfaces_behind(store: Store) -> None:
    """A running table is outdated after a step, and after a seat has changed hands."""
    match = await running(store)
    await store.surfaces.add(surface("table", shown_revision=match.revision))
    assert await store.surfaces.behind() == ()
    await store.matches.commit_step("m1", match.revision, step(), b"{}", moves_made=(1, 0))
    assert ids(await store.surfaces.behind()) == ["table"]
    await store.surfaces.save(
        surface("table", shown_revision=match.revision + 1, ticket=None, fingerprint=None)
    )
    await store.matches.hand_over("m1", match.revision + 1, seat=0, sitter=BOT, reason="left", at=5)
    assert ids(await store.surfaces.behind()) == ["table"]


async def test_a_retired_surface_is_left_alone(store: Store) -> None:
    """A retired surface is neither listed nor behind, and its token and debts are deleted."""
    await running(store)
    await store.surfaces.add(surface("a", kind=SurfaceKind.NOTICE, owed=(OwedAnswer(ANNE, "2-t"),)))
    await store.surfaces.add(surface("b"))
    await store.surfaces.save(
        surface("a", kind=SurfaceKind.NOTICE, token="secret-token", token_until=99)
    )
    await store.surfaces.retire("a")
    assert ids(await store.surfaces.of_match("m1")) == ["b"]
    assert ids(await store.surfaces.behind()) == ["b"]
    found = await store.surfaces.find("a")
    assert found is not None
    assert (found.retired, found.token, found.token_until, found.owed) == (True, None, None, ())


async def test_a_token_is_held_until_its_time(store: Store) -> None:
    """A new token replaces the old one and its expiry."""
    await running(store)
    await store.surfaces.add(surface("hand"))
    await store.surfaces.save(surface("hand", token="first", token_until=10))
    await store.surfaces.save(surface("hand", token="second", token_until=20))
    found = await store.surfaces.find("hand")
    assert found is not None
    assert (found.token, found.token_until) == ("second", 20)


@asynccontextmanager
async def surfaces_of_a_match(folder: Path) -> AsyncIterator[tuple[Store, list[str]]]:
    """Yield a store with two surfaces of one match, and the labels of what it commits then."""
    committed: list[str] = []
    store = await open_store(
        folder / "t.db", committed=lambda label, _seconds: committed.append(label)
    )
    await running(store)
    await store.surfaces.add(surface("a"), surface("b"))
    committed.clear()
    try:
        yield store, committed
    finally:
        await store.close()


async def fingerprints(store: Store) -> list[str | None]:
    return [one.fingerprint for one in await store.surfaces.of_match("m1")]


async def test_the_last_block_to_end_writes_what_all_have_saved(tmp_path: Path) -> None:
    """Surfaces saved in overlapping blocks are written once, with their newest values."""
    async with surfaces_of_a_match(tmp_path) as (store, committed):
        async with store.surfaces.together("m1"):
            async with store.surfaces.together("m1"):
                await store.surfaces.save_together(surface("a", fingerprint="old"))
            await store.surfaces.save_together(surface("b", fingerprint="b"))
            await store.surfaces.save_together(surface("a", fingerprint="a"))
            assert committed == []
        assert committed == [SAVED]
        assert await fingerprints(store) == ["a", "b"]


async def test_what_waits_to_be_saved_is_read(tmp_path: Path) -> None:
    """A read inside of a block returns what was saved, by whatever way it reads."""
    async with surfaces_of_a_match(tmp_path) as (store, committed):
        async with store.surfaces.together("m1"):
            await store.surfaces.save_together(surface("a", fingerprint="1"))
            assert await fingerprints(store) == ["1", None]
            await store.surfaces.save_together(surface("a", fingerprint="2"))
            found = await store.surfaces.find("a")
            await store.surfaces.save_together(surface("b", fingerprint="3"))
            rows = await store.snapshots.load("m1", lambda rows: rows)
        assert found is not None
        assert rows is not None
        assert found.fingerprint == "2"
        assert [one.fingerprint for one in rows.surfaces] == ["2", "3"]
        assert committed == [SAVED] * 3


async def test_a_later_save_is_not_undone(tmp_path: Path) -> None:
    """A surface that is saved at once keeps that value when the block ends."""
    async with surfaces_of_a_match(tmp_path) as (store, _):
        async with store.surfaces.together("m1"):
            await store.surfaces.save_together(surface("a", fingerprint="old"))
            await store.surfaces.save(surface("a", fingerprint="new"))
        assert await fingerprints(store) == ["new", None]


async def test_outside_of_blocks_surfaces_are_saved_at_once(tmp_path: Path) -> None:
    """Without a block of their match, surfaces are written before `save_together` returns."""
    async with surfaces_of_a_match(tmp_path) as (store, committed), store.surfaces.together("m2"):
        await store.surfaces.save_together(surface("a", fingerprint="a"))
        assert committed == [SAVED]


async def test_a_read_beside_a_write_waits_for_it(postgres_address: str) -> None:
    """A read that begins while surfaces are being written returns what is written.

    SQLite does so by itself, since it queues reads behind writes.
    """
    store = await open_store(postgres_address)
    await running(store)
    await store.surfaces.add(surface("a"), surface("b"))
    with psycopg.connect(postgres_address) as other:
        other.execute("SELECT * FROM surfaces FOR UPDATE")
        writing = asyncio.create_task(store.surfaces.save_together(surface("a", fingerprint="new")))
        reading = asyncio.create_task(fingerprints(store))
        for _ in range(3):  # time enough for a read that doesn't wait
            await store.surfaces.of_match("another match")

    await writing
    assert await reading == ["new", None]
    await store.close()


class LostDatabase(SimpleNamespace):
    """A database whose connection is lost once somebody waits for it."""

    async def transaction(self, _label: str, _work: object) -> None:
        raise DatabaseLostError

    async def read(self, _work: object) -> None:
        await self.lost.wait()
        raise DatabaseLostError


async def test_a_cancelled_block_ends_as_cancelled() -> None:
    """Cancelling a task in a block ends the task, though nothing can be saved."""
    surfaces = SurfaceStore(cast(Database, LostDatabase()))
    begun = asyncio.Event()

    async def block() -> None:
        async with surfaces.together("m1"):
            await surfaces.save_together(surface("a"))
            begun.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(block())
    await begun.wait()
    task.cancel()
    await asyncio.wait({task})

    assert task.cancelled()


async def test_a_shared_read_that_nobody_waits_for_fails_in_silence() -> None:
    """If everybody who shares a read was cancelled, its error is nobody's, and isn't logged."""
    unretrieved: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: unretrieved.append(context))
    database = LostDatabase(lost=asyncio.Event())
    surfaces = SurfaceStore(cast(Database, database))
    readers = [asyncio.create_task(surfaces.of_match("m1")) for _ in range(2)]
    await asyncio.sleep(0)
    for reader in readers:
        reader.cancel()
    await asyncio.wait(readers)
    (reading,) = asyncio.all_tasks() - {asyncio.current_task()}
    database.lost.set()
    await asyncio.wait({reading})
    del readers, reader, reading  # asyncio logs an error once nobody can ask for it
    gc.collect()

    assert unretrieved == []
