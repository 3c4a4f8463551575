"""What the bot needs of its sessions with PostgreSQL: each one its own, and locks that are free.

A pooler in transaction mode gives each transaction any of its connections. There a session's locks,
settings and notifications belong to whoever gets the connection next.
"""

import logging
import time
from collections.abc import Sequence
from typing import Any

import psycopg

from data.engine.postgres_errors import PostgresError

log = logging.getLogger(__name__)

JOIN_LOCK = 0x546F6D55
"""The key of the lock under which one process at a time takes its locks."""
MIGRATION_LOCK = 0x546F6D54
"""The key of the lock under which one process at a time migrates."""
LOCK_POLL = 0.1
"""Seconds between two tries to take a lock."""
POOLER_TRIES = 10
"""How often two sessions are compared. A pooler that shares them gives the newest one at once."""
_HOLDERS = (
    "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = %s"
    " AND objid::bigint = coalesce(%s::bigint, objid::bigint) AND objsubid = %s AND database ="
    " (SELECT oid FROM pg_database WHERE datname = current_database())"
)
_PROCESSES = (
    "SELECT pid, application_name, coalesce(host(client_addr), 'the server''s machine'),"
    " to_char(backend_start AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS')"
    " FROM pg_stat_activity WHERE pid = ANY(%s) ORDER BY pid"
)


def refuse_shared_sessions(connection: psycopg.Connection[Any], where: str) -> None:
    """Raise PostgresError behind a pooler that lends one session to several connections.

    A pooler makes up the process that libpq is told; without one, nothing has to be tried.
    """
    first = {_process(connection)}
    if first == {connection.info.backend_pid}:
        return
    password = connection.info.password
    with psycopg.connect(connection.info.dsn, password=password, autocommit=True) as other:
        second = set[int]()
        for _ in range(POOLER_TRIES):
            second.add(_process(other))
            first.add(_process(connection))
            if len(first) > 1 or len(second) > 1 or first & second:
                raise PostgresError(
                    f"{where} is a pooler in transaction or statement mode. The bot's locks need"
                    " sessions of their own: set pool_mode = session for its database, or write the"
                    " server's own address into TOMATO_DATABASE."
                )


def _process(connection: psycopg.Connection[Any]) -> int:
    """Return the server's process that has worked for a connection just now."""
    return int(connection.execute("SELECT pg_backend_pid()").fetchall()[0][0])


def take_lock(
    connection: psycopg.Connection[Any], key: int, where: str, *, until_end_of: str, within: float
) -> None:
    """Take a lock until the end of the `transaction` or `session`.

    Logs whose lock it waits for. Raises PostgresError after some seconds.
    """
    name = "pg_try_advisory_xact_lock" if until_end_of == "transaction" else "pg_try_advisory_lock"
    ends_at, is_told = time.monotonic() + within, False
    while not connection.execute(f"SELECT {name}(%s)", (key,)).fetchall()[0][0]:
        holders = holders_of(connection, 0, key, is_pair=False)
        if not is_told:
            log.warning("waiting for a lock on %s that is held by %s", where, holders)
        is_told = True
        if time.monotonic() > ends_at:
            raise PostgresError(
                f"The PostgreSQL database {where} is locked by {holders}. Another process of the"
                " bot is migrating it, recomputing or moving: wait for its end. If none runs, end"
                " that connection with pg_terminate_backend."
            )
        time.sleep(LOCK_POLL)


def holders_of(
    connection: psycopg.Connection[Any], first: int, second: int | None, *, is_pair: bool = True
) -> str:
    """Say who holds an advisory lock, or with `second` None any lock of a kind."""
    rows = connection.execute(_HOLDERS, (first, second, 2 if is_pair else 1)).fetchall()
    return describe(connection, [pid for (pid,) in rows])


def describe(connection: psycopg.Connection[Any], pids: Sequence[int]) -> str:
    """Name the programs behind some of the server's processes."""
    rows = connection.execute(_PROCESSES, (list(pids),)).fetchall()
    return " and ".join(_program(*row) for row in rows) or "a program that has just ended"


def _program(pid: int, application: str, address: str, since: str) -> str:
    return f"{application or 'a program'} (process {pid}, from {address}, since {since} UTC)"
