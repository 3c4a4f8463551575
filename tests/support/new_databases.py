"""New databases for tests, migrated once per process, as that takes longer than most tests."""

import sqlite3
import tempfile
from contextlib import closing
from functools import cache
from pathlib import Path

from data.engine.migrations import MIGRATIONS, migrate


def place_database(path: Path) -> Path:
    """Put a new database there, unless there is one; return the path."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(_new_database())
    return path


@cache
def _new_database() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "new.db")
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            migrate(connection, path, MIGRATIONS)
        return path.read_bytes()
