"""The SQLite file: how it is opened, and the two ways to talk to it, `transaction` and `read`.

Every connection is one of aiosqlite's: its statements are done one by one in a thread of its own,
and the event loop goes on meanwhile. A transaction has the one writing connection to itself, from
BEGIN to COMMIT, under a lock that is handed on in the order of asking. When `transaction` returns,
what was written is on disk. A statement is a trip to the thread and back, so what one statement
can say (`run_many`, `returning`) is not said in two.

A task that is cancelled while it waits may find its work done or not done, never half done.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import aiosqlite

from data.errors import (
    DatabaseForeignError,
    DatabaseInUseError,
    DatabaseUnwritableError,
    InconsistentChangeError,
    primary_code,
)
from data.migrating import MIGRATIONS, migrate, only_value, refuse_strangers

T = TypeVar("T")
Values: TypeAlias = tuple[Any, ...] | dict[str, Any]
BeforeWrite: TypeAlias = Callable[[str], None]

BUSY_MS = 5000
READERS = 2

_UNWRITABLE = {
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
}
_FOREIGN = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}

# Its debug lines repeat every statement with its values, hands and secrets among them.
logging.getLogger("aiosqlite").setLevel(logging.INFO)


class Reading:
    """Questions to one unchanging picture of the database."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    async def row(self, sql: str, values: Values = ()) -> aiosqlite.Row | None:
        """Return the first row, or None; all are fetched, so ask for one."""
        found = await self.rows(sql, values)
        return found[0] if found else None

    async def rows(self, sql: str, values: Values = ()) -> list[aiosqlite.Row]:
        return list(await self._connection.execute_fetchall(sql, values))


class Transaction(Reading):
    """Questions and changes that come to the disk together or not at all."""

    def __init__(
        self, connection: aiosqlite.Connection, label: str, before_write: BeforeWrite | None
    ) -> None:
        super().__init__(connection)
        self._label = label
        self._before_write = before_write
        self._writes = 0

    async def run(self, sql: str, values: Values = ()) -> int:
        """Change something; return how many rows it touched."""
        self._announce()
        cursor = await self._connection.execute(sql, values)
        return cursor.rowcount

    async def run_many(self, sql: str, many: Sequence[Values]) -> None:
        """Make the same change with each of many values, in one trip; with none, do nothing."""
        if many:
            self._announce()
            await self._connection.executemany(sql, many)

    async def returning(self, sql: str, values: Values = ()) -> list[aiosqlite.Row]:
        """Change something; return what its RETURNING asks of the rows it touched."""
        self._announce()
        return await self.rows(sql, values)

    async def commit(self) -> None:
        if self._before_write is not None:
            self._before_write(f"{self._label}, commit")
        # not the connection's own commit(), which is content if there is nothing to commit (any
        # more, since a full disk rolled back say): only what is on disk may be acknowledged
        await self._connection.execute_fetchall("COMMIT")

    def _announce(self) -> None:
        if self._before_write is not None:
            self._writes += 1
            self._before_write(f"{self._label}, write {self._writes}")


class Database:
    """One open file: one writing connection, a few reading ones."""

    def __init__(self, path: Path, before_write: BeforeWrite | None) -> None:
        self.path = path
        self._before_write = before_write
        self._connections: list[aiosqlite.Connection] = []
        self._writer: aiosqlite.Connection
        self._writing = asyncio.Lock()
        self._at_work: asyncio.Task[Any] | None = None  # the transaction that holds the lock
        self._idle_readers: list[aiosqlite.Connection] = []
        self._reading = asyncio.Semaphore(READERS)

    @classmethod
    async def open(
        cls,
        path: Path,
        *,
        before_write: BeforeWrite | None = None,
        migrations: Path = MIGRATIONS,
    ) -> Database:
        """Open the file, made and brought up to date if need be; raises DatabaseError.

        What is opened must be closed: its threads keep the process alive. `before_write`, for
        tests, is called with a label before every change and every commit; what it raises breaks
        the transaction off as a failing disk would.
        """
        database = cls(path, before_write)
        try:
            with told(path):
                await database._open(migrations)
        except BaseException:
            await database.close()
            raise
        return database

    async def transaction(self, label: str, work: Callable[[Transaction], Awaitable[T]]) -> T:
        """Run `work` as one transaction and return what it returns, once that is on disk.

        Whatever `work` raises undoes all of it. It should wait for the database alone, since all
        other writers wait for it. Raises DatabaseError when the disk refuses.
        """
        if asyncio.current_task() is self._at_work:
            raise RuntimeError(f"{label}: a transaction within a transaction waits for itself")
        await self._writing.acquire()  # cancelled here, nothing has begun
        # A task of its own, which goes on to its end when the one that waits for it is cancelled.
        at_work = self._at_work = asyncio.create_task(self._write(label, work))
        at_work.add_done_callback(self._hand_on)
        return await asyncio.shield(at_work)

    async def read(self, work: Callable[[Reading], Awaitable[T]]) -> T:
        """Let `work` ask its questions, all answered from one moment; raises DatabaseError."""
        async with self._reader() as reader:
            try:
                await reader.execute_fetchall("BEGIN")
                return await work(Reading(reader))
            finally:
                await reader.rollback()

    async def row(self, sql: str, values: Values = ()) -> aiosqlite.Row | None:
        """Ask a single question, as `Reading.row`; raises DatabaseError."""
        async with self._reader() as reader:
            return await Reading(reader).row(sql, values)

    async def rows(self, sql: str, values: Values = ()) -> list[aiosqlite.Row]:
        """Ask a single question, as `Reading.rows`; raises DatabaseError."""
        async with self._reader() as reader:
            return await Reading(reader).rows(sql, values)

    async def close(self) -> None:
        """Finish what was begun and give the file free for others. May be called twice."""
        async with AsyncExitStack() as everybody:
            await everybody.enter_async_context(self._writing)
            for _ in range(READERS):
                await everybody.enter_async_context(self._reading)
            while self._connections:  # the lock, opened first, goes last
                await self._connections.pop().close()

    async def _open(self, migrations: Path) -> None:
        _make_folder(self.path)
        await self._hold_lock()
        self._writer = await self._connect(self.path)
        await refuse_strangers(self._writer, self.path, migrations)
        await self._prepare()
        await migrate(self._writer, self.path, migrations)
        await self._writer.execute_fetchall("PRAGMA foreign_keys = ON")
        for _ in range(READERS):
            reader = await self._connect(self.path)
            await reader.execute_fetchall("PRAGMA query_only = ON")
            self._idle_readers.append(reader)

    async def _connect(self, path: Path, busy_ms: int = BUSY_MS) -> aiosqlite.Connection:
        threads: list[threading.Thread] = []

        def connector() -> sqlite3.Connection:
            threads.append(threading.current_thread())
            # without an isolation level we say BEGIN ourselves
            return sqlite3.connect(path, timeout=busy_ms / 1000, isolation_level=None)

        try:
            connection = await aiosqlite.Connection(connector, iter_chunk_size=1)  # we fetch all
        except BaseException:
            for thread in threads:  # it has a last word for our loop, which may be closed next
                await asyncio.to_thread(thread.join)
            raise
        self._connections.append(connection)
        connection.row_factory = aiosqlite.Row
        return connection

    async def _hold_lock(self) -> None:
        """Hold `<path>.lock` as long as we are open: a second process is sent away.

        SQLite's own file lock is the same on every system and falls with the process.
        """
        lock = await self._connect(self.path.with_name(self.path.name + ".lock"), busy_ms=0)
        await lock.execute_fetchall("PRAGMA journal_mode = MEMORY")
        await lock.execute_fetchall("BEGIN EXCLUSIVE")

    async def _prepare(self) -> None:
        if await only_value(self._writer, "PRAGMA journal_mode = WAL") != "wal":
            raise DatabaseUnwritableError(self.path, "its disk allows no shared memory files")
        await self._writer.execute_fetchall("PRAGMA synchronous = FULL")
        try:  # a file that is read-only says so at a write alone: now, not at the first move
            await self._writer.execute_fetchall("BEGIN IMMEDIATE")
            await self._writer.execute_fetchall("CREATE TABLE probe (a INTEGER)")
        finally:
            await self._writer.rollback()

    async def _write(self, label: str, work: Callable[[Transaction], Awaitable[T]]) -> T:
        transaction = Transaction(self._writer, label, self._before_write)
        with told(self.path):
            try:
                await self._writer.execute_fetchall("BEGIN IMMEDIATE")
                answer = await work(transaction)
                await transaction.commit()
            except BaseException as error:
                await self._writer.rollback()  # no harm if a full disk rolled back by itself
                if isinstance(error, sqlite3.IntegrityError):
                    raise InconsistentChangeError(label, str(error)) from error
                raise
            return answer

    def _hand_on(self, _: asyncio.Task[Any]) -> None:
        self._at_work = None
        self._writing.release()

    @asynccontextmanager
    async def _reader(self) -> AsyncIterator[aiosqlite.Connection]:
        with told(self.path):
            async with self._reading:
                reader = self._idle_readers.pop()
                try:
                    yield reader
                finally:
                    self._idle_readers.append(reader)


def _make_folder(path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DatabaseUnwritableError(path, error.strerror or str(error)) from error


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Turn SQLite's failures that the host can mend into ours, which say how."""
    try:
        yield
    except sqlite3.Error as error:
        code = primary_code(error)
        if code in _UNWRITABLE:
            raise DatabaseUnwritableError(path, str(error)) from error
        if code in _FOREIGN:
            raise DatabaseForeignError(path, str(error)) from error
        if code in _BUSY:
            raise DatabaseInUseError(path) from error
        raise
