"""What every engine offers: reads and transactions, each a plain function that runs in a thread.

A unit of work reads and writes through the connection it is given, with the same statements on
all engines. When `transaction` returns, its changes are on disk.

If a waiting task is cancelled, its work is either done or not done, never half done.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, TypeVar

T = TypeVar("T")
Values: TypeAlias = tuple[Any, ...] | dict[str, Any]
BeforeWrite: TypeAlias = Callable[[str], None]
Committed: TypeAlias = Callable[[str, float], None]

_HOOK_SECONDS = 60
"""How long a test's hook may take before its loop counts as dead."""


class DatabaseRow(Protocol):
    """One row, by column name or position."""

    def __getitem__(self, key: Any, /) -> Any: ...

    def __iter__(self) -> Iterator[Any]: ...

    def __len__(self) -> int: ...

    def keys(self) -> Sequence[str]: ...


class Cursor(Protocol):
    """The result of a statement."""

    @property
    def rowcount(self) -> int: ...

    def fetchall(self) -> list[Any]: ...


class Driver(Protocol):
    """One connection of an engine; it takes our statements as they are written."""

    def execute(self, sql: str, values: Values = ..., /) -> Cursor: ...

    def executemany(self, sql: str, many: Sequence[Values], /) -> object: ...


class ReadConnection:
    """Queries against one consistent state of the database, run in a connection's thread."""

    def __init__(self, connection: Driver) -> None:
        self._connection = connection

    def row(self, sql: str, values: Values = ()) -> DatabaseRow | None:
        """Return the first row, or None. All rows are fetched, so select only one."""
        found = self.rows(sql, values)
        return found[0] if found else None

    def rows(self, sql: str, values: Values = ()) -> list[DatabaseRow]:
        return self._connection.execute(sql, values).fetchall()


class Transaction(ReadConnection):
    """Queries and changes that reach the disk together or not at all."""

    def __init__(self, connection: Driver, label: str, before_write: BeforeWrite | None) -> None:
        super().__init__(connection)
        self.label = label
        self._before_write = before_write
        self._writes = 0

    def run(self, sql: str, values: Values = ()) -> int:
        """Run a statement; return how many rows it changed."""
        self._announce()
        return self._connection.execute(sql, values).rowcount

    def run_many(self, sql: str, many: Sequence[Values]) -> None:
        """Run a statement once for each set of values."""
        if many:
            self._announce()
            self._connection.executemany(sql, many)

    def returning(self, sql: str, values: Values = ()) -> list[DatabaseRow]:
        """Run a statement; return the rows of its RETURNING clause."""
        self._announce()
        return self.rows(sql, values)

    def commit(self) -> None:
        """Write everything to disk."""
        if self._before_write is not None:
            self._before_write(f"{self.label}, commit")
        # not the connection's own commit(), which is content if there is nothing to commit (any
        # more, since a full disk rolled back say): only what is on disk may be acknowledged
        self._connection.execute("COMMIT")

    def _announce(self) -> None:
        if self._before_write is not None:
            self._writes += 1
            self._before_write(f"{self.label}, write {self._writes}")


@dataclass(frozen=True, slots=True)
class DatabaseFacts:
    """How large a database is, in bytes, and which version of our tables it has."""

    size: int
    version: int


class Database(Protocol):
    """One open database; every method raises DatabaseError when the database is at fault."""

    async def transaction(self, label: str, work: Callable[[Transaction], T]) -> T:
        """Run `work` as one transaction and return what it returns, once that is on disk.

        Whatever `work` raises undoes all of it. It may run more than once, if others were quicker,
        and is finished whole even if the task that wants it is cancelled.
        """

    async def read(self, work: Callable[[ReadConnection], T]) -> T:
        """Let `work` ask its questions, all answered from one moment."""

    async def read_apart(self, work: Callable[[ReadConnection], T]) -> T:
        """Do the same on a connection of its own, for a question that takes long."""

    async def row(self, sql: str, values: Values = ()) -> DatabaseRow | None:
        """Ask a single question, as `ReadConnection.row`."""

    async def rows(self, sql: str, values: Values = ()) -> list[DatabaseRow]:
        """Ask a single question, as `ReadConnection.rows`."""

    async def facts(self) -> DatabaseFacts:
        """Return the size and version."""

    async def first_fault(self) -> str | None:
        """Read all of the database and return what is damaged first; None if nothing is."""

    async def close(self) -> None:
        """Finish running work and release the database. May be called twice."""


def on_loop(loop: asyncio.AbstractEventLoop, before_write: BeforeWrite, label: str) -> None:
    """Call the tests' hook on their loop, where nothing else goes on meanwhile, and wait for it."""
    called: Future[None] = Future()

    def call() -> None:
        try:
            before_write(label)
        except BaseException as error:  # noqa: BLE001 - raised again where the disk would fail
            called.set_exception(error)
        else:
            called.set_result(None)

    loop.call_soon_threadsafe(call)
    called.result(_HOOK_SECONDS)
