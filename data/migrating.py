"""Bringing a database up to date: numbered files, one transaction each, a backup before.

`migrations/0001_initial.sql` makes version 1, and so on; `user_version` of the file says how far
it has come. A migration that has been published is never changed: a new one follows it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from data.errors import DatabaseForeignError, DatabaseNewerError, MigrationError, primary_code

MIGRATIONS = Path(__file__).parent / "migrations"

APPLICATION_ID = 0x546F6D54
"""Written into the file's header, so that a stranger's database is recognised."""


_OURS = {sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CONSTRAINT}


def refuse_strangers(connection: sqlite3.Connection, path: Path, folder: Path) -> None:
    """Change nothing; raise DatabaseForeignError or DatabaseNewerError if we may not go on."""
    found = _version(connection)
    (owner,) = connection.execute("PRAGMA application_id").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if owner != APPLICATION_ID and (tables or found):
        raise DatabaseForeignError(path, "it belongs to another program")
    newest = max(_files(folder))
    if found > newest:
        raise DatabaseNewerError(path, found, newest)


def migrate(connection: sqlite3.Connection, path: Path, folder: Path) -> None:
    """Run the migrations in `folder` that the file at `path` lacks, after a backup.

    Raises MigrationError, which leaves the file as it was before the migration that failed.
    Foreign keys must still be off: tables are rebuilt here.
    """
    found = _version(connection)
    missing = {version: file for version, file in _files(folder).items() if version > found}
    if missing and found > 0:
        back_up(connection, path, found)
    for version, file in missing.items():
        _run(connection, path, version, file)


def back_up(connection: sqlite3.Connection, path: Path, version: int) -> Path:
    """Copy the whole database beside itself and return the copy's path; none is overwritten."""
    names = (f"{path.name}.backup-{version}" + (f"-{n}" if n else "") for n in count())
    target = next(path.with_name(name) for name in names if not path.with_name(name).exists())
    unfinished = path.with_name(path.name + ".backup-unfinished")
    unfinished.unlink(missing_ok=True)
    copy = sqlite3.connect(unfinished)
    try:
        connection.backup(copy)
    finally:
        copy.close()
    return unfinished.rename(target)


def _files(folder: Path) -> dict[int, Path]:
    return {int(file.name[:4]): file for file in sorted(folder.glob("[0-9]*.sql"))}


def _version(connection: sqlite3.Connection) -> int:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)


def _run(connection: sqlite3.Connection, path: Path, version: int, file: Path) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        for statement in _statements(file.read_text(encoding="utf-8")):
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {version}")
        _refuse_orphans(connection, path, file)
        connection.execute("COMMIT")
    except BaseException as error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        if isinstance(error, sqlite3.Error) and primary_code(error) in _OURS:
            raise MigrationError(path, file.name, str(error)) from error
        raise


def _refuse_orphans(connection: sqlite3.Connection, path: Path, file: Path) -> None:
    orphan = connection.execute("PRAGMA foreign_key_check").fetchone()
    if orphan is not None:
        raise MigrationError(path, file.name, f"it leaves rows of {orphan[0]} without their owner")


def _statements(script: str) -> Iterator[str]:
    """Split a script at those semicolons that SQLite itself takes for the end of a statement."""
    pending = ""
    for part in script.split(";"):
        pending += part
        if sqlite3.complete_statement(pending + ";"):
            yield pending
            pending = ""
        else:
            pending += ";"  # it stands in a text, a comment or a trigger
    if pending.strip(" \n;"):
        yield pending
