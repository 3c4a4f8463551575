"""Laws of what the nodes of one bot agree on, without any bot."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from threading import Event

import psycopg
import pytest

from data.engine import claims
from data.engine.claims import Claims
from data.engine.database import Transaction
from data.engine.errors import DatabaseError
from data.engine.postgres import PostgresDatabase
from data.engine.postgres_values import LockKind, PostgresLimits
from tests.data.statements import GUILD, guilds_known

LIMITS = PostgresLimits(connections=1)
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
