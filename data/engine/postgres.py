"""A PostgreSQL database, for hosts that run one anyway or need several machines.

Every transaction is serializable, which gives the same guarantee as SQLite's single writer.
PostgreSQL refuses some concurrent transactions; they are run again as a whole. Connections belong
to a small pool. Each unit of work holds one in a thread, from BEGIN to COMMIT.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
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

T = TypeVar("T")

ATTEMPTS = 12
"""How often a transaction is tried if others interfere or its connection is lost."""
LONGEST_PAUSE = 0.05
"""The longest pause in seconds between two attempts."""
_AGAIN = (psycopg.errors.SerializationFailure, psycopg.errors.DeadlockDetected)
_READ = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
_WRITE = "BEGIN ISOLATION LEVEL SERIALIZABLE"


@dataclass(frozen=True, slots=True)
class PostgresLimits:
    """The number of connections, and timeouts in seconds."""

    connections: int = 8
    connect_seconds: int = 5
    statement_seconds: int = 30

    @property
    def options(self) -> str:
        milliseconds = self.statement_seconds * 1000
        names = ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout")
        return " ".join(f"-c {name}={milliseconds}" for name in names)


def _configure(connection: _Connection) -> None:
    """Read sums of integers as integers; none of our columns has decimals."""
    connection.adapters.register_loader("numeric", IntLoader)


class PostgresDatabase:
    """One pool of connections to one database."""

    def __init__(
        self,
        url: str,
        limits: PostgresLimits,
        before_write: BeforeWrite | None,
        committed: Committed | None,
    ) -> None:
        self.where = whereabouts(url)
        self._url = url
        self._limits = limits
        self._before_write = before_write
        self._committed = committed
        self._threads = ThreadPoolExecutor(limits.connections, thread_name_prefix="postgres")
        self._pool: ConnectionPool[_Connection] = ConnectionPool(
            url,
            min_size=1,
            max_size=limits.connections,
            open=False,
            timeout=limits.connect_seconds,
            kwargs=self._arguments(),
            configure=_configure,
        )

    @classmethod
    async def open(
        cls,
        url: str,
        *,
        limits: PostgresLimits | None = None,
        before_write: BeforeWrite | None = None,
        committed: Committed | None = None,
    ) -> PostgresDatabase:
        """Connect, and create or migrate the tables; raises DatabaseError.

        The database must be closed after use. `before_write` and `committed` are the same as for
        SQLite.
        """
        database = cls(url, limits or PostgresLimits(), before_write, committed)
        try:
            await database._in_thread(database._prepare)
        except BaseException:
            await database.close()
            raise
        return database

    async def transaction(self, label: str, work: Callable[[Transaction], T]) -> T:
        """Run `work` as one transaction and return its result; see `Database`."""
        before_write = self._before_write
        if before_write is not None:
            before_write = partial(on_loop, asyncio.get_running_loop(), before_write)
        since = time.perf_counter()
        done = await self._in_thread(lambda: self._write(label, before_write, work))
        if self._committed is not None:
            self._committed(label, time.perf_counter() - since)
        return done

    async def read(self, work: Callable[[ReadConnection], T]) -> T:
        """Run the queries of `work` on one consistent state; raises DatabaseError."""
        return await self._in_thread(lambda: self._read(work))

    async def read_apart(self, work: Callable[[ReadConnection], T]) -> T:
        """Do the same; a long query holds one connection of the pool."""
        return await self.read(work)

    async def row(self, sql: str, values: Values = ()) -> DatabaseRow | None:
        found = await self.rows(sql, values)
        return found[0] if found else None

    async def rows(self, sql: str, values: Values = ()) -> list[DatabaseRow]:
        return await self.read(lambda reading: reading.rows(sql, values))

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

    async def _in_thread(self, work: Callable[[], T]) -> T:
        with translated_errors(self.where):
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    def _arguments(self) -> dict[str, Any]:
        return {
            "autocommit": True,  # we say BEGIN and COMMIT ourselves
            "connect_timeout": self._limits.connect_seconds,
            "options": self._limits.options,
            "application_name": "tomato-table",
            "row_factory": _named_rows,
        }

    def _prepare(self) -> None:
        with psycopg.connect(self._url, **self._arguments()) as connection:
            migrate(connection, self.where)
        self._pool.open()

    def _read(self, work: Callable[[ReadConnection], T]) -> T:
        def read(connection: _Connection) -> T:
            connection.execute(_READ)
            return work(ReadConnection(_PostgresDriver(connection)))

        return self._run(read)

    def _write(
        self, label: str, before_write: BeforeWrite | None, work: Callable[[Transaction], T]
    ) -> T:
        def write(connection: _Connection) -> T:
            connection.execute(_WRITE)
            transaction = Transaction(_PostgresDriver(connection), label, before_write)
            answer = work(transaction)
            try:
                transaction.commit()
            except psycopg.OperationalError as error:
                if not isinstance(error, _AGAIN):
                    raise PostgresLostError(self.where) from error
                raise
            return answer

        try:
            return self._run(write)
        except psycopg.IntegrityError as error:
            raise InconsistentChangeError(label, str(error)) from error

    def _run(self, work: Callable[[_Connection], T]) -> T:
        """Run this on a connection; try again if others interfere or the connection is lost.

        A unique value that another transaction writes at the same time is also tried again, once.
        """
        for attempt in range(ATTEMPTS):
            with self._pool.connection() as connection:
                try:
                    return work(connection)
                except psycopg.Error as error:
                    is_lost = isinstance(error, psycopg.OperationalError) and connection.closed
                    is_twin = isinstance(error, psycopg.errors.UniqueViolation) and attempt == 0
                    may_again = isinstance(error, _AGAIN) or is_lost or is_twin
                    if not may_again or attempt == ATTEMPTS - 1:
                        raise
                finally:
                    if not connection.closed:
                        connection.rollback()
            time.sleep(LONGEST_PAUSE * secrets.randbelow(1000) / 1000)
        raise AssertionError  # the last attempt returns or raises


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


def _named_rows(cursor: psycopg.Cursor[Any]) -> Callable[[Sequence[Any]], PostgresRow]:
    """Make rows that know their columns."""
    places = {column.name: at for at, column in enumerate(cursor.description or ())}
    return lambda values: PostgresRow(places, values)


class _PostgresDriver:
    """A connection that accepts our statements as they are written."""

    def __init__(self, connection: _Connection) -> None:
        self._connection = connection

    def execute(self, sql: str, values: Values = (), /) -> psycopg.Cursor[PostgresRow]:
        statement = translate(sql)
        return self._connection.execute(statement.sql, statement.bind(values))

    def executemany(self, sql: str, many: Sequence[Values], /) -> None:
        statement = translate(sql)
        with self._connection.cursor() as cursor:
            cursor.executemany(statement.sql, [statement.bind(values) for values in many])
