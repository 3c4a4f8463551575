"""Migrate a PostgreSQL database: numbered files, all in one transaction.

The versions are those of SQLite's migrations. A new database starts with the whole schema of
version 4. Every later migration has a file in both folders.
"""

import logging
from pathlib import Path
from typing import Any

import psycopg

from data.engine import postgres_sessions
from data.engine.errors import DatabaseBusyError, DatabaseNewerError, MigrationError
from data.engine.postgres_errors import OLDEST, PostgresError
from data.engine.postgres_values import LockKind

log = logging.getLogger(__name__)

MIGRATIONS = Path(__file__).parents[1] / "migrations" / "postgres"

WITHIN = 30.0
"""Seconds that a migration waits for another one, and for locks that others hold on tables."""
_RUNNING = (
    "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND classid = %s AND objid <> %s"
    " AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)


def migrate(connection: psycopg.Connection[Any], where: str, session: int = 0) -> None:
    """Run the migrations that the database lacks; raises DatabaseError and changes nothing.

    Raises DatabaseBusyError while a process of another session works.
    """
    server_version = connection.info.server_version // 10_000
    if server_version < OLDEST:
        raise PostgresError(
            f"The PostgreSQL server of {where} is too old: it has version {server_version},"
            f" and the bot needs {OLDEST} or newer."
        )
    postgres_sessions.refuse_shared_sessions(connection, where)
    with connection.transaction():
        postgres_sessions.take_lock(
            connection,
            postgres_sessions.MIGRATION_LOCK,
            where,
            until_end_of="transaction",
            within=WITHIN,
        )
        connection.execute("SELECT set_config('lock_timeout', %s, true)", (f"{WITHIN}s",))
        version = _version(connection)
        files = {int(file.name[:4]): file for file in sorted(MIGRATIONS.glob("[0-9]*.sql"))}
        if version > max(files):
            raise DatabaseNewerError(where, version, max(files))
        running = _running(connection, session)
        if 0 < version < max(files) and running:
            raise DatabaseBusyError(
                where, version, max(files), postgres_sessions.describe(connection, running)
            )
        for number, file in files.items():
            if number > version:
                _run(connection, where, file)
                connection.execute("UPDATE schema_version SET version = %s", (number,))
    if version == 0:
        log.info("created a NEW database in PostgreSQL at %s", where)


def _running(connection: psycopg.Connection[Any], session: int) -> list[int]:
    """Return the server's processes that hold the locks of other sessions."""
    rows = connection.execute(_RUNNING, (int(LockKind.SESSION), session)).fetchall()
    return [int(pid) for (pid,) in rows]


def _version(connection: psycopg.Connection[Any]) -> int:
    """Return the version of our tables, 0 for a database without them."""
    connection.execute(
        "CREATE TABLE IF NOT EXISTS schema_version"
        " (only_row BIGINT PRIMARY KEY CHECK (only_row = 1), version BIGINT NOT NULL)"
    )
    connection.execute("INSERT INTO schema_version VALUES (1, 0) ON CONFLICT DO NOTHING")
    row = connection.execute("SELECT version FROM schema_version").fetchone()
    assert row is not None  # it was just written
    return int(row[0])


def _run(connection: psycopg.Connection[Any], where: str, file: Path) -> None:
    try:
        connection.execute(file.read_text(encoding="utf-8"))  # our own file
    except (psycopg.ProgrammingError, psycopg.IntegrityError) as error:
        if isinstance(error, psycopg.errors.InsufficientPrivilege):
            raise
        raise MigrationError(where, file.name, str(error)) from error
