"""How long a step takes to reach the disk, compared with the same statements on plain `sqlite3`."""

import sqlite3
import statistics
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from data.engine import sqlite
from data.engine.database import DatabaseRow, Transaction, Values
from data.records.matches import DeadlineMask, Extra, Match
from data.store import Store, open_store
from tests.bench.report import Part, Row, in_folder
from tests.data.builders import big_state, deadline, running, seen, step

STATE_BYTES = 20_000
STEPS, FEW_STEPS = 400, 120
"""How many are timed, and how many in a quick run."""

Statements = list[tuple[str, Sequence[Values]]]
"""Statements with all their values."""

_CROWD = """
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {many})
INSERT INTO matches (match_id, guild_id, channel_id, game, life, host_id, options, rated,
    created_at, started_at, ended_at, result, number)
SELECT 'old' || i, {guild}, i % 100, 'tomate', 'finished', i % 500, x'7B7D', 1, i, i, i, '{{}}',
    i + (SELECT max(number) FROM matches)
FROM n
"""
_PAST = (
    (
        "INSERT INTO tenures (match_id, seat, player_id, from_step, started_at, reason, ended_at,"
        " end_reason) SELECT match_id, value, host_id + value, 0, 1, 'joined', 2, 'over'"
        " FROM matches, json_each('[0,1,2,3]') WHERE match_id LIKE 'old%'"
    ),
    (
        "INSERT INTO steps (match_id, step, seat, actor, move, events, made_at)"
        " SELECT match_id, value, 0, 'player', zeroblob(60), hex(zeroblob(200)), 1"
        " FROM matches, json_each('[0,1,2,3,4,5,6,7,8,9]') WHERE match_id LIKE 'old%'"
    ),
    (
        "INSERT INTO checkpoints SELECT match_id, 9, randomblob(3000)"
        " FROM matches WHERE match_id LIKE 'old%'"
    ),
)


def parts(*, quick: bool) -> dict[str, Part]:
    """Return the part."""
    steps = FEW_STEPS if quick else STEPS
    return {"bare": partial(in_folder, partial(_bare, steps))}


async def _bare(steps: int, folder: Path) -> AsyncIterator[Row]:
    ours, bare = await _against_bare(folder, steps)
    ratio = statistics.median(ours) / statistics.median(bare)
    p99, bare_p99 = (statistics.quantiles(times, n=100)[98] * 1000 for times in (ours, bare))
    yield Row("S1 commit p50 / bare sqlite3", "<= 3x", f"{ratio:.2f}x", ratio <= 3)
    text = f"{p99 / bare_p99:.2f}x ({p99:.2f} / {bare_p99:.2f} ms)"
    yield Row("S1 commit p99 / bare sqlite3, 20 kB state", "<= 2x", text, p99 <= 2 * bare_p99)


async def _against_bare(folder: Path, steps: int) -> tuple[list[float], list[float]]:
    """Time steps of a store, and after each the same statements on a copy of its file."""
    store, match, bare = await twins(folder)
    times: tuple[list[float], list[float]] = ([], [])
    for number in range(1, steps + 1):
        with overheard() as statements:
            times[0].append(await commit(store, match, number))
        times[1].append(repeat(bare, statements))
    await store.close()
    bare.close()
    return times


async def twins(folder: Path) -> tuple[Store, Match, sqlite3.Connection]:
    """Open a store with one match, and a plain connection to a copy of its file."""
    store, match = await _table(folder / "ours.db")
    await store.close()
    (folder / "bare.db").write_bytes((folder / "ours.db").read_bytes())
    bare = sqlite3.connect(folder / "bare.db", isolation_level=None, check_same_thread=False)
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        bare.execute(f"PRAGMA {pragma}")
    return await open_store(folder / "ours.db"), match, bare


async def _table(path: Path) -> tuple[Store, Match]:
    store = await open_store(path)
    return store, await running(store)


async def commit(store: Store, match: Match, number: int) -> float:
    """Make one step as a host does, with its answer and deadlines; return the seconds."""
    state = big_state(STATE_BYTES, number)
    extra = Extra(
        seen=seen(number, told="played"),
        drop_deadlines=(DeadlineMask(match_id=match.match_id, seat=0),),
        deadlines=(deadline(ticket=str(number)),),
    )
    begun = time.perf_counter()
    await store.matches.commit_step(
        match.match_id,
        match.revision + number - 1,
        step(),
        state,
        moves_made=(number, 0),
        extra=extra,
    )
    return time.perf_counter() - begun


@contextmanager
def overheard() -> Iterator[Statements]:
    """Collect every statement that the stores run inside, with all its values."""
    statements: Statements = []

    class Heard(Transaction):
        def rows(self, sql: str, values: Values = ()) -> list[DatabaseRow]:
            statements.append((sql, [values]))
            return super().rows(sql, values)

        def run(self, sql: str, values: Values = ()) -> None:
            statements.append((sql, [values]))
            super().run(sql, values)

        def run_many(self, sql: str, many: Sequence[Values]) -> None:
            statements.append((sql, many))
            super().run_many(sql, many)

    sqlite.Transaction = Heard  # type: ignore[attr-defined]  # put back below
    try:
        yield statements
    finally:
        sqlite.Transaction = Transaction  # type: ignore[attr-defined]  # as it was


def repeat(bare: sqlite3.Connection, statements: Statements) -> float:
    """Run these statements in one transaction; return the seconds."""
    begun = time.perf_counter()
    bare.execute("BEGIN IMMEDIATE")
    for sql, many in statements:
        for values in many:
            bare.execute(sql, values).fetchall()
    bare.execute("COMMIT")
    return time.perf_counter() - begun


def add_matches(path: Path, guild_id: int, many: int) -> None:
    """Write this many finished matches of a server."""
    connection = sqlite3.connect(path)
    connection.execute(_CROWD.format(many=many, guild=guild_id))
    for sql in _PAST:
        connection.execute(sql)
    connection.commit()
    connection.close()
