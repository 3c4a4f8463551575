"""The SQLite file: opening, reading and writing it.

Every connection is an aiosqlite connection with a thread of its own, so the event loop never waits.
Transactions take turns on the one writing connection, in the order they were requested.

A trip to a thread and back costs more than most statements. So a unit of work is a plain function
that runs in that thread as a whole and uses the connection it is given. Work waits in the thread's
own queue: while the event loop is busy, the thread goes on with the next.
"""

import asyncio
import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import TypeVar

import aiosqlite

from data.engine import errors, files
from data.engine.database import (
    BeforeWrite,
    Committed,
    DatabaseFacts,
    DatabaseRow,
    ReadConnection,
    Transaction,
    Values,
    on_loop,
)
from data.engine.migrations import (
    MIGRATIONS,
    migrate,
    newest_version,
    only_value,
    plan,
    refuse_strangers,
)

T = TypeVar("T")

BUSY_MS = 5000
SYNCHRONOUS = "FULL"
"""A commit waits for the disk. Tests, which never lose power, set this to OFF."""
READERS = 2

QUIET = 60.0
"""Seconds without a failed write after which the database counts as writable again."""

_FULL = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_SHMSIZE}
"""The second comes from the index of the log, before anything is written."""
_UNWRITABLE = {
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CANTOPEN,
}
_FOREIGN = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}

log = logging.getLogger(__name__)

# Its debug lines contain every statement with its values, among them hands and secrets.
logging.getLogger("aiosqlite").setLevel(logging.INFO)


class _Connection(aiosqlite.Connection):
    """A connection that runs a whole unit of work in one trip to its thread."""

    _closing: asyncio.Task[None] | None = None
    given = 0
    """How many units of work its thread has not finished."""

    async def do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run this in the connection's thread, after what it was given before.

        If the task is cancelled, work that has begun is completed, and other work never runs.
        """
        is_wanted = True

        def run(connection: sqlite3.Connection) -> T:
            if not is_wanted:
                raise asyncio.CancelledError
            return work(connection)

        self.given += 1
        try:
            # aiosqlite has no public way to run a function of ours in its thread.
            done: T = await self._execute(run, self._conn)  # type: ignore[no-untyped-call]  # aiosqlite's
        finally:
            is_wanted = False
            self.given -= 1
        return done

    async def close(self) -> None:
        """Complete running work and close; a second call waits for the first.

        Otherwise it would wait for ever, since the thread ends with the first.
        """
        if self._closing is None:
            self._closing = asyncio.create_task(super().close())
        await asyncio.shield(self._closing)


class SqliteDatabase:
    """One open file with one writing connection and a few reading ones."""

    def __init__(
        self,
        path: Path,
        before_write: BeforeWrite | None = None,
        committed: Committed | None = None,
        migrations: Path = MIGRATIONS,
    ) -> None:
        """Name the file, which `take` and then `begin` open.

        `before_write`, for tests, is called with a label before every change and every commit. If
        it raises, the transaction fails as with a failing disk. `committed` gets the label of every
        transaction on disk and its seconds, waiting included.
        """
        self.path = files.real_path(path)
        self._before_write = before_write
        self._committed = committed
        self._migrations = migrations
        self.is_sure = False
        self._connections: list[_Connection] = []
        self._threads: list[threading.Thread] = []
        self._failed_at: float | None = None
        """When a write last failed; None while the database counts as writable."""
        self._writer: _Connection
        self._readers: list[_Connection] = []

    @classmethod
    async def open(
        cls,
        path: Path,
        *,
        before_write: BeforeWrite | None = None,
        committed: Committed | None = None,
        migrations: Path = MIGRATIONS,
    ) -> "SqliteDatabase":
        """Open the file, created or migrated if needed; raises DatabaseError.

        The database must be closed, because its threads keep the process alive.
        """
        database = cls(path, before_write, committed, migrations)
        if await database.take() is not None:
            raise errors.DatabaseInUseError(database.path)
        try:
            await database.begin()
        except BaseException:
            await database.close()
            raise
        return database

    async def take(self) -> str | None:
        """Hold `<path>.lock` until closed; returns who holds it, None if it is ours.

        SQLite's own file lock is the same on every system and ends with the process.
        """
        if self.is_sure:
            return None
        path = files.companion(self.path, ".lock")
        with translated_errors(path), files.file_errors(self.path):
            files.make_folder(self.path.parent)
            files.make_private(path)
            lock = await self._connect(path, busy_ms=0)
            try:
                await lock.execute_fetchall("PRAGMA journal_mode = MEMORY")
                await lock.execute_fetchall("BEGIN EXCLUSIVE")
            except sqlite3.OperationalError as error:
                self._connections.remove(lock)
                await lock.close()
                if errors.primary_code(error) not in _BUSY:
                    raise
                return f"the program that has locked {path}"
        self.is_sure = True
        return None

    async def plan(self) -> str:
        def version() -> int:
            if not self.path.exists():
                return 0
            with closing(
                sqlite3.connect(f"{self.path.absolute().as_uri()}?mode=ro", uri=True)
            ) as reader:
                return int(only_value(reader, "PRAGMA user_version"))

        with translated_errors(self.path):
            return plan(
                self.path, await asyncio.to_thread(version), newest_version(self._migrations)
            )

    async def confirm(self) -> None:
        """Do nothing: the lock lasts as long as the process."""

    def lose(self) -> None:
        """Do nothing, as above."""

    async def begin(self) -> None:
        """Open the locked file, created or migrated if needed; raises DatabaseError."""
        if not self._readers:
            with translated_errors(self.path):
                try:
                    await self._open()
                except BaseException:
                    self._readers.clear()
                    while len(self._connections) > 1:  # the lock stays, for another try
                        await self._connections.pop().close()
                    raise

    async def transaction(self, label: str, work: Callable[[Transaction], T]) -> T:
        """Run `work` as one transaction and return its result, once that is on disk.

        An exception in `work` undoes all of it. It runs in the writer's thread and waits only for
        the database. It is completed even if the waiting task is cancelled. Raises DatabaseError if
        the disk fails.
        """
        before_write = self._before_write
        if before_write is not None:
            before_write = partial(on_loop, asyncio.get_running_loop(), before_write)
        since = time.perf_counter()
        try:
            with translated_errors(self.path):
                done = await self._writer.do(
                    lambda writer: _write(Transaction(writer, label, before_write), writer, work)
                )
        except errors.DatabaseUnwritableError as error:
            self._report(error)
            raise
        self._report(None)
        if self._committed is not None:
            self._committed(label, time.perf_counter() - since)
        return done

    async def read(self, work: Callable[[ReadConnection], T]) -> T:
        """Run the queries of `work` on one consistent state; raises DatabaseError.

        It runs in a reader's thread and waits only for the database.
        """
        with translated_errors(self.path):
            return await self._reader.do(lambda connection: _read(connection, work))

    async def read_apart(self, work: Callable[[ReadConnection], T]) -> T:
        """Do the same on a connection opened for it, so that a long query blocks no others.

        Raises DatabaseError.
        """
        with translated_errors(self.path):
            connection = await self._connect(self.path)
            try:
                await connection.execute_fetchall("PRAGMA query_only = ON")
                return await connection.do(lambda asked: _read(asked, work))
            finally:
                await connection.close()
                if connection in self._connections:  # unless `close` came first
                    self._connections.remove(connection)
                self._threads = [thread for thread in self._threads if thread.is_alive()]

    async def row(self, sql: str, values: Values = ()) -> DatabaseRow | None:
        """Run a single query, as `ReadConnection.row`; raises DatabaseError."""
        rows = await self.rows(sql, values)
        return rows[0] if rows else None

    async def rows(self, sql: str, values: Values = ()) -> list[DatabaseRow]:
        """Run a single query, as `ReadConnection.rows`; raises DatabaseError."""
        with translated_errors(self.path):
            return await self._reader.do(lambda asked: asked.execute(sql, values).fetchall())

    async def facts(self) -> DatabaseFacts:
        """Return the size and version; raises DatabaseError."""
        asked = ("page_count", "page_size", "user_version")
        pages, size, version = [int((await self.rows(f"PRAGMA {name}"))[0][0]) for name in asked]
        return DatabaseFacts(pages * size, version)

    async def first_fault(self) -> str | None:
        """Return SQLite's first complaint, None if there is none; raises DatabaseError.

        It reads the whole file on a separate connection, which takes a second for some hundred
        megabytes.
        """
        (row,) = await self.read_apart(lambda reading: reading.rows("PRAGMA quick_check(1)"))
        return None if row[0] == "ok" else str(row[0])

    def _report(self, error: errors.DatabaseUnwritableError | None) -> None:
        """Log once that nothing can be written, and once that it can again."""
        now = time.monotonic()
        if error is not None:
            if self._failed_at is None:
                log.error("%s Until it can, changes are refused. No restart is needed.", error)
            self._failed_at = now
        elif self._failed_at is not None and now - self._failed_at > QUIET:
            self._failed_at = None
            log.warning("The database %s can be written again.", self.path)

    async def close(self) -> None:
        """Complete running work and release the file. May be called twice."""
        while self._connections:  # the lock was opened first and is closed last
            await self._connections.pop().close()
        self.is_sure = False

    async def _open(self) -> None:
        with files.file_errors(self.path):
            files.finish_restore(self.path)
            files.make_private(self.path)
            files.refuse_links(self.path)
            files.check_room(self.path.parent)
        self._writer = await self._connect(self.path)
        await self._writer.do(lambda writer: _prepare(writer, self.path, self._migrations))
        for _ in range(READERS):
            reader = await self._connect(self.path)
            await reader.execute_fetchall("PRAGMA query_only = ON")
            self._readers.append(reader)

    async def _connect(self, path: Path, busy_ms: int = BUSY_MS) -> _Connection:
        threads: list[threading.Thread] = []

        def connector() -> sqlite3.Connection:
            threads.append(threading.current_thread())
            # without an isolation level we say BEGIN ourselves
            connected = sqlite3.connect(path, timeout=busy_ms / 1000, isolation_level=None)
            # Only some builds of SQLite overwrite what is deleted if nobody asks.
            connected.execute("PRAGMA secure_delete = ON")
            return connected

        connection = _Connection(connector, iter_chunk_size=1)  # we fetch all rows at once
        try:
            await connection
        except BaseException:
            # A closing thread still calls our loop, which may be closed next.
            for thread in threads:
                await asyncio.to_thread(thread.join)
            raise
        self._connections.append(connection)
        self._threads += threads
        connection.row_factory = aiosqlite.Row
        return connection

    @property
    def _reader(self) -> _Connection:
        """The reading connection with the least work."""
        return min(self._readers, key=attrgetter("given"))


def _prepare(writer: sqlite3.Connection, path: Path, migrations: Path) -> None:
    """Bring a file of ours up to date; raises DatabaseError for any other, left as it is."""
    refuse_strangers(writer, path, migrations)
    if only_value(writer, "PRAGMA journal_mode = WAL") != "wal":
        raise errors.DatabaseUnwritableError(path, "its disk allows no shared memory files")
    writer.execute(f"PRAGMA synchronous = {SYNCHRONOUS}")
    try:  # a read-only file fails only at a write: test it now, not at the first move
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("CREATE TABLE probe (a INTEGER)")
    finally:
        writer.rollback()
    is_new = only_value(writer, "PRAGMA user_version") == 0
    migrate(writer, path, migrations)
    if is_new:
        log.info("created a NEW database at %s", path)
    writer.execute("PRAGMA foreign_keys = ON")


def _write(
    transaction: Transaction, writer: sqlite3.Connection, work: Callable[[Transaction], T]
) -> T:
    """Run a transaction from BEGIN to COMMIT; an exception rolls it back."""
    try:
        writer.execute("BEGIN IMMEDIATE")
        answer = work(transaction)
        transaction.commit()
    except BaseException as error:
        writer.rollback()  # harmless if a full disk rolled back already
        if isinstance(error, sqlite3.IntegrityError):
            raise errors.InconsistentChangeError(transaction.label, str(error)) from error
        raise
    return answer


def _read(connection: sqlite3.Connection, work: Callable[[ReadConnection], T]) -> T:
    """Run queries that all see the database as it is at BEGIN."""
    try:
        connection.execute("BEGIN")
        return work(ReadConnection(connection))
    finally:
        connection.rollback()


@contextmanager
def translated_errors(path: Path) -> Iterator[None]:
    """Turn SQLite errors that the host can fix into ours, which explain how."""
    try:
        yield
    except sqlite3.Error as error:
        code = errors.primary_code(error)
        if getattr(error, "sqlite_errorcode", 0) in _FULL:
            raise errors.DatabaseFullError(path, str(error)) from error
        if code in _UNWRITABLE:
            raise errors.DatabaseUnwritableError(path, str(error)) from error
        if code in _FOREIGN:
            raise errors.DatabaseForeignError(path, str(error)) from error
        if code in _BUSY:
            raise errors.DatabaseInUseError(path) from error
        raise
