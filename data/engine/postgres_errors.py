"""Errors of a PostgreSQL server, each explained in a clear sentence."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg_pool import PoolClosed, PoolTimeout

from data.engine.errors import DatabaseError, DatabaseLostError

OLDEST = 14
"""The oldest major version that is known to work."""

_FAILURES: tuple[tuple[tuple[type[psycopg.Error], ...], str], ...] = (
    (
        (psycopg.errors.InsufficientPrivilege,),
        "gives the bot's user too few rights ({why}). Make it the owner of the database.",
    ),
    (
        (psycopg.errors.SerializationFailure, psycopg.errors.DeadlockDetected),
        "is too busy: a change was refused again and again. Try again later.",
    ),
    (
        (psycopg.errors.QueryCanceled,),
        "took too long for a statement. Look at its load and its disk.",
    ),
    (
        (psycopg.errors.LockNotAvailable,),
        "let another program hold a lock for too long. Look for it in pg_stat_activity.",
    ),
    (
        (psycopg.errors.AdminShutdown, psycopg.errors.CrashShutdown),
        "has closed a connection ({why}). The bot connects again by itself.",
    ),
    (
        (psycopg.errors.DiskFull, psycopg.errors.ReadOnlySqlTransaction),
        "can't write ({why}). Check its disk, and that it's no replica.",
    ),
)
_REFUSALS = (
    ("authentication failed", "refuses the user or the password", "Check both in"),
    ("no password supplied", "wants a password", "Write one into"),
    ("no pg_hba.conf entry", "lets nobody in from this machine", "Change its pg_hba.conf or"),
    ('role "', "doesn't know the user", "Create the user, or change"),
    ("denied for database", "keeps the user out of this database", "Grant it CONNECT, or change"),
    ('database "', "has no such database", "Create it with createdb, or change"),
    (
        "query_wait_timeout",
        "has no connection left",
        "Raise pgbouncer's default_pool_size, or check",
    ),
    ("too many clients", "has no connection left", "Raise its max_connections, or lower"),
    ("remaining connection slots", "has no connection left", "Raise its max_connections, or"),
    ("starting up", "is still starting", "Wait a moment, then start the bot again;"),
    ("could not translate host", "can't be found by its name", "Check the host in"),
    ("failed to resolve host", "can't be found by its name", "Check the host in"),
    ("Connection refused", "doesn't answer at this address", "Start it, or check the port in"),
    ("timeout", "doesn't answer in time", "Check the network and the host in"),
)
"""Parts of libpq's error texts, which have no codes, with their meaning and the remedy."""


class PostgresError(DatabaseError):
    """The server can't be used."""


class PostgresLostError(PostgresError, DatabaseLostError):
    """The connection was lost, perhaps during a commit."""

    def __init__(self, where: str) -> None:
        super().__init__(
            f"The connection to the PostgreSQL database {where} was lost. The bot connects again by"
            " itself."
        )


def whereabouts(url: str) -> str:
    """Name a database without its user and password; raises PostgresError if the URL is invalid."""
    try:
        parts = conninfo_to_dict(url)
    except psycopg.ProgrammingError as error:
        raise PostgresError(
            "TOMATO_DATABASE is not the address of a PostgreSQL database. Write it as"
            " postgresql://user:password@host:5432/name."
        ) from error
    host, port = parts.get("host") or "localhost", parts.get("port") or 5432
    where = f"{host}:{port}/{parts.get('dbname') or parts.get('user') or ''}"
    if "@" in where.removeprefix("@"):  # a part of the password; a socket's name may begin with it
        raise PostgresError(
            "TOMATO_DATABASE has a / or @ in its user, password or name. Write %2F for / and %40"
            " for @."
        )
    return where


@contextmanager
def translated_errors(where: str) -> Iterator[None]:
    """Turn PostgreSQL errors that the host can fix into ours, which explain how."""
    try:
        yield
    except psycopg.Error as error:
        if isinstance(error, (PoolClosed, PoolTimeout)):
            raise PostgresLostError(where) from error
        line = complaint(where, error)
        if line is None:
            raise
        raise PostgresError(line) from error


def complaint(where: str, error: psycopg.Error) -> str | None:
    """Return a sentence about an error that the host can fix; None for a bug of ours."""
    server, text = f"The PostgreSQL server of {where}", str(error)
    for kinds, meaning in _FAILURES:
        if isinstance(error, kinds):
            return f"{server} {meaning.format(why=_first(error))}"
    if not isinstance(error, psycopg.OperationalError):
        return None
    for part, meaning, advice in _REFUSALS:
        if part in text:
            return f"{server} {meaning}. {advice} TOMATO_DATABASE."
    return f"{server} can't be used ({_first(error)}). Check it, and TOMATO_DATABASE."


def _first(error: psycopg.Error) -> str:
    return str(error).strip().partition("\n")[0]
