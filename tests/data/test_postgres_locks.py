"""Laws of the locks by which processes share a PostgreSQL database, without any bot."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from threading import Event

import psycopg
import pytest

from data.engine import postgres_locks, postgres_migrations
from data.engine.database import Transaction
from data.engine.errors import DatabaseError
from data.engine.postgres import PostgresDatabase
from data.engine.postgres_errors import PostgresError
from data.engine.postgres_locks import PostgresLocks
from data.engine.postgres_sessions import JOIN_LOCK, MIGRATION_LOCK
from data.engine.postgres_values import LockKind, PostgresLimits
from data.records.shards import ShardShare
from tests.data.statements import GUILD, guilds_known

LIMITS = PostgresLimits(connections=1)
_MY_PROCESS = "SELECT pg_backend_pid()"
_LOSE = (
    "SELECT pg_terminate_backend(pid, 5000) FROM pg_locks"
    " WHERE locktype = 'advisory' AND classid = %s AND objid = %s"
)

Process = tuple[PostgresDatabase, PostgresLocks]
NewProcess = Callable[[ShardShare | None], Awaitable[Process]]


@pytest.fixture
async def process(postgres_address: str) -> AsyncIterator[NewProcess]:
    """Makes processes that have taken no lock yet."""
    async with AsyncExitStack() as stack:

        async def new(share: ShardShare | None) -> Process:
            database = PostgresDatabase(postgres_address, LIMITS)
            stack.push_async_callback(database.close)
            locks = PostgresLocks(database, share)
            stack.push_async_callback(locks.close)
            return database, locks

        yield new


def share(*ids: int, count: int = 4) -> ShardShare:
    return ShardShare(ids, count)


@pytest.mark.parametrize(
    ("first", "second", "is_free"),
    [
        (None, None, False),
        (None, share(0), False),
        (share(0), None, False),
        (share(0, 1), share(1, 2), False),
        (share(0, 1), share(2, 3), True),
        (share(0), share(1, count=2), False),
    ],
)
async def test_no_shard_is_run_twice(
    process: NewProcess, first: ShardShare | None, second: ShardShare | None, *, is_free: bool
) -> None:
    """Two processes work at once if they split the bot alike, and share no shard.

    Once the first has ended, the other works as soon as the server has noticed that.
    """
    _, running = await process(first)
    _, other = await process(second)
    assert await running.take() is None

    assert (await other.take() is None) == is_free
    await running.close()
    async with asyncio.timeout(60):
        while await other.take() is not None:
            pass


async def test_the_holder_of_a_lock_is_named(process: NewProcess, postgres_address: str) -> None:
    """A process that finds its lock held learns whose connection holds it."""
    _, waiting = await process(share(1))
    held = psycopg.connect(postgres_address, autocommit=True, application_name="old pooler")
    with held as connection:
        connection.execute("SELECT pg_advisory_lock(%s, 1)", (int(LockKind.SHARD),))
        ((pid,),) = connection.execute(_MY_PROCESS).fetchall()
        holder = await waiting.take()

    assert holder is not None
    assert holder.startswith(f"old pooler (process {pid}, from")


async def test_a_lost_session_writes_nothing_more(
    process: NewProcess, postgres_address: str
) -> None:
    """A process whose locks have fallen can't end what it had begun, nor begin anything."""
    lost_database, lost = await process(None)
    other_database, other = await process(None)
    assert await lost.take() is None
    await lost.begin()
    begun, ended = Event(), Event()

    def add(transaction: Transaction) -> None:
        transaction.run(GUILD, (7,))
        guilds_known(transaction)  # so the row has reached the server
        begun.set()
        assert ended.wait(60)

    adding = asyncio.create_task(lost_database.transaction("add", add))
    await asyncio.to_thread(begun.wait, 60)
    with psycopg.connect(postgres_address, autocommit=True) as connection:
        assert connection.execute(_LOSE, (int(LockKind.SESSION), lost.session)).fetchall()
    assert await other.take() is None
    await other.begin()
    ended.set()

    with pytest.raises(DatabaseError):
        await adding
    lost_database._pool.timeout = 1  # there will be no connection, however long one waits
    with pytest.raises(DatabaseError):
        await lost_database.read(guilds_known)
    with pytest.raises(DatabaseError):
        await lost.confirm()
    assert not lost.is_sure or await lost.take() is not None
    assert await other_database.read(guilds_known) == 0


async def test_a_process_that_lost_its_lock_may_take_it_again(process: NewProcess) -> None:
    """After a loss, a process works again with a new session once it has its lock."""
    database, locks = await process(None)
    assert await locks.take() is None
    await locks.begin()
    first = locks.session
    locks.lose()
    assert not locks.is_sure

    async with asyncio.timeout(60):
        while await locks.take() is not None:
            pass  # the server has yet to notice that the first session has ended
    await locks.begin()
    assert locks.is_sure
    assert locks.session != first
    assert await database.read(guilds_known) == 0


async def test_a_named_lock_is_held_by_one_process_at_a_time(
    process: NewProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that wants a held lock gets it when the other releases it, or ends."""
    monkeypatch.setattr(postgres_locks, "LOOK_AGAIN", 0.01)
    (_, first), (_, second) = await process(share(0)), await process(share(1))
    for locks in (first, second):
        assert await locks.take() is None
    order = list[str]()

    async def hold(locks: PostgresLocks, name: str) -> None:
        async with locks.held(LockKind.REVIEW, "one"):
            order.append(name)

    async with first.held(LockKind.REVIEW, "one"), first.held(LockKind.REVIEW, "another"):
        waiting = asyncio.create_task(hold(second, "second"))
        for _ in range(2):
            await second.confirm()  # the last one after its first try
        order.append("first")
    await waiting
    async with second.held(LockKind.REVIEW, "one"):
        waiting = asyncio.create_task(hold(first, "first again"))
        for _ in range(2):
            await first.confirm()
        order.append("second again")
        second.lose()
        await waiting

    assert order == ["first", "second", "second again", "first again"]


async def test_a_lock_that_holds_up_a_start_is_explained(
    process: NewProcess,
    postgres_address: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """A start that has to wait for a lock says whose it is in one line, and ends if it lasts."""
    monkeypatch.setattr(postgres_migrations, "WITHIN", 0)
    monkeypatch.setattr(postgres_locks, "JOINS_WITHIN", 0)
    held = psycopg.connect(postgres_address, autocommit=True, application_name="old pooler")
    with held as connection:
        named = rf"old pooler \(process {connection.execute(_MY_PROCESS).fetchall()[0][0]}, from"
        connection.execute("SELECT pg_advisory_lock(%s)", (MIGRATION_LOCK,))
        with pytest.raises(PostgresError, match=f"locked by {named}"):
            await PostgresDatabase.open(postgres_address, limits=LIMITS)
        connection.execute("SELECT pg_advisory_unlock_all()")
        connection.execute("SELECT pg_advisory_lock(%s)", (JOIN_LOCK,))
        _, locks = await process(None)
        for begin in (locks.take(), locks.refuse_others()):
            with pytest.raises(PostgresError, match=f"locked by {named}"):
                await begin
        connection.execute("SELECT pg_advisory_unlock_all()")
        connection.execute("SELECT pg_advisory_lock(%s, 5)", (int(LockKind.SESSION),))
        with pytest.raises(PostgresError, match=f"in use by 1 processes of the bot: {named}"):
            await locks.refuse_others()

    waits = [line.getMessage() for line in caplog.records if "waiting for a lock" in line.msg]
    assert len(waits) == 3
    assert all("old pooler (process" in line for line in waits)


async def test_a_lock_that_is_freed_in_time_is_taken(
    postgres_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A start goes on once the lock that it waits for is free."""
    with psycopg.connect(postgres_address, autocommit=True) as connection:
        connection.execute("SELECT pg_advisory_lock(%s)", (MIGRATION_LOCK,))

        waits: list[float] = []

        def free(seconds: float) -> None:
            waits.append(seconds)
            connection.execute("SELECT pg_advisory_unlock_all()")

        monkeypatch.setattr(time, "sleep", free)
        database = await PostgresDatabase.open(postgres_address, limits=LIMITS)
        await database.close()

    assert len(waits) == 1
