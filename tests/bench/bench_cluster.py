"""Several processes on one PostgreSQL database: CPU a turn, round trips a step.

All processes share this machine, so compare CPU time and ratios, not seconds. The commit is
measured through a relay that adds latency, as a network does. It takes some minutes.
"""

import asyncio
import statistics
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from urllib.parse import parse_qs, urlsplit, urlunsplit

import psycopg

from data.store import open_store
from tests.bench.bench_data import commit
from tests.bench.hosting import Hosted, Seated, Stage, hosted, staged
from tests.bench.report import Part, Row, in_folder
from tests.data.builders import running
from tests.data.postgres import fresh_database, server

TABLES, WARMING, TURNS = 8, 4, 6
"""How many tables play, and turns at each: before measuring, and in each round."""
ROUNDS, FEW_ROUNDS = 4, 1
PROCESSES = (1, 2, 4)
ONE_WAY = 0.02
"""Seconds by which the relay delays everything, in each direction."""
STEPS = 60
IDLE = 10.0
"""Seconds for which idle processes are measured."""
_WRITTEN = "SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint"


Way = Callable[[Path, str], Awaitable[list[Row]]]
"""Measures something with a folder and the address of a database server."""


def parts(*, quick: bool) -> dict[str, Part]:
    """Return a part for each way to measure."""
    turns = partial(_turns, FEW_ROUNDS if quick else ROUNDS)
    ways: dict[str, Way] = {"step": _step, "turns": turns}
    return {name: partial(in_folder, partial(_with_server, way)) for name, way in ways.items()}


async def _with_server(way: Way, folder: Path) -> AsyncIterator[Row]:
    with server() as address:
        for row in await way(folder, address):
            yield row


async def _step(_: Path, address: str) -> list[Row]:
    """Measure steps of a match through the relay, and single statements as round trips."""
    with fresh_database(address) as database:
        async with _relayed(database) as slow:
            store = await open_store(slow)
            match = await running(store)
            times = [await commit(store, match, number) for number in range(1, STEPS)]
            await store.close()
            trip = await asyncio.to_thread(_round_trip, slow)
    p50, p99 = statistics.median(times), statistics.quantiles(times, n=100)[98]
    text = f"{p50 / trip:.1f} ({p50 * 1000:.0f} / {trip * 1000:.0f} ms)"
    name = f"a step p50 on PostgreSQL, as round trips of {2 * ONE_WAY * 1000:.0f} ms"
    return [
        Row(name, "<= 3, and what the server does", text, p50 <= 3.5 * trip),
        Row("the same, p99", "-", f"{p99 / trip:.1f}", ok=True),
    ]


def _round_trip(database: str) -> float:
    times = []
    with psycopg.connect(database, autocommit=True) as connection:
        for _ in range(STEPS):
            begun = time.perf_counter()
            connection.execute("SELECT 1").fetchall()
            times.append(time.perf_counter() - begun)
    return statistics.median(times)


@asynccontextmanager
async def _relayed(database: str) -> AsyncIterator[str]:
    """Yield an address of the database through a relay that adds latency."""
    parts = urlsplit(database)
    folder = parse_qs(parts.query)["host"][0]
    loop = asyncio.get_running_loop()

    async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(1 << 16):
            loop.call_later(ONE_WAY, writer.write, data)
        loop.call_later(ONE_WAY, writer.close)

    serving: list[asyncio.Task[None] | None] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        serving.append(asyncio.current_task())
        far_reader, far_writer = await asyncio.open_unix_connection(f"{folder}/.s.PGSQL.5432")
        await asyncio.gather(pump(reader, far_writer), pump(far_reader, writer))

    relay = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = relay.sockets[0].getsockname()[1]
    try:
        yield urlunsplit(parts._replace(netloc=f"{parts.username}@127.0.0.1:{port}", query=""))
    finally:
        relay.close()
        await asyncio.gather(*filter(None, serving))  # all clients are gone


async def _turns(rounds: int, folder: Path, address: str) -> list[Row]:
    """Measure the same turns on clusters of different sizes and on SQLite, alternately."""
    async with AsyncExitStack() as stack:
        clusters, databases = {}, dict[int, Path | str]()
        for count in (0, *PROCESSES):
            database: Path | str = folder / "file.db"
            if count:
                database = stack.enter_context(fresh_database(address))
            databases[count] = database
            stage, tables = await stack.enter_async_context(staged(TABLES, database, max(1, count)))
            start = partial(hosted, stage, database, warm=True, calm=True)
            shares = [f"{shard}/{count}" for shard in range(count)] or [""]
            bots = [await stack.enter_async_context(start(shards=each)) for each in shares]
            await asyncio.gather(*map(stage.open_hands, tables))
            await _play(stage, tables, WARMING)
            clusters[count] = (stage, tables, bots)
        costs: dict[int, list[float]] = {count: [] for count in clusters}
        written: list[float] = []
        for _ in range(rounds):
            for count, cluster in clusters.items():
                before = _numbered(databases[count])
                costs[count].append(await _cost(*cluster))
                if count == 1:
                    written.append((_numbered(databases[count]) - before) / (TABLES * TURNS))
        bots = clusters[4][2]
        idle, memory = await _idle(bots), [(await bot.figures()).memory for bot in bots]
    results = {count: statistics.median(each) for count, each in costs.items()}
    rows = [
        Row(f"CPU a turn with {count} processes", "-", f"{results[count] * 1000:.0f} ms", ok=True)
        for count in PROCESSES
    ]
    ratio, engines = results[4] / results[1], results[1] / results[0]
    return [
        *rows,
        Row("CPU a turn, 4 processes / 1", "<= 1.1x", f"{ratio:.2f}x", ratio <= 1.1),
        Row("CPU a turn, 1 process on PostgreSQL / SQLite", "-", f"{engines:.2f}x", ok=True),
        Row("CPU of a process that nobody plays at", "-", f"{idle * 1000:.1f} ms/s", ok=True),
        Row("memory of a process", "-", f"{statistics.median(memory) / 1e6:.0f} MB", ok=True),
        Row(
            "writing transactions a turn, 1 process",
            "-",
            f"{statistics.median(written):.1f}",
            ok=True,
        ),
    ]


def _numbered(database: Path | str) -> int:
    """Return how many transactions the server has numbered, or 0 for a file: those that write."""
    if isinstance(database, Path):
        return 0
    with psycopg.connect(database) as connection:
        ((count,),) = connection.execute(_WRITTEN).fetchall()
    return int(count)


async def _cost(stage: Stage, tables: Sequence[Seated], bots: Sequence[Hosted]) -> float:
    """Return the CPU seconds of all processes for one turn."""
    before = sum([(await bot.figures()).cpu for bot in bots])
    made = await _play(stage, tables, TURNS)
    return (sum([(await bot.figures()).cpu for bot in bots]) - before) / made


async def _play(stage: Stage, tables: Sequence[Seated], count: int) -> int:
    """Play turns at all tables at once until they are shown; return how many."""

    async def play(table: Seated) -> int:
        turns = [await stage.turn(table, whole=True) for _ in range(count)]
        return len([turn for turn in turns if turn is not None])

    return sum(await asyncio.gather(*map(play, tables)))


async def _idle(bots: Sequence[Hosted]) -> float:
    """Return the CPU seconds per second of an idle process."""
    before = sum([(await bot.figures()).cpu for bot in bots])
    await asyncio.sleep(IDLE)
    after = sum([(await bot.figures()).cpu for bot in bots])
    return (after - before) / IDLE / len(bots)
