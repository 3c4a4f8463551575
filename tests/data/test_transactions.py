"""Laws of transactions and reads: complete or undone, even if cancelled, and never logged."""

import asyncio
import logging
import sqlite3
import threading
from pathlib import Path

import aiosqlite
import pytest

from data.engine.database import ReadConnection, Transaction
from data.engine.errors import DatabaseUnwritableError, InconsistentChangeError
from data.engine.postgres import PostgresDatabase
from data.engine.sqlite import READERS, SqliteDatabase
from tests.data.statements import (
    BEAT,
    GUILD,
    PATIENCE,
    Halting,
    beat,
    beats,
    cancelled,
    guilds,
    guilds_known,
    open_and_close,
)


async def test_a_transaction_is_undone_whole(database: SqliteDatabase) -> None:
    """Any exception undoes the whole transaction, and the next one works."""

    def fail(transaction: Transaction) -> None:
        transaction.run(BEAT, (7,))
        raise KeyError("out")

    with pytest.raises(KeyError, match="out"):
        await database.transaction("fail", fail)
    assert await database.read(beats) == []
    with pytest.raises(InconsistentChangeError, match="orphan: FOREIGN KEY"):
        await database.transaction(
            "orphan",
            lambda transaction: transaction.run(
                "INSERT INTO states (match_id, state) VALUES ('nowhere', x'00')"
            ),
        )
    await database.transaction("beat", beat(8))
    assert await database.read(beats) == [8]


async def test_what_the_disk_has_undone_is_not_acknowledged(database: SqliteDatabase) -> None:
    """After a full disk undid a transaction, work that continues regardless doesn't succeed."""

    def regardless(transaction: Transaction) -> None:
        transaction.run(BEAT, (7,))
        transaction.run("ROLLBACK")

    with pytest.raises(sqlite3.OperationalError, match="no transaction is active"):
        await database.transaction("regardless", regardless)
    await database.transaction("beat", beat(8))
    assert await database.read(beats) == [8]


async def test_nobody_reads_half_a_transaction(database: SqliteDatabase) -> None:
    """Readers neither wait for the writer nor see uncommitted changes."""
    work = Halting()
    writing = asyncio.create_task(database.transaction("slow", work))
    await work.inside.wait()
    assert await guilds(database) == []
    work.go_on.set()
    await writing
    assert await guilds(database) == [1, 2]


async def test_questions_are_answered_from_one_moment(
    engine: SqliteDatabase | PostgresDatabase,
) -> None:
    """A change between two queries of one read is seen by neither."""
    loop = asyncio.get_running_loop()

    def add(transaction: Transaction) -> None:
        transaction.run(GUILD, (5,))

    def twice(reading: ReadConnection) -> list[int]:
        first = guilds_known(reading)
        written = asyncio.run_coroutine_threadsafe(engine.transaction("add", add), loop)
        written.result(PATIENCE)
        return [first, guilds_known(reading)]

    assert await engine.read(twice) == [0, 0]
    assert await engine.read(guilds_known) == 1


async def test_transactions_take_turns(engine: SqliteDatabase | PostgresDatabase) -> None:
    """Each of several concurrent transactions sees everything that the previous ones wrote."""

    def add(transaction: Transaction) -> int:
        known = guilds_known(transaction)
        transaction.run(GUILD, (known,))
        return known

    added = await asyncio.gather(*(engine.transaction("add", add) for _ in range(8)))
    assert sorted(added) == list(range(8))


async def test_waiting_work_needs_no_turn_of_the_loop(database: SqliteDatabase) -> None:
    """While the event loop is busy, the threads take up what was asked for before."""
    taken_up = threading.Semaphore(0)

    def work(_: ReadConnection) -> None:
        taken_up.release()

    asked = [
        *(asyncio.create_task(database.transaction("a", work)) for _ in range(2)),
        *(asyncio.create_task(database.read(work)) for _ in range(2 * READERS)),
    ]
    await asyncio.sleep(0)  # lets all join the queues
    assert all(taken_up.acquire(timeout=PATIENCE) for _ in asked)
    await asyncio.gather(*asked)


async def test_work_is_one_trip_to_its_thread(
    database: SqliteDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A transaction or read with any number of statements is handed to its thread once."""
    trips: list[object] = []
    hand_over = aiosqlite.Connection._execute

    async def counted(self: aiosqlite.Connection, *work: object) -> object:
        trips.append(work)
        return await hand_over(self, *work)  # type: ignore[no-untyped-call]  # aiosqlite's own

    monkeypatch.setattr(aiosqlite.Connection, "_execute", counted)

    def many(transaction: Transaction) -> list[int]:
        for number in range(9):
            transaction.run(BEAT, (number,))
        return beats(transaction)

    assert await database.transaction("many", many) == [8]
    assert await database.read(beats) == [8]
    assert len(trips) == 2


async def test_a_cancelled_task_tears_nothing_apart(database: SqliteDatabase) -> None:
    """A cancelled transaction that had started is completed; one that hadn't never runs."""
    work = Halting()
    begun = asyncio.create_task(database.transaction("slow", work))
    await work.inside.wait()
    waiting = asyncio.create_task(database.transaction("beat", beat(1)))
    await asyncio.sleep(0)  # lets it join the queue
    waiting.cancel()
    begun.cancel()
    assert [
        type(outcome) for outcome in await asyncio.gather(begun, waiting, return_exceptions=True)
    ] == [asyncio.CancelledError, asyncio.CancelledError]
    work.go_on.set()
    assert await database.transaction("later", guilds_known) == 2
    assert await guilds(database) == [1, 2]
    assert await database.read(beats) == []


@pytest.mark.parametrize("place", ["write 1", "write 2", "commit"])
async def test_a_loop_that_ends_tears_nothing_apart(tmp_path: Path, place: str) -> None:
    """A transaction that is cancelled while it runs is still completed."""

    def pull(label: str) -> None:
        if label == f"slow, {place}":
            writing.cancel()

    opened = await SqliteDatabase.open(tmp_path / "tables.db", before_write=pull)
    work = Halting()
    work.go_on.set()
    writing = asyncio.create_task(opened.transaction("slow", work))
    with pytest.raises(asyncio.CancelledError):
        await writing
    assert await opened.transaction("later", guilds_known) == 2
    assert await guilds(opened) == [1, 2]
    await opened.close()


async def test_a_loop_that_ends_at_a_begin_leaves_nothing_open(database: SqliteDatabase) -> None:
    """A transaction cancelled on its way to the thread leaves none open: the next one starts."""
    ending = asyncio.create_task(database.transaction("slow", guilds_known))
    await asyncio.sleep(0)
    ending.cancel()
    with pytest.raises(asyncio.CancelledError):
        await ending
    await database.transaction("beat", beat(1))
    assert await database.read(beats) == [1]


async def test_a_cancelled_reader_leaves_its_place_in_order(database: SqliteDatabase) -> None:
    """After a cancelled read, later reads succeed and return the newest data."""
    for number in range(2 * READERS):
        beginning = asyncio.create_task(database.read(beats))
        await asyncio.sleep(0)  # its BEGIN is on the way
        beginning.cancel()

        def breaks_off(reading: ReadConnection) -> list[int]:
            cancelled(asking)  # noqa: B023 - asked and answered within this round
            return beats(reading)

        asking = asyncio.create_task(database.read(breaks_off))
        for broken in (beginning, asking):
            with pytest.raises(asyncio.CancelledError):
                await broken
        await database.transaction("beat", beat(number))
        answers = await asyncio.gather(*(database.read(beats) for _ in range(2 * READERS)))
        assert answers == [[number]] * (2 * READERS)


async def test_no_value_is_logged(
    database: SqliteDatabase, caplog: pytest.LogCaptureFixture
) -> None:
    """No log contains the values that are written and read, even at debug level."""
    caplog.set_level(logging.DEBUG)
    await database.transaction("beat", beat(123_454_321))
    assert await database.read(beats) == [123_454_321]
    logging.getLogger("kitchen").debug("the log is listened to")
    assert "listened to" in caplog.text
    assert "123454321" not in caplog.text


async def test_closing_waits_for_what_was_begun(tmp_path: Path) -> None:
    """A running transaction is on disk when the file is closed."""
    path = tmp_path / "tables.db"
    database = await SqliteDatabase.open(path)
    work = Halting()
    writing = asyncio.create_task(database.transaction("slow", work))
    await work.inside.wait()
    closing = asyncio.create_task(database.close())
    await open_and_close(tmp_path / "other.db")  # takes longer than a close that doesn't wait
    assert not closing.done()
    work.go_on.set()
    await closing
    await writing
    again = await SqliteDatabase.open(path)
    assert await guilds(again) == [1, 2]
    await again.close()


async def test_closing_waits_for_a_separate_read(tmp_path: Path) -> None:
    """A file that is closed during a separate read waits for its end, and both end."""
    database = await SqliteDatabase.open(tmp_path / "tables.db")
    begun, go_on = threading.Event(), threading.Event()

    def long(reading: ReadConnection) -> list[int]:
        begun.set()
        assert go_on.wait(PATIENCE)
        return beats(reading)

    reading = asyncio.create_task(database.read_apart(long))
    assert await asyncio.to_thread(begun.wait, PATIENCE)
    opened = len(database._connections)
    closing = asyncio.create_task(database.close())
    while len(database._connections) == opened:  # noqa: ASYNC110 - there is no event to wait for
        await asyncio.sleep(0)
    go_on.set()
    async with asyncio.timeout(PATIENCE):
        assert await reading == []
        await closing


async def test_a_reader_cannot_write(database: SqliteDatabase) -> None:
    """A change through a reading connection is refused."""
    with pytest.raises(DatabaseUnwritableError):
        await database.read(lambda reading: reading.rows(BEAT, (1,)))
    assert await database.read(beats) == []
