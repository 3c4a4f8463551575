"""Make and restore backups of the database from the command line.

This is plain blocking code. A backup is complete and checked. It may be made while the bot runs,
because SQLite copies one consistent state from the write-ahead log. It can only be restored while
no bot runs.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from data.engine import files
from data.engine.errors import (
    DatabaseError,
    DatabaseForeignError,
    DatabaseMissingError,
    DatabaseNewerError,
)
from data.engine.migrations import APPLICATION_ID, MIGRATIONS, newest_version
from data.engine.sqlite import BUSY_MS, translated_errors

BACKED_UP = ".backed-up"
"""The suffix of the empty file whose time is that of the last backup."""


class CopyError(DatabaseError):
    """A backup could not be made or restored as requested; nothing was changed."""


def back_up(path: Path, target: Path) -> None:
    """Copy the database at `path` into the new file `target`, even while a bot writes to it.

    Raises DatabaseError, or CopyError if the target exists.
    """
    path = files.real_path(path)
    with files.file_errors(target):
        if not path.is_file():
            raise DatabaseMissingError(path)
        if target.exists():
            raise CopyError(
                f"{target} exists already. Name a new file: no copy is ever overwritten."
            )
        files.refuse_links(path)
        _copy(path, target)
    with suppress(OSError):  # whoever may only read the folder still gets the copy
        files.companion(path, BACKED_UP).touch(mode=0o600)


def last_backup(path: Path) -> float | None:
    """Return when the database at `path` was last copied, in seconds since 1970; None for never.

    Counted are `back_up` and migrations. Copies made by other programs are unknown.
    """
    path = files.real_path(path)
    path = files.real_path(path)
    copies = [files.companion(path, BACKED_UP), *path.parent.glob(f"{path.name}.backup-[0-9]*")]
    times = []
    for copy in copies:
        with suppress(OSError):
            times.append(copy.stat().st_mtime)
    return max(times, default=None)


def restore(path: Path, source: Path) -> Path | None:
    """Replace the database by a backup; returns the new path of the old one, if there was one.

    Raises DatabaseInUseError while a bot runs on it, and CopyError if the source is missing or is
    the database itself. Raises DatabaseForeignError or DatabaseNewerError if the source is
    unusable.
    """
    path = files.real_path(path)
    with files.file_errors(path):
        files.make_folder(path.parent)
        with exclusive_use(path):
            if not source.is_file():
                raise CopyError(f"There is no copy at {source}.")
            if path.exists() and source.samefile(path):
                raise CopyError(f"{source} is the database itself. Name a copy of it.")
            copy = files.companion(path, files.RESTORED)
            _copy(source, copy)
            aside = files.set_aside(path)
            copy.rename(path)
    return aside


def _copy(source: Path, target: Path) -> None:
    """Write a complete, checked copy. It gets its name only when it is complete."""
    unfinished = files.companion(target, files.UNFINISHED)
    unfinished.unlink(missing_ok=True)
    files.make_private(unfinished)
    try:
        with translated_errors(source), closing(_opened(source)) as original:
            check(original, source)
            with translated_errors(target), closing(sqlite3.connect(unfinished)) as copy:
                original.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE")  # one file, which is easy to move
                check(copy, unfinished)
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)


def _opened(path: Path) -> sqlite3.Connection:
    address = f"{path.absolute().as_uri()}?mode=ro"
    return sqlite3.connect(address, uri=True, timeout=BUSY_MS / 1000)


def check(connection: sqlite3.Connection, path: Path) -> None:
    """Raise DatabaseForeignError for a foreign or damaged file, or DatabaseNewerError."""
    (owner,) = connection.execute("PRAGMA application_id").fetchone()
    if owner != APPLICATION_ID:
        raise DatabaseForeignError(path, "it belongs to another program")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > newest_version(MIGRATIONS):
        raise DatabaseNewerError(path, version, newest_version(MIGRATIONS))
    (health,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if health != "ok":
        raise DatabaseForeignError(path, health)


@contextmanager
def exclusive_use(path: Path) -> Iterator[None]:
    """Hold the lock that a running bot holds, and finish an interrupted restore.

    Raises DatabaseInUseError, and OSError for files that can't be written.
    """
    place = files.companion(path, ".lock")
    files.make_private(place)
    with (
        translated_errors(path),
        closing(sqlite3.connect(place, timeout=0, isolation_level=None)) as lock,
    ):
        lock.execute("PRAGMA journal_mode = MEMORY")
        lock.execute("BEGIN EXCLUSIVE")
        files.finish_restore(path)
        if path.exists():
            files.make_private(path)
            files.refuse_links(path)
        yield
