"""Which process does what, agreed on by advisory locks of PostgreSQL.

Each process of a bot (a *node*) holds its locks on one connection. They fall with it: when the
process ends, when the server restarts, and when the node has not been heard of for `IDLE_SECONDS`,
as after a freeze. So no clock and no lease decides who owns a shard.

A node whose locks have fallen writes nothing any more: its other connections bear the number of its
session, another node ends them before it takes a shard over, and a new one is refused.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from hashlib import blake2b
from threading import Event, Thread
from typing import Any, TypeVar

import psycopg

from data.engine.errors import DatabaseError
from data.engine.postgres import PostgresDatabase
from data.engine.postgres_errors import PostgresError, translated_errors
from data.engine.postgres_sessions import JOIN_LOCK, holders_of, take_lock
from data.engine.postgres_values import Held, LockKind

log = logging.getLogger(__name__)

T = TypeVar("T")

IDLE_SECONDS = 6
"""A node that was not heard of for so long loses its claims."""
LOOK_AGAIN = 2.0
"""Seconds between two tries to take a lock that another node holds for long."""
RECONNECTS_WITHIN = 20.0
"""Seconds that somebody who presses waits for the database at most."""
RECONNECT_POLL = 0.1
"""Seconds between two looks whether it answers again."""
CHANNEL = "tomato_table"
"""The channel on which nodes announce changes to each other."""
JOINS_WITHIN = 3.0
"""Seconds that a node waits for others that are joining; less than `IDLE_SECONDS`."""
_HELD = (
    "SELECT classid::bigint, objid::bigint, pid = pg_backend_pid() FROM pg_locks"
    " WHERE locktype = 'advisory' AND objsubid = 2 AND granted"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
_END_SESSIONS = (
    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
    " WHERE datname = current_database() AND application_name LIKE %s"
    " AND NOT split_part(application_name, ' ', 3) = ANY(%s)"
)


class Claims:
    """The claims of this process; every method raises DatabaseError once they are lost."""

    def __init__(self, database: PostgresDatabase) -> None:
        self._database = database
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="claims")
        self._connection: psycopg.Connection[Any] | None = None
        self._heard_at = -float(IDLE_SECONDS)
        self._listener: NodeListener | None = None
        self.session = 0

    @property
    def are_sure(self) -> bool:
        """Whether nobody else can have taken over what this process holds."""
        return time.monotonic() - self._heard_at < IDLE_SECONDS

    async def join(self, count: int) -> int:
        """Become a node with a new session; returns the number of shards that all nodes split.

        That is `count` for the first node. Nothing of an earlier session can write any more.
        """
        return await self._do(lambda: self._join(count))

    async def refuse_others(self) -> None:
        """Let no node run as long as this process does; raises PostgresError while one does."""

        def refuse() -> None:
            self._connection = self._database.connect()
            refuse_running_nodes(self._connection, self._database.where)

        await self._do(refuse)

    async def look(self) -> Held:
        """Tell the server that this node lives, and return who holds what."""
        return await self._do(self._look)

    async def reconnected(self) -> bool:
        """Wait until the server answers this node; returns whether it does in time."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(RECONNECTS_WITHIN):
                while True:
                    with contextlib.suppress(DatabaseError):
                        await self.look()
                        return True
                    await asyncio.sleep(RECONNECT_POLL)
        return False

    async def claim(self, kind: LockKind, number: int) -> bool:
        """Take a lock unless another node holds it; returns whether it is ours."""
        return bool(await self._ask("SELECT pg_try_advisory_lock(%s, %s)", kind, number))

    async def holders(self, kind: LockKind, number: int | None = None) -> str:
        """Say who holds a lock, or any lock of this kind."""
        return await self._do(lambda: holders_of(self._live, kind, number))

    async def release(self, kind: LockKind, number: int) -> None:
        await self._ask("SELECT pg_advisory_unlock(%s, %s)", kind, number)

    @asynccontextmanager
    async def held(self, kind: LockKind, name: str) -> AsyncIterator[None]:
        """Hold the lock of a name inside the block, once no other node holds it.

        Two names may share a lock.
        """
        digest = blake2b(name.encode(), digest_size=4).digest()
        number = int.from_bytes(digest) >> 1  # the server wants a signed number
        while not await self.claim(kind, number):  # noqa: ASYNC110 - another process decides
            await asyncio.sleep(LOOK_AGAIN)
        try:
            yield
        finally:
            with contextlib.suppress(DatabaseError):  # then it has fallen already
                await self.release(kind, number)

    async def retire(self) -> None:
        """Take no shard from now on."""
        await self.release(LockKind.WORKER, self.session)

    async def end_lost_sessions(self) -> None:
        """End the connections of all nodes whose claims have fallen."""
        await self._do(self._end_lost_sessions)

    async def tell(self, message: str) -> None:
        """Send every node a message; it may get lost."""
        await self._ask("SELECT pg_notify(%s, %s)", CHANNEL, message)

    def listen(self, hear: Callable[[str], None]) -> None:
        """Call `hear` in the running loop with every message from now on, ours included."""
        connect, loop = self._database.connect, asyncio.get_running_loop()
        self._listener = NodeListener(connect, lambda m: loop.call_soon_threadsafe(hear, m))

    def lose(self) -> None:
        """Give up all claims, and all writing, at once."""
        self._heard_at = -float(IDLE_SECONDS)
        self._database.shut_out()
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    async def close(self) -> None:
        """Release everything. May be called twice."""
        self.lose()
        if self._listener is not None:
            await asyncio.to_thread(self._listener.stop)
        await asyncio.to_thread(self._thread.shutdown)

    async def _ask(self, sql: str, *values: int | str) -> object:
        def ask() -> object:
            return self._live.execute(sql, values).fetchall()[0][0]

        return await self._do(ask)

    async def _do(self, work: Callable[[], T]) -> T:
        """Do this in the claims' own thread, within the time after which they would fall."""
        loop = asyncio.get_running_loop()
        with translated_errors(self._database.where):
            try:
                async with asyncio.timeout(IDLE_SECONDS):
                    return await loop.run_in_executor(self._thread, work)
            except TimeoutError:
                raise PostgresError(f"{self._database.where} doesn't answer in time.") from None

    @property
    def _live(self) -> psycopg.Connection[Any]:
        if self._connection is None:
            raise psycopg.OperationalError("the claims are lost")
        return self._connection

    def _join(self, count: int) -> int:
        self.lose()
        since = time.monotonic()
        connection = self._database.connect(idle_session_timeout=f"{IDLE_SECONDS}s")
        self._connection = connection
        self.session = secrets.randbelow(1 << 31)
        with connection.transaction():  # two first nodes must not begin with different numbers
            where = self._database.where
            take_lock(connection, JOIN_LOCK, where, until_end_of="transaction", within=JOINS_WITHIN)
            held = connection.execute(_HELD).fetchall()
            agreed = [number for kind, number, _ in held if kind == LockKind.COUNT]
            count = agreed[0] if agreed else count
            connection.execute("SELECT pg_advisory_lock_shared(%s, %s)", (LockKind.COUNT, count))
            for kind in (LockKind.SESSION, LockKind.WORKER):
                connection.execute("SELECT pg_advisory_lock(%s, %s)", (kind, self.session))
        self._database.let_in(self.session, LockKind.SESSION)
        self._heard_at = since
        return count

    def _look(self) -> Held:
        since = time.monotonic()
        held = self._live.execute(_HELD).fetchall()
        self._heard_at = since
        return Held(
            shards=frozenset(number for kind, number, _ in held if kind == LockKind.SHARD),
            workers=sum(kind == LockKind.WORKER for kind, _, _ in held),
        )

    def _end_lost_sessions(self) -> None:
        held = self._live.execute(_HELD).fetchall()
        alive = [str(number) for kind, number, _ in held if kind == LockKind.SESSION]
        like = self._database.name_of_session("%")
        for (is_ended,) in self._live.execute(_END_SESSIONS, (like, alive)).fetchall():
            if not is_ended:
                raise psycopg.OperationalError("a session of a lost node does not end")


class NodeListener:
    """Hears what nodes tell each other, on a connection and in a thread of its own."""

    def __init__(
        self, connect: Callable[[], psycopg.Connection[Any]], hear: Callable[[str], object]
    ) -> None:
        self._connect = connect
        self._hear = hear
        self._stopped = Event()
        self._thread = Thread(target=self._run, name="listener", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stopped.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stopped.is_set():
            try:
                with self._connect() as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    while not self._stopped.is_set():
                        for told in connection.notifies(timeout=0.5):
                            self._hear(told.payload)
            except (psycopg.Error, DatabaseError) as error:
                log.debug("cannot listen to other nodes: %s", error)
                self._stopped.wait(1)  # what was missed meanwhile is found by looking
            except RuntimeError:
                return  # the loop is closed


def refuse_running_nodes(connection: psycopg.Connection[Any], where: str) -> None:
    """Let no node join as long as this connection lives; raises PostgresError while one runs."""
    take_lock(connection, JOIN_LOCK, where, until_end_of="session", within=JOINS_WITHIN)
    held = connection.execute(_HELD).fetchall()
    if running := sum(kind == LockKind.SESSION for kind, _, _ in held):
        holders = holders_of(connection, LockKind.SESSION, None)
        raise PostgresError(
            f"The PostgreSQL database {where} is in use by {running} processes of the bot:"
            f" {holders}. Stop them first."
        )
