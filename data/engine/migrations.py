"""Migrations: numbered SQL files, each run in one transaction, after a backup.

`migrations/0001_initial.sql` makes version 1, and so on. The file's `user_version` holds its
version. A released migration is never changed; a new one is added after it.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from filecmp import cmp
from itertools import count
from pathlib import Path
from typing import Any

from data.engine import errors
from data.engine.files import make_private

MIGRATIONS = Path(__file__).parents[1] / "migrations"

APPLICATION_ID = 0x546F6D54
"""Written into the file's header, to recognize databases of other programs."""


_OURS = {sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CONSTRAINT}


def refuse_strangers(connection: sqlite3.Connection, path: Path, folder: Path) -> None:
    """Raise DatabaseForeignError or DatabaseNewerError if the file is not for this program."""
    version = only_value(connection, "PRAGMA user_version")
    owner = only_value(connection, "PRAGMA application_id")
    tables = only_value(connection, "SELECT count(*) FROM sqlite_master")
    if owner != APPLICATION_ID and (tables or version):
        raise errors.DatabaseForeignError(path, "it belongs to another program")
    newest = newest_version(folder)
    if version > newest:
        raise errors.DatabaseNewerError(path, version, newest)


def migrate(connection: sqlite3.Connection, path: Path, folder: Path) -> None:
    """Run the migrations in `folder` that the file at `path` lacks, after a backup.

    Raises MigrationError; then the file is as it was before the failed migration. Foreign keys must
    still be off, because migrations rebuild tables.
    """
    current = only_value(connection, "PRAGMA user_version")
    missing = {version: file for version, file in _files(folder).items() if version > current}
    if missing and current > 0:
        back_up(connection, path, current)
    for version, file in missing.items():
        _run(connection, path, version, file)


def back_up(connection: sqlite3.Connection, path: Path, version: int) -> Path:
    """Copy the whole database to a new file next to it; return the copy's path."""
    unfinished = _vacant(path)
    try:
        with closing(sqlite3.connect(unfinished)) as copy:
            connection.backup(copy)
        return _finished(unfinished, path, version)
    finally:
        unfinished.unlink(missing_ok=True)  # a full disk needs its room


def only_value(connection: sqlite3.Connection, sql: str) -> Any:
    """Return the value of a query for a single row with a single column."""
    ((value,),) = connection.execute(sql)
    return value


def newest_version(folder: Path) -> int:
    """Return the version of a database after all migrations in `folder`."""
    return max(_files(folder))


def plan(where: Path | str, version: int, newest: int) -> str:
    """Say which migration a database of this version needs; empty for none.

    Raises DatabaseNewerError.
    """
    if version > newest:
        raise errors.DatabaseNewerError(where, version, newest)
    is_old = 0 < version < newest
    return f"the database is then migrated from version {version} to {newest}" if is_old else ""


def _files(folder: Path) -> dict[int, Path]:
    return {int(file.name[:4]): file for file in sorted(folder.glob("[0-9]*.sql"))}


def _vacant(path: Path) -> Path:
    """Create an empty file for an unfinished backup; an abandoned one is deleted."""
    unfinished = path.with_name(path.name + ".backup-unfinished")
    unfinished.unlink(missing_ok=True)
    make_private(unfinished)
    return unfinished


def _finished(unfinished: Path, path: Path, version: int) -> Path:
    for number in count():
        suffix = f"-{number}" if number else ""
        target = path.with_name(f"{path.name}.backup-{version}{suffix}")
        if not target.exists():
            return unfinished.rename(target)
        if cmp(target, unfinished, shallow=False):  # a migration that fails is tried again
            return target
    raise AssertionError  # numbers have no end


def _run(connection: sqlite3.Connection, path: Path, version: int, file: Path) -> None:
    try:
        connection.execute("BEGIN IMMEDIATE")
        for statement in _statements(file):
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {version}")
        _refuse_orphans(connection, path, file)
        connection.execute("COMMIT")
    except BaseException as error:
        connection.rollback()  # harmless if there is nothing to roll back
        if isinstance(error, sqlite3.Error) and errors.primary_code(error) in _OURS:
            raise errors.MigrationError(path, file.name, str(error)) from error
        raise


def _refuse_orphans(connection: sqlite3.Connection, path: Path, file: Path) -> None:
    for orphan in connection.execute("PRAGMA foreign_key_check"):
        raise errors.MigrationError(
            path, file.name, f"it leaves rows of {orphan[0]} without their owner"
        )


def _statements(file: Path) -> Iterator[str]:
    """Split a script at the semicolons that end a statement for SQLite."""
    pending = ""
    for part in file.read_text(encoding="utf-8").split(";"):
        pending += part
        if sqlite3.complete_statement(pending + ";"):
            yield pending
            pending = ""
        else:
            pending += ";"  # the semicolon is part of a text, a comment or a trigger
    if pending.strip(" \n;"):
        yield pending
