"""The SQLite file: how it is opened, and the two ways to talk to it, `transaction` and `read`.

The work of a transaction is a plain function that runs from BEGIN to COMMIT in the writer's one
thread. So nothing can come between its statements, a cancelled task cannot tear it apart, and the
thread's queue is the writer lock. (aiosqlite, which hops to its thread and back for each
statement, was measured at twice the time for the eight statements of a step.) When `transaction`
returns, what was written is on disk.

A task that is cancelled while it waits may find its work done or not done, never half done.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TypeAlias, TypeVar

from data.errors import (
    DatabaseForeignError,
    DatabaseInUseError,
    DatabaseUnwritableError,
    InconsistentChangeError,
    primary_code,
)
from data.migrating import MIGRATIONS, migrate, refuse_strangers

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


class Reading:
    """Questions to one unchanging picture of the database."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def row(self, sql: str, values: Values = ()) -> sqlite3.Row | None:
        """Return the first row, or None."""
        found: sqlite3.Row | None = self._connection.execute(sql, values).fetchone()
        return found

    def rows(self, sql: str, values: Values = ()) -> list[sqlite3.Row]:
        return self._connection.execute(sql, values).fetchall()


class Transaction(Reading):
    """Questions and changes that come to the disk together or not at all."""

    def __init__(
        self, connection: sqlite3.Connection, label: str, before_write: BeforeWrite | None
    ) -> None:
        super().__init__(connection)
        self._label = label
        self._before_write = before_write
        self._writes = 0

    def run(self, sql: str, values: Values = ()) -> int:
        """Change something; return how many rows it touched."""
        if self._before_write is not None:
            self._writes += 1
            self._before_write(f"{self._label}, write {self._writes}")
        return self._connection.execute(sql, values).rowcount

    def commit(self) -> None:
        if self._before_write is not None:
            self._before_write(f"{self._label}, commit")
        self._connection.execute("COMMIT")


class Database:
    """One open file: one writing connection in its own thread, a few reading ones."""

    def __init__(self, path: Path, before_write: BeforeWrite | None) -> None:
        self.path = path
        self._before_write = before_write
        self._connections: list[sqlite3.Connection] = []
        self._idle_readers: SimpleQueue[sqlite3.Connection] = SimpleQueue()
        self._write_thread = ThreadPoolExecutor(1, thread_name_prefix="database-writer")
        self._read_threads = ThreadPoolExecutor(READERS, thread_name_prefix="database-reader")

    @classmethod
    async def open(
        cls,
        path: Path,
        *,
        before_write: BeforeWrite | None = None,
        migrations: Path = MIGRATIONS,
    ) -> Database:
        """Open the file, made and brought up to date if need be; raises DatabaseError.

        `before_write`, for tests, is called with a label before every change and every commit;
        what it raises breaks the transaction off as a failing disk would.
        """
        database = cls(path, before_write)
        loop = asyncio.get_running_loop()
        try:
            await loop.run_in_executor(database._write_thread, database._open, migrations)
        except BaseException:
            await database.close()
            raise
        return database

    async def transaction(self, label: str, work: Callable[[Transaction], T]) -> T:
        """Run `work` as one transaction and return what it returns, once that is on disk.

        Whatever `work` raises undoes all of it. `work` runs in another thread: it may not touch
        anything that others change. Raises DatabaseError when the disk refuses.
        """
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._write_thread, self._write, label, work)

    async def read(self, work: Callable[[Reading], T]) -> T:
        """Let `work` ask its questions, all answered from one moment; raises DatabaseError."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._read_threads, self._read, work)

    async def close(self) -> None:
        """Finish what was begun and give the file free for others. May be called twice."""
        await asyncio.to_thread(self._close)

    def _open(self, migrations: Path) -> None:
        with _told(self.path):
            _make_folder(self.path)
            self._connections.append(_lock(self.path))
            self._writer = self._connect()
            refuse_strangers(self._writer, self.path, migrations)
            self._prepare(self._writer)
            migrate(self._writer, self.path, migrations)
            self._writer.execute("PRAGMA foreign_keys = ON")
            for _ in range(READERS):
                reader = self._connect()
                reader.execute("PRAGMA query_only = ON")
                self._idle_readers.put(reader)

    def _connect(self) -> sqlite3.Connection:
        connection = _connect(self.path, BUSY_MS)
        self._connections.append(connection)
        return connection

    def _prepare(self, writer: sqlite3.Connection) -> None:
        (mode,) = writer.execute("PRAGMA journal_mode = WAL").fetchone()
        if mode != "wal":
            raise DatabaseUnwritableError(self.path, "its disk allows no shared memory files")
        writer.execute("PRAGMA synchronous = FULL")
        writer.execute("BEGIN IMMEDIATE")
        try:  # a file that is read-only says so at a write alone: now, not at the first move
            writer.execute("CREATE TABLE probe (a INTEGER)")
        finally:
            _roll_back(writer)

    def _write(self, label: str, work: Callable[[Transaction], T]) -> T:
        transaction = Transaction(self._writer, label, self._before_write)
        with _told(self.path):
            self._writer.execute("BEGIN IMMEDIATE")
            try:
                answer = work(transaction)
                transaction.commit()
            except BaseException as error:
                _roll_back(self._writer)
                if isinstance(error, sqlite3.IntegrityError):
                    raise InconsistentChangeError(label, str(error)) from error
                raise
            return answer

    def _read(self, work: Callable[[Reading], T]) -> T:
        reader = self._idle_readers.get()
        try:
            with _told(self.path):
                reader.execute("BEGIN")
                try:
                    return work(Reading(reader))
                finally:
                    reader.execute("ROLLBACK")
        finally:
            self._idle_readers.put(reader)

    def _close(self) -> None:
        self._read_threads.shutdown()
        self._write_thread.shutdown()
        while self._connections:  # the lock, opened first, goes last
            self._connections.pop().close()


def _connect(path: Path, busy_ms: int) -> sqlite3.Connection:
    connection = sqlite3.connect(
        path,
        timeout=busy_ms / 1000,
        isolation_level=None,  # we say BEGIN ourselves
        check_same_thread=False,  # opened in one thread, closed in another, never used by two
    )
    connection.row_factory = sqlite3.Row
    return connection


def _roll_back(connection: sqlite3.Connection) -> None:
    if connection.in_transaction:  # a full disk may have rolled back by itself
        connection.execute("ROLLBACK")


def _lock(path: Path) -> sqlite3.Connection:
    """Hold `<path>.lock` as long as the connection lives: a second process is sent away.

    SQLite's own file lock is the same on every system and falls with the process.
    """
    connection = _connect(path.with_name(path.name + ".lock"), busy_ms=0)
    connection.execute("PRAGMA journal_mode = MEMORY")
    try:
        connection.execute("BEGIN EXCLUSIVE")
    except BaseException:
        connection.close()
        raise
    return connection


def _make_folder(path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DatabaseUnwritableError(path, error.strerror or str(error)) from error


@contextmanager
def _told(path: Path) -> Iterator[None]:
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
