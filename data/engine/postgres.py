"""A PostgreSQL database, for hosts that run one anyway or need several machines.

Every transaction is serializable, which gives the same guarantee as SQLite's single writer.
PostgreSQL refuses some concurrent transactions; they are run again as a whole. Connections belong
to a small pool. Each unit of work holds one in a thread, from BEGIN to COMMIT.

Statements are sent without waiting for the answers of earlier ones (psycopg's pipeline), until the
rows of one are needed. So each such need costs a round trip, and the commit one more.

A process that has lost its locks is shut out: see `data.engine.postgres_locks`.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from threading import Thread
from typing import Any, TypeAlias, TypeVar

import psycopg
from psycopg.types.numeric import IntLoader
from psycopg_pool import ConnectionPool

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
from data.engine.dialect import translate
from data.engine.errors import InconsistentChangeError
from data.engine.postgres_errors import PostgresLostError, translated_errors, whereabouts
from data.engine.postgres_migrations import migrate
from data.engine.postgres_values import LockKind, PostgresLimits

T = TypeVar("T")

# Its warnings repeat what is raised anyway, and tell of every transaction that is run again.
logging.getLogger("psycopg").setLevel(logging.ERROR)

ATTEMPTS = 12
"""How often a transaction is tried if others interfere or its connection is lost."""
LONGEST_PAUSE = 0.05
"""The longest pause in seconds between two attempts."""
_AGAIN = (psycopg.errors.SerializationFailure, psycopg.errors.DeadlockDetected)
_NAME = "tomato-table"
_IS_HELD = (
    "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = %s AND objid = %s"
    " AND objsubid = 2 AND granted"
)
_SET = (
    "SELECT set_config(name, value, false) FROM unnest(%s::text[], %s::text[]) AS s (name, value)"
)
_READ = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
_WRITE = "BEGIN ISOLATION LEVEL SERIALIZABLE"


def _configure(connection: "_Connection") -> None:
    """Read sums of integers as integers; none of our columns has decimals."""
    connection.adapters.register_loader("numeric", IntLoader)


class PostgresDatabase:
    """One pool of connections to one database."""

    def __init__(
        self,
        url: str,
        limits: PostgresLimits,
        before_write: BeforeWrite | None = None,
        committed: Committed | None = None,
    ) -> None:
        """Name the database, which `begin` opens; see `SqliteDatabase`."""
        self.where = whereabouts(url)
        self._url = url
        self._limits = limits
        self._before_write = before_write
        self._committed = committed
        self._threads = ThreadPoolExecutor(limits.connections, thread_name_prefix="postgres")
        self._pool = self._new_pool(_NAME, self._set_up)

    @classmethod
    async def open(
        cls,
        url: str,
        *,
        limits: PostgresLimits | None = None,
        before_write: BeforeWrite | None = None,
        committed: Committed | None = None,
    ) -> "PostgresDatabase":
        """Connect, and create or migrate the tables; raises DatabaseError.

        The database must be closed after use.
        """
        database = cls(url, limits or PostgresLimits(), before_write, committed)
        try:
            await database.begin()
        except BaseException:
            await database.close()
            raise
        return database

    async def transaction(self, label: str, work: Callable[[Transaction], T]) -> T:
        """Run `work` as one transaction and return its result; see `Database`."""
        before_write = self._before_write
        if before_write is not None:
            before_write = partial(on_loop, asyncio.get_running_loop(), before_write)
        since, pool = time.perf_counter(), self._pool
        done = await self._in_thread(lambda: self._write(pool, label, before_write, work))
        if self._committed is not None:
            self._committed(label, time.perf_counter() - since)
        return done

    async def read(self, work: Callable[[ReadConnection], T]) -> T:
        """Run the queries of `work` on one consistent state; raises DatabaseError."""
        pool = self._pool
        return await self._in_thread(lambda: self._read(pool, work))

    async def read_apart(self, work: Callable[[ReadConnection], T]) -> T:
        """Do the same; a long query holds one connection of the pool."""
        return await self.read(work)

    async def row(self, sql: str, values: Values = ()) -> DatabaseRow | None:
        rows = await self.rows(sql, values)
        return rows[0] if rows else None

    async def rows(self, sql: str, values: Values = ()) -> list[DatabaseRow]:
        pool = self._pool

        def ask(connection: _Connection, _: _Attempt) -> list[DatabaseRow]:
            return list(_PostgresDriver(connection).execute(sql, values).fetchall())

        return await self._in_thread(lambda: self._run(pool, ask))

    async def facts(self) -> DatabaseFacts:
        """Return the size and version; raises DatabaseError."""
        size = await self.row("SELECT pg_database_size(current_database()) AS size")
        version = await self.row("SELECT version FROM schema_version")
        assert size is not None
        assert version is not None
        return DatabaseFacts(size["size"], version["version"])

    async def first_fault(self) -> str | None:
        """Return None: the server checks its own pages when it reads them."""
        return None

    async def close(self) -> None:
        """Complete running work and close all connections. May be called twice."""
        await asyncio.to_thread(self._threads.shutdown)
        await asyncio.to_thread(self._pool.close)

    def connect(self, **settings: str) -> "_Connection":
        """Open a connection outside of the pool, with these settings; raises psycopg.Error."""
        connection = psycopg.connect(self._url, **self._arguments())
        try:
            self._set_up(connection, **settings)
        except BaseException:
            connection.close()
            raise
        return connection

    def shut_out(self) -> None:
        """Refuse all work from now on; running work fails, or is done already."""
        Thread(target=self._pool.close, daemon=True).start()  # it waits for the pool's own threads

    async def begin(self, session: int = 0) -> None:
        """Create or migrate the tables, and work; with a session, as long as its lock is held.

        Raises DatabaseError.
        """

        def admit(connection: _Connection) -> None:
            self._set_up(connection)
            if connection.execute(_IS_HELD, (LockKind.SESSION, session)).fetchone() is None:
                raise psycopg.OperationalError("the session has ended")

        await self._in_thread(lambda: self._prepare(session))
        if session:
            self._pool = self._new_pool(self.name_of_session(session), admit)
        self._pool.open()

    def name_of_session(self, session: object) -> str:
        """Return the name that the server shows for a connection of this session."""
        return f"{_NAME} session {session}"

    def _new_pool(self, name: str, configure: "Callable[[_Connection], None]") -> "_Pool":
        return ConnectionPool(
            self._url,
            min_size=1,
            max_size=self._limits.connections,
            open=False,
            timeout=self._limits.connect_seconds,
            kwargs={**self._arguments(), "application_name": name},
            configure=configure,
        )

    def _set_up(self, connection: "_Connection", **settings: str) -> None:
        _configure(connection)
        changed = self._limits.settings | settings
        connection.execute(_SET, (list(changed), list(changed.values())))

    async def _in_thread(self, work: Callable[[], T]) -> T:
        with translated_errors(self.where):
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    def _arguments(self) -> dict[str, Any]:
        return {
            "autocommit": True,  # we say BEGIN and COMMIT ourselves
            "connect_timeout": self._limits.connect_seconds,
            "application_name": _NAME,
            "row_factory": _named_rows,
        }

    def _prepare(self, session: int = 0) -> None:
        with psycopg.connect(self._url, **self._arguments()) as connection:
            migrate(connection, self.where, session)

    def _read(self, pool: "_Pool", work: Callable[[ReadConnection], T]) -> T:
        def read(connection: _Connection, _: _Attempt) -> T:
            connection.execute(_READ)
            driver = _PostgresDriver(connection)
            done = work(ReadConnection(driver, driver.send_ahead))
            connection.execute("COMMIT")
            return done

        return self._run(pool, read)

    def _write(
        self,
        pool: "_Pool",
        label: str,
        before_write: BeforeWrite | None,
        work: Callable[[Transaction], T],
    ) -> T:
        def write(connection: _Connection, attempt: _Attempt) -> T:
            connection.execute(_WRITE)
            driver = _PostgresDriver(connection)
            transaction = Transaction(driver, label, before_write, driver.send_ahead)
            answer = work(transaction)
            attempt.is_committing = True
            transaction.commit()
            return answer

        try:
            return self._run(pool, write)
        except psycopg.IntegrityError as error:
            raise InconsistentChangeError(label, str(error)) from error

    def _run(self, pool: "_Pool", work: "Callable[[_Connection, _Attempt], T]") -> T:
        """Run this on a connection; try again if others interfere or the connection is lost.

        A unique value that another transaction writes at the same time is also tried again, once.
        The pool is that of the session in which the work was requested.
        """
        for attempt in range(ATTEMPTS):
            attempt_made = _Attempt()
            with pool.connection() as connection:
                try:
                    with connection.pipeline():  # which waits for all answers at its end
                        return work(connection, attempt_made)
                except psycopg.Error as error:
                    is_last = attempt == ATTEMPTS - 1
                    is_lost = connection.closed or _is_lost(error)
                    if is_lost and (attempt_made.is_committing or is_last):
                        raise PostgresLostError(self.where) from error
                    is_twin = isinstance(error, psycopg.errors.UniqueViolation) and attempt == 0
                    may_again = isinstance(error, _AGAIN) or is_lost or is_twin
                    if not may_again or is_last:
                        raise
                finally:
                    _roll_back(connection)
            time.sleep(LONGEST_PAUSE * secrets.randbelow(1000) / 1000)
        raise AssertionError  # the last attempt returns or raises


def _roll_back(connection: "_Connection") -> None:
    """End a transaction; a connection on which that fails is closed, and the pool replaces it."""
    try:
        if not connection.closed:
            connection.rollback()
    except psycopg.Error:
        connection.close()


@dataclass(slots=True)
class _Attempt:
    is_committing: bool = False


def _is_lost(error: psycopg.Error) -> bool:
    """Tell whether the connection is to blame: then the server may have done what was asked."""
    is_ours = isinstance(error, psycopg.OperationalError)
    return is_ours and (error.sqlstate is None or error.sqlstate.startswith(("08", "57P")))


class PostgresRow:
    """One row, by column name or position, like SQLite's."""

    __slots__ = ("_places", "_values")

    def __init__(self, places: dict[str, int], values: Sequence[Any]) -> None:
        self._places = places
        self._values = values

    def __getitem__(self, key: Any, /) -> Any:
        return self._values[self._places[key] if isinstance(key, str) else key]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def keys(self) -> Sequence[str]:
        return tuple(self._places)


_Connection: TypeAlias = psycopg.Connection[PostgresRow]
_Pool: TypeAlias = ConnectionPool[_Connection]


def _named_rows(cursor: psycopg.Cursor[Any]) -> Callable[[Sequence[Any]], PostgresRow]:
    """Make rows that know their columns."""
    places = {column.name: index for index, column in enumerate(cursor.description or ())}
    return lambda values: PostgresRow(places, values)


class _PostgresDriver:
    """A connection that takes our statements as they are written, and doesn't wait for answers."""

    def __init__(self, connection: _Connection) -> None:
        self._connection = connection
        self._sent: dict[tuple[str, Values], psycopg.Cursor[PostgresRow]] = {}

    def send_ahead(self, sql: str, values: Values) -> None:
        """Run a statement whose rows are asked for later."""
        self._sent[_key(sql, values)] = self.execute(sql, values)

    def execute(self, sql: str, values: Values = (), /) -> psycopg.Cursor[PostgresRow]:
        sent = self._sent.pop(_key(sql, values), None) if self._sent else None
        if sent is not None:
            return sent
        statement = translate(sql)
        return self._connection.execute(statement.sql, statement.bind(values))

    def executemany(self, sql: str, many: Sequence[Values], /) -> None:
        statement = translate(sql)
        with self._connection.cursor() as cursor:
            cursor.executemany(statement.sql, [statement.bind(values) for values in many])


def _key(sql: str, values: Values) -> tuple[str, Values]:
    return sql, tuple(values.items()) if isinstance(values, dict) else values
