"""One SQLite file that holds the world, so that it survives a restart.

A value is a row of its kind, its id and its JSON. All writes of one request or one human action are
one `transaction`; nothing awaits inside, so nothing else can write in between.
"""

import os
import sqlite3
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from playground.errors import PlaygroundError


class WorldFileError(PlaygroundError):
    """The world's file cannot be opened or is not ours; the text says which and why."""


LATELY = 64
"""How many unreferenced files to keep, because an open tab may still fetch them."""

_ADAPTERS: dict[type[Any], TypeAdapter[Any]] = {}


def _adapter(shape: type[Any]) -> TypeAdapter[Any]:
    if shape not in _ADAPTERS:
        _ADAPTERS[shape] = TypeAdapter(shape)
    return _ADAPTERS[shape]


class WorldStore:
    """The file, or only memory if no path is given."""

    def __init__(self, path: Path | None = None) -> None:
        """Raise WorldFileError when the file cannot be opened or written."""
        self._dropped: OrderedDict[int, bytes] = OrderedDict()
        try:
            if path is not None:
                _make_private(path)
            self._db = sqlite3.connect(path or ":memory:", isolation_level=None)
            self._db.execute("PRAGMA locking_mode = EXCLUSIVE")  # two would overwrite each other
            self._db.execute("PRAGMA journal_mode = WAL")
            # After a power cut the newest lines may be missing; after a killed process none are.
            self._db.execute("PRAGMA synchronous = NORMAL")
            self._db.executescript(
                """
                CREATE TABLE IF NOT EXISTS things (
                    kind TEXT NOT NULL, id INTEGER NOT NULL, body BLOB NOT NULL,
                    PRIMARY KEY (kind, id)
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE IF NOT EXISTS files (
                    id INTEGER PRIMARY KEY, body BLOB NOT NULL
                ) STRICT;
                """
            )
        except (sqlite3.Error, OSError) as error:
            why = error.strerror if isinstance(error, OSError) else error
            raise WorldFileError(f"Cannot keep the world in {path}: {why}.") from error

    def load(self, kind: str, shape: type[Any]) -> Iterator[Any]:
        """All values of one kind, oldest id first."""
        rows = self._db.execute("SELECT body FROM things WHERE kind = ? ORDER BY id", (kind,))
        for (body,) in rows.fetchall():
            yield _adapter(shape).validate_json(body)

    def put(self, kind: str, id: int, thing: object) -> None:
        body = _adapter(type(thing)).dump_json(thing)
        self._db.execute("INSERT OR REPLACE INTO things VALUES (?, ?, ?)", (kind, id, body))

    def drop(self, kind: str, id: int) -> None:
        self._db.execute("DELETE FROM things WHERE kind = ? AND id = ?", (kind, id))

    def put_file(self, id: int, body: bytes) -> None:
        self._db.execute("INSERT INTO files VALUES (?, ?)", (id, body))

    def file(self, id: int) -> bytes | None:
        """Return an uploaded file, even one dropped recently, which a tab may still fetch."""
        if id in self._dropped:
            return self._dropped[id]
        row = self._db.execute("SELECT body FROM files WHERE id = ?", (id,)).fetchone()
        return None if row is None else bytes(row[0])

    def drop_file(self, id: int) -> None:
        body = self.file(id)
        if body is not None:
            self._dropped[id] = body
        while len(self._dropped) > LATELY:
            self._dropped.popitem(last=False)
        self._db.execute("DELETE FROM files WHERE id = ?", (id,))

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Let all writes inside reach the disk at once, those before a refusal too.

        Memory holds them already. May be nested; the outermost commits.
        """
        if self._db.in_transaction:
            yield
            return
        self._db.execute("BEGIN")
        try:
            yield
        finally:
            self._db.execute("COMMIT")

    def close(self) -> None:
        self._db.close()


def _make_private(path: Path) -> None:
    """Let only our user read the file, which holds hands and keys; SQLite's log inherits that."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        for file in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))):
            if os.name != "nt" and file.is_file() and file.stat().st_mode & 0o077:
                file.chmod(file.stat().st_mode & 0o700)
