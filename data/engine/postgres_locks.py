"""The locks of PostgreSQL by which several processes of a bot share one database.

Each process holds its locks on one connection. They fall with it: when the process ends, when the
server restarts, and when the process has not been heard of for `IDLE_SECONDS`, as after a freeze.
So no clock and no lease decides who runs a shard.

A process whose locks have fallen writes nothing any more: its other connections bear the number of
its session, the next holder ends them before it begins, and a new one is refused.
"""

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

from data.engine import postgres_sessions
from data.engine.errors import DatabaseError
from data.engine.migrations import newest_version, plan
from data.engine.postgres import PostgresDatabase
from data.engine.postgres_errors import PostgresError, translated_errors
from data.engine.postgres_migrations import MIGRATIONS
from data.engine.postgres_values import LockKind
from data.records.shards import ShardShare

log = logging.getLogger(__name__)

T = TypeVar("T")

IDLE_SECONDS = 6
"""A process that was not heard of for so long loses its locks."""
LOOK_AGAIN = 2.0
"""Seconds between two tries to take a lock that another process holds for long."""
RECONNECTS_WITHIN = 20.0
"""Seconds that somebody who presses waits for the database at most."""
RECONNECT_POLL = 0.1
"""Seconds between two looks whether it answers again."""
CHANNEL = "tomato_table"
"""The channel on which processes announce changes to each other."""
JOINS_WITHIN = 3.0
"""Seconds that a process waits for others that take locks; less than `IDLE_SECONDS`."""
NO_SPLIT = 0
"""The number of shards of a process that runs all of them."""
_HELD = (
    "SELECT classid::bigint, objid::bigint, pid FROM pg_locks"
    " WHERE locktype = 'advisory' AND objsubid = 2 AND granted AND pid <> pg_backend_pid()"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
_END_SESSIONS = (
    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
    " WHERE datname = current_database() AND application_name LIKE %s"
    " AND NOT split_part(application_name, ' ', 3) = ANY(%s)"
)


class PostgresLocks:
    """The locks of this process; every method raises DatabaseError once they are lost."""

    def __init__(self, database: PostgresDatabase, share: ShardShare | None = None) -> None:
        """`share` are the shards that this process runs; None stands for all."""
        self._database = database
        self._share = share
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="locks")
        self._connection: psycopg.Connection[Any] | None = None
        self._heard_at = -float(IDLE_SECONDS)
        self._listener: NoticeListener | None = None
        self._is_taken = False
        self._is_open = False
        self.session = 0

    @property
    def is_sure(self) -> bool:
        return self._is_taken and time.monotonic() - self._heard_at < IDLE_SECONDS

    async def take(self) -> str | None:
        """Take the locks of this process's shards, all or none.

        Returns who holds one of them, None if they are ours. Afterwards nothing of a process whose
        locks have fallen can write any more.
        """
        return await self._do(self._take)

    async def plan(self) -> str:
        def ask() -> str:
            exists = self._live.execute("SELECT to_regclass('schema_version')").fetchall()[0][0]
            version = exists and self._live.execute("SELECT version FROM schema_version").fetchone()
            newest = newest_version(MIGRATIONS)
            return plan(self._database.where, version[0] if version else 0, newest)

        return await self._do(ask)

    async def begin(self) -> None:
        """Open the database, created or migrated if needed, as long as the locks are held."""
        await self._database.begin(self.session)
        self._is_open = True

    async def confirm(self) -> None:
        """Tell the server that this process lives."""
        await self._ask("SELECT 1")

    async def refuse_others(self) -> None:
        """Keep other processes from working as long as this one lives.

        Raises PostgresError while one does.
        """

        def refuse() -> None:
            self._connection = self._database.connect()
            refuse_running_bots(self._connection, self._database.where)

        await self._do(refuse)

    async def reconnected(self) -> bool:
        """Wait until this process works again after a loss; returns whether it does in time."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(RECONNECTS_WITHIN):
                while True:
                    with contextlib.suppress(DatabaseError):
                        await self.confirm()
                        if self._is_open:
                            return True
                    await asyncio.sleep(RECONNECT_POLL)
        return False

    async def claim(self, kind: LockKind, number: int) -> bool:
        """Take a lock unless another process holds it; returns whether it is ours."""
        return bool(await self._ask("SELECT pg_try_advisory_lock(%s, %s)", kind, number))

    async def holders(self, kind: LockKind, number: int | None = None) -> str:
        """Say who holds a lock, or any lock of this kind."""
        return await self._do(lambda: postgres_sessions.holders_of(self._live, kind, number))

    async def release(self, kind: LockKind, number: int) -> None:
        await self._ask("SELECT pg_advisory_unlock(%s, %s)", kind, number)

    @asynccontextmanager
    async def held(self, kind: LockKind, name: str) -> AsyncIterator[None]:
        """Hold the lock of a name inside the block, once no other process holds it.

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

    async def tell(self, message: str) -> None:
        """Send every process a message; it may get lost."""
        await self._ask("SELECT pg_notify(%s, %s)", CHANNEL, message)

    def listen(self, hear: Callable[[str], None]) -> None:
        """Call `hear` in the running loop with every message from now on, ours included."""
        if self._listener is not None:
            return  # it connects again by itself
        connect, loop = self._database.connect, asyncio.get_running_loop()
        self._listener = NoticeListener(connect, lambda m: loop.call_soon_threadsafe(hear, m))

    def lose(self) -> None:
        self._is_taken = self._is_open = False
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
            since = time.monotonic()
            answer = self._live.execute(sql, values).fetchall()[0][0]
            self._heard_at = since
            return answer

        return await self._do(ask)

    async def _do(self, work: Callable[[], T]) -> T:
        """Do this in a thread of its own, within the time after which the locks would fall."""
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
            raise psycopg.OperationalError("the locks are lost")
        return self._connection

    def _take(self) -> str | None:
        if self._connection is None or self._connection.closed:
            self._is_taken = False
            self._connection = self._database.connect(idle_session_timeout=f"{IDLE_SECONDS}s")
            self.session = secrets.randbelow(1 << 31)
        connection, since = self._connection, time.monotonic()
        if self._is_taken:
            connection.execute("SELECT 1")
        else:
            with connection.transaction():  # two processes must not look at the same time
                where = self._database.where
                postgres_sessions.take_lock(
                    connection,
                    postgres_sessions.JOIN_LOCK,
                    where,
                    until_end_of="transaction",
                    within=JOINS_WITHIN,
                )
                held = connection.execute(_HELD).fetchall()
                if rivals := [pid for kind, number, pid in held if self._conflicts(kind, number)]:
                    return postgres_sessions.describe(connection, rivals)
                self._lock_all(connection)
            self._end_lost_sessions(connection)
        self._is_taken, self._heard_at = True, since
        return None

    @property
    def _count(self) -> int:
        return NO_SPLIT if self._share is None else self._share.count

    def _conflicts(self, kind: int, number: int) -> bool:
        """Whether a lock of another process keeps this one from working."""
        if kind == LockKind.COUNT:
            return self._share is None or number != self._share.count
        return kind == LockKind.SHARD and self._share is not None and number in self._share.ids

    def _lock_all(self, connection: psycopg.Connection[Any]) -> None:
        connection.execute("SELECT pg_advisory_lock_shared(%s, %s)", (LockKind.COUNT, self._count))
        for shard in () if self._share is None else self._share.ids:
            connection.execute("SELECT pg_advisory_lock(%s, %s)", (LockKind.SHARD, shard))
        connection.execute("SELECT pg_advisory_lock(%s, %s)", (LockKind.SESSION, self.session))

    def _end_lost_sessions(self, connection: psycopg.Connection[Any]) -> None:
        """End the connections of all processes whose locks have fallen."""
        held = connection.execute(_HELD).fetchall()
        alive = [str(number) for kind, number, _ in held if kind == LockKind.SESSION]
        alive.append(str(self.session))
        like = self._database.name_of_session("%")
        for (is_ended,) in connection.execute(_END_SESSIONS, (like, alive)).fetchall():
            if not is_ended:
                raise psycopg.OperationalError("a session whose lock has fallen does not end")


class NoticeListener:
    """Hears what processes tell each other, on a connection and in a thread of its own."""

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
                        for notice in connection.notifies(timeout=0.5):
                            self._hear(notice.payload)
            except (psycopg.Error, DatabaseError) as error:
                log.debug("cannot listen to other processes: %s", error)
                self._stopped.wait(1)  # what was missed is found by looking
            except RuntimeError:
                return  # the loop is closed


def refuse_running_bots(connection: psycopg.Connection[Any], where: str) -> None:
    """Keep the bot from working as long as this connection lives.

    Raises PostgresError while one of its processes works.
    """
    postgres_sessions.take_lock(
        connection, postgres_sessions.JOIN_LOCK, where, until_end_of="session", within=JOINS_WITHIN
    )
    held = connection.execute(_HELD).fetchall()
    if running := [pid for kind, _, pid in held if kind == LockKind.SESSION]:
        raise PostgresError(
            f"The PostgreSQL database {where} is in use by {len(running)} processes of the bot:"
            f" {postgres_sessions.describe(connection, running)}. Stop them first."
        )
