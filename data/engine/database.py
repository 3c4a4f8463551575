"""The interface of all engines: reads and transactions, each a plain function run in a thread.

A unit of work reads and writes through the connection it is given, with the same statements on all
engines. When `transaction` returns, its changes are on disk.

If a waiting task is cancelled, its work is either done or not done, never half done.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, TypeVar

T = TypeVar("T")
Values: TypeAlias = tuple[Any, ...] | dict[str, Any]
BeforeWrite: TypeAlias = Callable[[str], None]
Committed: TypeAlias = Callable[[str, float], None]
Query: TypeAlias = tuple[str, Values]

_HOOK_SECONDS = 60
"""Seconds that a test's hook may take before its loop counts as dead."""


class DatabaseRow(Protocol):
    """One row, by column name or position."""

    def __getitem__(self, key: Any, /) -> Any: ...

    def __iter__(self) -> Iterator[Any]: ...

    def __len__(self) -> int: ...

    def keys(self) -> Sequence[str]: ...


class Cursor(Protocol):
    """The result of a statement."""

    def fetchall(self) -> list[Any]: ...


class Driver(Protocol):
    """One connection of an engine; it accepts our statements as they are written."""

    def execute(self, sql: str, values: Values = ..., /) -> Cursor: ...

    def executemany(self, sql: str, many: Sequence[Values], /) -> object: ...


class ReadConnection:
    """Queries against one consistent state of the database, run in the connection's thread."""

    def __init__(
        self, connection: Driver, ahead: Callable[[str, Values], None] | None = None
    ) -> None:
        """`ahead` sends a statement whose rows are read later; without it, nothing is gained."""
        self._connection = connection
        self._ahead = ahead

    def expect(self, *queries: Query) -> None:
        """Tell which statements come next, exactly as they will be given, to save round trips.

        Each of them must follow. What is expected is run in this order, together.
        """
        if self._ahead is not None:
            for sql, values in queries:
                self._ahead(sql, values)

    def row(self, sql: str, values: Values = ()) -> DatabaseRow | None:
        """Return the first row, or None. All rows are fetched, so select only one."""
        rows = self.rows(sql, values)
        return rows[0] if rows else None

    def rows(self, sql: str, values: Values = ()) -> list[DatabaseRow]:
        return self._connection.execute(sql, values).fetchall()


class Transaction(ReadConnection):
    """Queries and changes that are written to disk together or not at all."""

    def __init__(
        self,
        connection: Driver,
        label: str,
        before_write: BeforeWrite | None,
        ahead: Callable[[str, Values], None] | None = None,
    ) -> None:
        super().__init__(connection, ahead)
        self.label = label
        self._before_write = before_write
        self._writes = 0

    def run(self, sql: str, values: Values = ()) -> None:
        """Run a statement. What is wrong with it may be raised by a later one, or by `commit`."""
        self._announce()
        self._connection.execute(sql, values)

    def run_many(self, sql: str, many: Sequence[Values]) -> None:
        """Run a statement once for each set of values."""
        if many:
            self._announce()
            self._connection.executemany(sql, many)

    def insert(self, table: str, rows: Sequence[Mapping[str, Any]], *key: str) -> None:
        """Add rows by their columns; with a key, each replaces the row that has the same."""
        if not rows:
            return
        names = list(rows[0])
        listed, marks = ", ".join(f'"{name}"' for name in names), ", ".join(f":{n}" for n in names)
        sql = f"INSERT INTO {table} ({listed}) VALUES ({marks})"  # noqa: S608 - our own names
        if key:
            changes = ", ".join(f"{name} = excluded.{name}" for name in names if name not in key)
            same = ", ".join(f'"{name}"' for name in key)
            sql += f" ON CONFLICT ({same}) DO UPDATE SET {changes}"
        self.run_many(sql, [dict(row) for row in rows])

    def returning(self, sql: str, values: Values = ()) -> list[DatabaseRow]:
        """Run a statement; return the rows of its RETURNING clause."""
        self._announce()
        return self.rows(sql, values)

    def commit(self) -> None:
        """Write everything to disk."""
        if self._before_write is not None:
            self._before_write(f"{self.label}, commit")
        # This runs COMMIT as a statement. The driver's commit() does nothing when no transaction is
        # open, for example after a full disk rolled it back. Only what is on disk may be
        # acknowledged.
        self._connection.execute("COMMIT")

    def _announce(self) -> None:
        if self._before_write is not None:
            self._writes += 1
            self._before_write(f"{self.label}, write {self._writes}")


@dataclass(frozen=True, slots=True)
class DatabaseFacts:
    """The size of a database in bytes, and the version of its tables."""

    size: int
    version: int


class Database(Protocol):
    """One open database. Every method raises DatabaseError if the database is at fault."""

    async def transaction(self, label: str, work: Callable[[Transaction], T]) -> T:
        """Run `work` as one transaction and return its result, once that is on disk.

        An exception in `work` undoes all of it. If other transactions interfere, it may run more
        than once. It is completed even if the waiting task is cancelled.
        """

    async def read(self, work: Callable[[ReadConnection], T]) -> T:
        """Run the queries of `work` on one consistent state."""

    async def read_apart(self, work: Callable[[ReadConnection], T]) -> T:
        """Do the same on a separate connection, for long queries."""

    async def row(self, sql: str, values: Values = ()) -> DatabaseRow | None:
        """Run a single query, as `ReadConnection.row`."""

    async def rows(self, sql: str, values: Values = ()) -> list[DatabaseRow]:
        """Run a single query, as `ReadConnection.rows`."""

    async def facts(self) -> DatabaseFacts:
        """Return the size and version."""

    async def first_fault(self) -> str | None:
        """Read the whole database and return the first damage; None if there is none."""

    async def close(self) -> None:
        """Complete running work and release the database. May be called twice."""


def on_loop(loop: asyncio.AbstractEventLoop, before_write: BeforeWrite, label: str) -> None:
    """Run the tests' hook on their event loop, without anything else running there, and wait."""
    called: Future[None] = Future()

    def call() -> None:
        try:
            before_write(label)
        except BaseException as error:  # noqa: BLE001 - raised again where a disk would fail
            called.set_exception(error)
        else:
            called.set_result(None)

    loop.call_soon_threadsafe(call)
    called.result(_HOOK_SECONDS)


class ProcessLock(Protocol):
    """Held by the one process that works on a database, or on its share of the bot's shards.

    Every method raises DatabaseError if the database is at fault.
    """

    @property
    def is_sure(self) -> bool:
        """Whether the lock is held, and no other process can have taken it over."""

    async def take(self) -> str | None:
        """Take the lock unless another process holds it; returns who does, None if it is ours."""

    async def plan(self) -> str:
        """Say which migration follows once the lock is ours; empty for none.

        Raises DatabaseNewerError if the database is of a newer program.
        """

    async def confirm(self) -> None:
        """Keep the lock; raises DatabaseError if it has fallen."""

    def lose(self) -> None:
        """Give the lock up, and all writing, at once."""
