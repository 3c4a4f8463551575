"""The files of one SQLite database: their names, who may read them, and interrupted restores."""

import errno
import logging
import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile

from data.engine import errors

log = logging.getLogger(__name__)

COMPANIONS = ("", "-wal", "-shm")
"""Suffixes of all files that make up one database."""
ROOM = 256 * 1024
"""Bytes that a start needs on the disk; a match needs less."""
RESTORED = ".restored-unfinished"
"""Suffix of a complete copy that a restore is about to put in the database's place."""
UNFINISHED = ".unfinished"
"""Suffix of a copy that is still being written."""


def real_path(path: Path) -> Path:
    """Follow all links, so that every name of a database leads to the same lock and the same log.

    SQLite does the same with its own files.
    """
    return Path(os.path.realpath(path))


def companion(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


@contextmanager
def file_errors(path: Path) -> Iterator[None]:
    """Turn errors of the file system into ours, which explain what to do."""
    try:
        yield
    except OSError as error:
        is_full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        kind = errors.DatabaseFullError if is_full else errors.DatabaseUnwritableError
        raise kind(path, error.strerror or str(error)) from error


def make_folder(folder: Path) -> None:
    """Create a folder and those above it, for our user alone; raises OSError."""
    missing = [parent for parent in (folder, *folder.parents) if not parent.exists()]
    for parent in reversed(missing):
        parent.mkdir(mode=0o700, exist_ok=True)


def check_room(folder: Path) -> None:
    """Write a small file that nobody sees, and delete it; raises OSError if the disk is full."""
    with TemporaryFile(dir=folder) as file:
        file.write(bytes(ROOM))


def make_private(path: Path) -> None:
    """Create an empty file that only our user may read, or restrict an existing database to them.

    SQLite gives the log of a database the rights of the database. Raises OSError.
    """
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        for ending in COMPANIONS:
            _restrict(companion(path, ending))


def refuse_links(path: Path) -> None:
    """Raise DatabaseLinkedError if the file has several names, which no lock can cover.

    SQLite keeps the newest changes in a file named after the name that was used.
    """
    if (count := path.stat().st_nlink) > 1 and path.is_file():
        raise errors.DatabaseLinkedError(path, count)


def is_missing(path: Path) -> bool:
    """Whether there is no database, nor a part of a copy, with which opening it deals."""
    path = real_path(path)
    copy = companion(path, RESTORED)
    parts = (path, copy, companion(copy, UNFINISHED), companion(path, UNFINISHED))
    return not any(part.exists() for part in parts)


def finish_restore(path: Path) -> None:
    """Complete a restore that was killed after it had moved the database away.

    If it was killed before that, only its copy is deleted, which nobody would expect later on.
    Raises DatabaseUnfinishedError if there is no database, only a part of a copy; OSError.
    """
    copy = companion(path, RESTORED)
    if path.exists():
        copy.unlink(missing_ok=True)
        return
    if copy.exists():
        set_aside(path)
        copy.rename(path)
        log.warning("finished an interrupted restore: the copy is the database now, at %s", path)
        return
    for part in (companion(copy, UNFINISHED), companion(path, UNFINISHED)):
        if part.exists():
            raise errors.DatabaseUnfinishedError(path, part)


def set_aside(path: Path) -> Path | None:
    """Rename the database at `path` and its log; returns the new path, None if nothing was there.

    If only the log is left, an interrupted call has renamed the database already.
    """
    files = [ending for ending in COMPANIONS if companion(path, ending).exists()]
    if not files:
        return None
    pattern = re.compile(re.escape(path.name) + r"\.before-restore(?:-(\d+))?")
    matches = [pattern.fullmatch(file.name) for file in path.parent.iterdir()]
    numbers = [int(match[1] or 0) for match in matches if match]
    number = max(numbers, default=-1) + (1 if "" in files or not numbers else 0)
    aside = companion(path, ".before-restore" + (f"-{number}" if number else ""))
    for ending in files:
        companion(path, ending).rename(companion(aside, ending))
    return aside


def _restrict(path: Path) -> None:
    try:
        mode = path.stat().st_mode
        if os.name != "nt" and stat.S_ISREG(mode) and mode & 0o077:
            path.chmod(mode & 0o700)
    except FileNotFoundError:
        return  # a database without a log
    except OSError as error:
        log.warning("other users may read %s: %s", path, error.strerror)
