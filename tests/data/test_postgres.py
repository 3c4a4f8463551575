"""Laws of PostgreSQL only: concurrent transactions, lost connections, and the same tables."""

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.pq import Trace
from psycopg.rows import dict_row

from data.engine import postgres as postgres_engine
from data.engine.database import ReadConnection, Transaction
from data.engine.dialect import translate
from data.engine.errors import DatabaseError, DatabaseNewerError, InconsistentChangeError
from data.engine.migrations import MIGRATIONS, newest_version
from data.engine.postgres import PostgresDatabase, PostgresRow
from data.engine.postgres_errors import PostgresError, PostgresLostError, complaint, whereabouts
from data.engine.postgres_migrations import MIGRATIONS as POSTGRES_MIGRATIONS
from data.engine.postgres_migrations import migrate
from data.engine.postgres_values import PostgresLimits
from data.engine.sqlite import SqliteDatabase
from data.records.matches import DeadlineMask, Extra
from data.store import open_store, shared_store
from tests.data.builders import deadline, running, seen, step
from tests.data.postgres import fresh_database
from tests.data.statements import GUILD
from tests.data.test_released import OLD_SURFACES, change, left_by, rows, updated
from tests.support.sampling import leading

Row = dict[str, Any]


@pytest.fixture
async def postgres(postgres_address: str) -> AsyncIterator[PostgresDatabase]:
    opened = await PostgresDatabase.open(postgres_address, limits=PostgresLimits(connections=4))
    yield opened
    await opened.close()


def guilds(reading: ReadConnection) -> list[int]:
    return [row["guild_id"] for row in reading.rows("SELECT guild_id FROM guilds ORDER BY 1")]


async def test_a_connection_lost_before_the_commit_costs_nothing(
    postgres: PostgresDatabase,
) -> None:
    """A transaction whose connection is lost is run again as a whole, once."""
    runs: list[int] = []

    def add(transaction: Transaction) -> None:
        runs.append(len(runs))
        transaction.run(GUILD, (7,))
        if len(runs) == 1:
            transaction.rows("SELECT pg_terminate_backend(pg_backend_pid())")

    await postgres.transaction("add", add)

    assert runs == [0, 1]
    assert await postgres.read(guilds) == [7]


async def test_a_connection_lost_while_idle_is_replaced(postgres: PostgresDatabase) -> None:
    """A lost idle connection is replaced without an error."""
    await postgres.read(guilds)
    with psycopg.connect(postgres._url, autocommit=True) as other:
        other.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )

    assert await postgres.read(guilds) == []


async def test_a_lost_commit_is_no_success(
    postgres: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A connection lost during the commit leaves the outcome open, and the error says so."""

    def lost(transaction: Transaction) -> None:
        raise psycopg.OperationalError("server closed the connection unexpectedly")

    monkeypatch.setattr(Transaction, "commit", lost)

    with pytest.raises(PostgresLostError, match="was lost"):
        await postgres.transaction("add", lambda transaction: transaction.run(GUILD, (1,)))


async def test_a_step_takes_three_round_trips(
    postgres_address: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A step waits three times for the server: for its claim, its result, and the commit.

    This holds from the first step on, before the statements are prepared.
    """
    connections: list[psycopg.Connection[PostgresRow]] = []
    monkeypatch.setattr(postgres_engine, "_configure", connections.append)
    store = await open_store(postgres_address, limits=PostgresLimits(connections=1))
    match = await running(store)
    (connection,) = connections
    waits = []
    for number in range(1, 9):
        path = tmp_path / f"{number}"
        with path.open("wb") as trace:
            connection.pgconn.trace(trace.fileno())
            connection.pgconn.set_trace_flags(Trace.SUPPRESS_TIMESTAMPS)
            await store.matches.commit_step(
                match.match_id,
                match.revision + number - 1,
                step(),
                b"{}",
                moves_made=(number, 0),
                extra=Extra(
                    seen=seen(number),
                    drop_deadlines=(DeadlineMask(match_id=match.match_id, seat=0),),
                    deadlines=(deadline(ticket=str(number)),),
                ),
            )
            connection.pgconn.untrace()
        senders = groupby(line[:1] for line in path.read_bytes().splitlines())
        waits.append(b"".join(sender for sender, _ in senders))
    await store.close()

    assert waits == [b"FB" * 3] * 8  # the frontend sends, and the backend answers


async def test_a_contradiction_is_undone(postgres: PostgresDatabase) -> None:
    """A change that contradicts stored data is refused by its name, and all of it is undone."""

    def twice(transaction: Transaction) -> None:
        transaction.run(GUILD, (1,))
        transaction.run(GUILD, (1,))

    with pytest.raises(InconsistentChangeError, match="twice"):
        await postgres.transaction("twice", twice)

    assert await postgres.read(guilds) == []


@pytest.fixture
def weak_address(postgres_server: str) -> Iterator[str]:
    """Return a database in which the user may do nothing."""
    with (
        fresh_database(postgres_server) as address,
        psycopg.connect(address, autocommit=True) as connection,
    ):
        connection.execute("REVOKE CREATE ON SCHEMA public FROM PUBLIC")  # as since version 15
        name = f"weak_{conninfo_to_dict(address)['dbname']}"
        connection.execute(sql.SQL("CREATE ROLE {} LOGIN").format(sql.Identifier(name)))
        try:
            yield make_conninfo(address, user=name)
        finally:
            connection.execute(sql.SQL("DROP ROLE {}").format(sql.Identifier(name)))


async def fault(address: str) -> str:
    """Open a database that fails; return the error's sentence."""
    with pytest.raises(DatabaseError) as caught:
        await open_store(address)
    return str(caught.value)


async def test_each_way_to_fail_is_named(postgres_server: str, weak_address: str) -> None:
    """The host reads what is wrong with the address, the database or the user, and what to do."""
    with socket.socket() as unheard:
        unheard.bind(("127.0.0.1", 0))
        refused = await fault(f"postgresql://u:secret@127.0.0.1:{unheard.getsockname()[1]}/tables")

    assert "doesn't answer at this address" in refused
    assert "/tables" in refused
    assert "secret" not in refused
    assert "no such database" in await fault(make_conninfo(postgres_server, dbname="nowhere"))
    assert "doesn't know the user" in await fault(make_conninfo(postgres_server, user="nobody_is"))
    assert "too few rights" in await fault(weak_address)
    assert "is not the address" in await fault("postgresql://host/name?nonsense=1")


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (psycopg.OperationalError('password authentication failed for user "u"'), "password"),
        (psycopg.OperationalError('permission denied for database "name"'), "Grant it CONNECT"),
        (psycopg.OperationalError("fe_sendauth: no password supplied"), "wants a password"),
        (psycopg.OperationalError("FATAL: sorry, too many clients already"), "max_connections"),
        (psycopg.OperationalError("something new"), "something new"),
        (psycopg.errors.QueryCanceled("statement timeout"), "took too long"),
        (psycopg.errors.DiskFull("no space left"), "no space left"),
        (psycopg.errors.SerializationFailure(), "too busy"),
        (psycopg.errors.UndefinedTable("no table"), None),
    ],
)
def test_other_failures_are_named(error: psycopg.Error, text: str | None) -> None:
    """Errors that can't be caused here have their messages too, and a bug of ours has none."""
    line = complaint("host:5432/name", error)

    assert line is None if text is None else text in str(line)


def test_whereabouts_hold_no_password() -> None:
    """A database is named by host, port and name only."""
    assert whereabouts("postgresql://me:secret@db:6543/tables") == "db:6543/tables"
    for unescaped in ("postgresql://me:sec/ret@db:6543/t", "postgresql://me:sec@ret@db/t"):
        with pytest.raises(PostgresError, match="%2F") as refused:
            whereabouts(unescaped)
        assert "ret" not in str(refused.value)


def test_an_old_server_is_refused(postgres_server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that is too old is refused, and the error names both versions."""
    monkeypatch.setattr(psycopg.ConnectionInfo, "server_version", 130_011)
    with (
        psycopg.connect(postgres_server) as connection,
        pytest.raises(PostgresError, match="has version 13, and the bot needs 14"),
    ):
        migrate(connection, "here")


async def test_a_newer_database_is_refused(postgres_address: str) -> None:
    """A database that a newer program has migrated is refused."""
    with psycopg.connect(postgres_address, autocommit=True) as connection:
        connection.execute("UPDATE schema_version SET version = 999")

    with pytest.raises(DatabaseNewerError, match="999"):
        await open_store(postgres_address)


@pytest.mark.parametrize("version", leading((6, 4, 5, 7), 2))
async def test_both_engines_come_to_the_same_rows(
    postgres_server: str, tmp_path: Path, version: int
) -> None:
    """An old database with rows in its tables becomes on PostgreSQL what the file becomes."""
    path = left_by(version, tmp_path / "tables.db")
    if version < 6:
        # PostgreSQL keeps this damaged debt, which no question has.
        change(path, OLD_SURFACES.replace("'36:1\"' || char(10)", "NULL"))
        change(path, "UPDATE tenures SET strength = tenure_id % 4")
    before = rows(path)
    with fresh_database(postgres_server) as address:
        with psycopg.connect(address, autocommit=True) as connection:
            _fill(connection, version, before)
        await (await open_store(address)).close()
        with psycopg.connect(address, row_factory=dict_row) as connection:
            expected = _sorted(rows(await updated(path)))
            after = _sorted(
                {
                    table: connection.execute(
                        sql.SQL("SELECT * FROM {}").format(sql.Identifier(table))
                    ).fetchall()
                    for table in expected
                }
            )

    assert after == expected
    assert sum(map(len, after.values())) > 20


def _fill(connection: psycopg.Connection[Any], version: int, old: dict[str, list[Row]]) -> None:
    """Make a database of a version with these rows."""
    for number in range(4, version + 1):
        (file,) = POSTGRES_MIGRATIONS.glob(f"{number:04}_*.sql")
        connection.execute(file.read_text(encoding="utf-8"))
    connection.execute(
        "CREATE TABLE schema_version"
        " (only_row BIGINT PRIMARY KEY CHECK (only_row = 1), version BIGINT NOT NULL)"
    )
    connection.execute("INSERT INTO schema_version VALUES (1, %s)", (version,))
    connection.execute("SET session_replication_role = replica")  # rows come in any order
    for table, items in old.items():
        for row in items if not table.startswith("sqlite_") else ():
            insert = sql.SQL("INSERT INTO {} ({}) OVERRIDING SYSTEM VALUE VALUES ({})").format(
                sql.Identifier(table),
                sql.SQL(", ").join(map(sql.Identifier, row)),
                sql.SQL(", ").join(sql.Placeholder() * len(row)),
            )
            connection.execute(insert, tuple(row.values()))
    connection.execute("SET session_replication_role = DEFAULT")


def _sorted(tables: dict[str, list[Row]]) -> dict[str, list[str]]:
    """Return rows in an order that both engines share, without SQLite's own tables."""
    return {
        table: sorted(repr(sorted(row.items())) for row in items)
        for table, items in tables.items()
        if not table.startswith("sqlite_")
    }


async def test_an_update_waits_for_running_processes(postgres_address: str) -> None:
    """A database isn't migrated while a process of an older version uses it."""
    older = shared_store(postgres_address)
    assert await older.lock.take() is None
    await older.begin()
    with psycopg.connect(postgres_address, autocommit=True) as connection:
        connection.execute("UPDATE schema_version SET version = version - 1")

    assert "processes of an older version of the bot use it" in await fault(postgres_address)
    await older.close()


async def test_many_may_start_at_once(postgres_server: str) -> None:
    """Three processes that open a new database at once create its tables once."""
    with fresh_database(postgres_server) as address:
        limits = PostgresLimits(connections=1)
        opened = await asyncio.gather(
            *(PostgresDatabase.open(address, limits=limits) for _ in range(3))
        )
        versions = [(await database.facts()).version for database in opened]
        for database in opened:
            await database.close()

    assert versions == [newest_version(MIGRATIONS)] * 3


def test_both_engines_have_every_migration() -> None:
    """Every SQLite migration since the first PostgreSQL one has a PostgreSQL file."""
    ours = {int(file.name[:4]) for file in POSTGRES_MIGRATIONS.glob("[0-9]*.sql")}

    assert ours == set(range(min(ours), newest_version(MIGRATIONS) + 1))


async def test_both_engines_have_the_same_tables(
    postgres: PostgresDatabase, database: SqliteDatabase
) -> None:
    """Every table has the same columns on both engines, with the same NOT NULL constraints."""
    theirs = await postgres.rows(
        "SELECT table_name, column_name, is_nullable = 'NO' AS needed"
        " FROM information_schema.columns WHERE table_schema = 'public'"
        " AND table_name <> 'schema_version'"
    )
    tables = await database.rows(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    )
    ours = set()
    for table in tables:
        for column in await database.rows(f"PRAGMA table_info({table['name']})"):
            needed = bool(column["notnull"] or column["pk"])
            ours.add((table["name"], column["name"], needed))

    assert {tuple(row) for row in theirs} == ours


@pytest.mark.parametrize(
    ("written", "read", "values", "bound"),
    [
        ("SELECT ? , '?', ':a' || '%'", "SELECT %s , '?', ':a' || '%%'", (True,), (1,)),
        ("SELECT :a, b::text", "SELECT %(a)s, b::text", {"a": 1}, {"a": 1}),
        (
            "a = ? AND b IN (SELECT value FROM json_each(?))",
            "a = %s AND b = ANY(%s)",
            (1, "[2,3]"),
            (1, [2, 3]),
        ),
        (
            "b NOT IN (SELECT value FROM json_each(:b))",
            "b <> ALL(%(b)s)",
            {"b": '["x"]'},
            {"b": ["x"]},
        ),
        ("FROM matches INDEXED BY some WHERE", "FROM matches WHERE", (), ()),
    ],
)
def test_statements_are_translated(
    written: str, read: str, values: tuple[object, ...], bound: tuple[object, ...]
) -> None:
    """Placeholders, lists and hints are rewritten; quoted texts stay."""
    statement = translate(written)

    assert statement.sql == read
    assert statement.bind(values) == bound
