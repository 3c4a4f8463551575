"""Laws of what the nodes of one bot agree on, without any bot."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from threading import Event

import psycopg
import pytest

from data.engine import claims, postgres_migrations
from data.engine.claims import Claims
from data.engine.database import Transaction
from data.engine.errors import DatabaseError
from data.engine.postgres import PostgresDatabase
from data.engine.postgres_errors import PostgresError
from data.engine.postgres_sessions import JOIN_LOCK, MIGRATION_LOCK
from data.engine.postgres_values import LockKind, PostgresLimits
from tests.data.statements import GUILD, guilds_known

LIMITS = PostgresLimits(connections=1)
_MY_PROCESS = "SELECT pg_backend_pid()"
_LOSE = (
    "SELECT pg_terminate_backend(pid, 5000) FROM pg_locks"
    " WHERE locktype = 'advisory' AND classid = %s AND objid = %s"
)


Nodes = list[tuple[PostgresDatabase, Claims]]


@pytest.fixture
async def nodes(postgres_address: str) -> AsyncIterator[Nodes]:
    """Two nodes that have joined."""
    async with AsyncExitStack() as stack:
        joined = []
        for _ in range(2):
            database = await PostgresDatabase.open(postgres_address, limits=LIMITS)
            stack.push_async_callback(database.close)
            node = Claims(database)
            stack.push_async_callback(node.close)
            await node.join(1)
            joined.append((database, node))
        yield joined


async def test_a_lost_session_writes_nothing_more(nodes: Nodes, postgres_address: str) -> None:
    """A node whose claims have fallen cannot end what it had begun, nor begin anything."""
    (lost_database, lost), (other_database, other) = nodes
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
    await other.end_lost_sessions()
    ended.set()

    with pytest.raises(DatabaseError):
        await adding
    lost_database._pool.timeout = 1  # there will be no connection, however long one waits
    with pytest.raises(DatabaseError):
        await lost_database.read(guilds_known)
    assert await other_database.read(guilds_known) == 0


async def test_a_lock_is_held_by_one_node_at_a_time(
    nodes: Nodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A node that wants a held lock gets it when the other releases it, or ends."""
    monkeypatch.setattr(claims, "LOOK_AGAIN", 0.01)
    (_, first), (_, second) = nodes
    order = list[str]()

    async def hold(node: Claims, name: str) -> None:
        async with node.held(LockKind.REVIEW, "one"):
            order.append(name)

    async with first.held(LockKind.REVIEW, "one"), first.held(LockKind.REVIEW, "another"):
        waiting = asyncio.create_task(hold(second, "second"))
        for _ in range(2):
            await second.look()  # the last one after its first try
        order.append("first")
    await waiting
    async with second.held(LockKind.REVIEW, "one"):
        waiting = asyncio.create_task(hold(first, "first again"))
        for _ in range(2):
            await first.look()
        order.append("second again")
        second.lose()
        await waiting

    assert order == ["first", "second", "second again", "first again"]


async def test_whoever_holds_a_lock_at_a_start_is_named(
    postgres_address: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A start that has to wait for a lock says whose it is in one line, and ends if it lasts."""
    monkeypatch.setattr(postgres_migrations, "WITHIN", 0)
    monkeypatch.setattr(claims, "JOINS_WITHIN", 0)
    held = psycopg.connect(postgres_address, autocommit=True, application_name="old pooler")
    with held as connection:
        named = rf"old pooler \(process {connection.execute(_MY_PROCESS).fetchall()[0][0]}, from"
        connection.execute("SELECT pg_advisory_lock(%s)", (MIGRATION_LOCK,))
        with pytest.raises(PostgresError, match=f"locked by {named}"):
            await PostgresDatabase.open(postgres_address, limits=LIMITS)
        connection.execute("SELECT pg_advisory_unlock_all()")
        connection.execute("SELECT pg_advisory_lock(%s)", (JOIN_LOCK,))
        database = await PostgresDatabase.open(postgres_address, limits=LIMITS)
        node = Claims(database)
        for begin in (node.join(1), node.refuse_others()):
            with pytest.raises(PostgresError, match=f"locked by {named}"):
                await begin
        connection.execute("SELECT pg_advisory_unlock_all()")
        connection.execute("SELECT pg_advisory_lock(%s, 5)", (int(LockKind.SESSION),))
        with pytest.raises(PostgresError, match=f"in use by 1 processes of the bot: {named}"):
            await node.refuse_others()
        await node.close()
        await database.close()

    waits = [line.getMessage() for line in caplog.records if "waiting for a lock" in line.msg]
    assert len(waits) == 3
    assert all("old pooler (process" in line for line in waits)


async def test_a_lock_that_is_freed_in_time_is_taken(
    postgres_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A start goes on once the lock that it waits for is free."""
    with psycopg.connect(postgres_address, autocommit=True) as connection:
        connection.execute("SELECT pg_advisory_lock(%s)", (MIGRATION_LOCK,))

        def free(_seconds: float) -> None:
            connection.execute("SELECT pg_advisory_unlock_all()")

        monkeypatch.setattr(time, "sleep", free)
        database = await PostgresDatabase.open(postgres_address, limits=LIMITS)
        await database.close()
