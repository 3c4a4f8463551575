"""Moving everything from a SQLite file to PostgreSQL, or back, while the bot is stopped.

This is plain blocking code. The target is complete and compared with the source, or it is as it
was before. The source is only read.
"""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any, Protocol

import psycopg
from psycopg import sql

from data.engine import files
from data.engine.backups import CopyError, check, exclusive_use
from data.engine.migrations import APPLICATION_ID, MIGRATIONS, newest_version
from data.engine.postgres_errors import translated_errors as postgres_errors
from data.engine.postgres_errors import whereabouts
from data.engine.postgres_locks import refuse_running_bots
from data.engine.postgres_migrations import migrate
from data.engine.sqlite import translated_errors as sqlite_errors

TABLES = (
    *("guilds", "people", "members", "matches", "lobby_seats", "tenures", "steps", "states"),
    *(
        "checkpoints",
        "surfaces",
        "owed_answers",
        "drafts",
        "deadlines",
        "heartbeat",
        "shard_heartbeats",
    ),
    *("interactions", "seasons", "resets", "outcomes", "placings", "marks", "ratings"),
    *("hidden_players", "match_people", "premoves", "reviews", "tournaments"),
    *("tournament_players", "tournament_tables", "tournament_seats", "tournament_posts"),
    *("deals", "attempts", "attempt_places", "deal_posts"),
    *("guards", "guard_key", "exclusions", "feed_cursors", "watches"),
    *("granted_roles", "scheduled_events", "guesses"),
)
"""Every table, after those that it refers to."""
NUMBERED = {
    "surfaces": "number",
    "tenures": "tenure_id",
    "resets": "reset_id",
    "outcomes": "number",
    "tournaments": "number",
}
"""The tables that give new rows a number, and its column."""
IN_ORDER = {"matches": "number", "surfaces": "number"}
"""The tables that are copied in an order: a rematch comes after its first match."""
PORTION = 500

Row = tuple[Any, ...]
Show = Callable[[int, int], None]
"""Shows how many rows are copied, and how many there are."""


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """How many rows a table has, and a sum of their digests, whatever their order."""

    rows: int = 0
    digest: int = 0

    def plus(self, rows: Sequence[Row]) -> "Fingerprint":
        added = sum(int.from_bytes(blake2b(_plain(row), digest_size=16).digest()) for row in rows)
        return Fingerprint(self.rows + len(rows), (self.digest + added) % (1 << 128))


class Side(Protocol):
    """One database, as a move needs it."""

    def count(self, table: str) -> int: ...

    def rows(self, table: str, columns: Sequence[str]) -> Iterator[Sequence[Row]]:
        """Return all rows in portions."""

    def write(self, table: str, columns: Sequence[str], rows: Sequence[Row]) -> None: ...

    def columns(self, table: str) -> tuple[str, ...]: ...


def move(source: Path | str, target: Path | str, show: Show) -> int:
    """Copy everything into an empty database of the other kind; returns how many rows there are.

    Raises CopyError for a target that isn't empty, or two databases of one kind; DatabaseError.
    """
    if isinstance(source, Path) and isinstance(target, str):
        with (
            files.file_errors(source),
            _reading_file(source) as read,
            _writing_server(target) as write,
        ):
            return _copy(read, write, show)
    if isinstance(source, str) and isinstance(target, Path):
        with (
            files.file_errors(target),
            _reading_server(source) as read,
            _writing_file(target) as write,
        ):
            return _copy(read, write, show)
    raise CopyError(
        "A move is from a SQLite file to PostgreSQL, or back. Copy a file with backup, and a"
        " PostgreSQL database with pg_dump."
    )


def _copy(source: Side, target: Side, show: Show) -> int:
    total, done = sum(source.count(table) for table in TABLES), 0
    for table in TABLES:
        columns = source.columns(table)
        read = Fingerprint()
        for rows in source.rows(table, columns):
            target.write(table, columns, rows)
            read = read.plus(rows)
            done += len(rows)
            show(done, total)
        written = Fingerprint()
        for rows in target.rows(table, columns):
            written = written.plus(rows)
        if written != read:
            raise CopyError(
                f"The table {table} has {read.rows} rows, and its copy differs. Nothing was moved."
            )
    return total


@dataclass(frozen=True, slots=True)
class SqliteSide:
    connection: sqlite3.Connection

    def count(self, table: str) -> int:
        (number,) = self.connection.execute(f"SELECT count(*) FROM {table}").fetchone()  # noqa: S608 - our own table
        return int(number)

    def columns(self, table: str) -> tuple[str, ...]:
        rows = self.connection.execute(f"PRAGMA table_info({table})")
        return tuple(row[1] for row in rows)

    def rows(self, table: str, columns: Sequence[str]) -> Iterator[Sequence[Row]]:
        order = f" ORDER BY {IN_ORDER[table]}" if table in IN_ORDER else ""
        names = ", ".join(f'"{name}"' for name in columns)
        cursor = self.connection.execute(f"SELECT {names} FROM {table}{order}")  # noqa: S608 - our own names
        while rows := cursor.fetchmany(PORTION):
            yield rows

    def write(self, table: str, columns: Sequence[str], rows: Sequence[Row]) -> None:
        names = ", ".join(f'"{name}"' for name in columns)
        marks = ", ".join("?" * len(columns))
        self.connection.executemany(f"INSERT INTO {table} ({names}) VALUES ({marks})", rows)  # noqa: S608 - our own names


@dataclass(frozen=True, slots=True)
class PostgresSide:
    connection: psycopg.Connection[Any]

    def count(self, table: str) -> int:
        query = sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(table))
        return int(self.connection.execute(query).fetchall()[0][0])

    def columns(self, table: str) -> tuple[str, ...]:
        rows = self.connection.execute(
            "SELECT column_name FROM information_schema.columns WHERE table_name = %s"
            " AND table_schema = current_schema() AND column_name <> 'rowid'"
            " ORDER BY ordinal_position",
            (table,),
        )
        return tuple(name for (name,) in rows)

    def rows(self, table: str, columns: Sequence[str]) -> Iterator[Sequence[Row]]:
        by = IN_ORDER.get(table)
        order = sql.SQL(" ORDER BY {}").format(sql.Identifier(by)) if by else sql.SQL("")
        query = sql.SQL("SELECT {} FROM {}{}").format(_names(columns), sql.Identifier(table), order)
        with self.connection.cursor(name=f"move_{table}") as cursor:
            cursor.execute(query)
            while rows := cursor.fetchmany(PORTION):
                yield rows

    def write(self, table: str, columns: Sequence[str], rows: Sequence[Row]) -> None:
        query = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(table), _names(columns))
        with self.connection.cursor() as cursor, cursor.copy(query) as copy:
            for row in rows:
                copy.write_row(row)


@contextmanager
def _reading_file(path: Path) -> Iterator[SqliteSide]:
    path = files.real_path(path)
    if not path.is_file():
        raise CopyError(f"There is no database at {path}.")
    address = f"{path.as_uri()}?mode=ro"
    with (
        exclusive_use(path),
        sqlite_errors(path),
        closing(sqlite3.connect(address, uri=True)) as connection,
    ):
        check(connection, path)
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version < newest_version(MIGRATIONS):
            raise CopyError(
                f"The database {path} is of an older version. Start this version of the bot on it"
                " once, stop it, and move then."
            )
        yield SqliteSide(connection)


@contextmanager
def _writing_file(path: Path) -> Iterator[SqliteSide]:
    """Make a new file, which gets its name once it is complete."""
    if path.exists():
        raise CopyError(f"{path} exists already. Name a new file.")
    unfinished = files.companion(path, files.UNFINISHED)
    unfinished.unlink(missing_ok=True)
    files.make_private(unfinished)
    try:
        with sqlite_errors(path), closing(sqlite3.connect(unfinished)) as connection:
            for file in sorted(MIGRATIONS.glob("[0-9]*.sql")):
                connection.executescript(file.read_text(encoding="utf-8"))
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {newest_version(MIGRATIONS)}")
            yield SqliteSide(connection)
            connection.commit()
            check(connection, unfinished)
            if connection.execute("PRAGMA foreign_key_check").fetchone() is not None:
                raise CopyError("Some rows refer to others that don't exist. Nothing was moved.")
        unfinished.rename(path)
    finally:
        unfinished.unlink(missing_ok=True)


@contextmanager
def _reading_server(url: str) -> Iterator[PostgresSide]:
    with _server(url) as connection:
        yield PostgresSide(connection)


@contextmanager
def _writing_server(url: str) -> Iterator[PostgresSide]:
    """Write everything in one transaction."""
    with _server(url) as connection:
        side = PostgresSide(connection)
        if any(side.count(table) for table in TABLES):
            raise CopyError(f"The database {whereabouts(url)} isn't empty. Name an empty one.")
        yield side
        for table, column in NUMBERED.items():
            query = sql.SQL("SELECT setval(pg_get_serial_sequence(%s, %s), max({})) FROM {}")
            names = (sql.Identifier(column), sql.Identifier(table))
            connection.execute(query.format(*names), (table, column))


@contextmanager
def _server(url: str) -> Iterator[psycopg.Connection[Any]]:
    """Yield a connection in a transaction that sees one moment, while no bot runs or starts."""
    with (
        postgres_errors(whereabouts(url)),
        closing(psycopg.connect(url, autocommit=True, connect_timeout=5)) as connection,
    ):
        migrate(connection, whereabouts(url))
        refuse_running_bots(connection, whereabouts(url))
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        with connection.transaction():
            yield connection


def _names(columns: Sequence[str]) -> sql.Composed:
    return sql.SQL(", ").join(map(sql.Identifier, columns))


def _plain(row: Row) -> bytes:
    """Return a row as both engines tell it."""
    return repr(
        tuple(bytes(value) if isinstance(value, memoryview) else value for value in row)
    ).encode()
