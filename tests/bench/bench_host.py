"""The whole bot over loopback: one turn (W1), its CPU, a long history (W2), and a thousand tables.

The bot runs in its own process, the playground and its people in another. Bots that are compared
have drawn their parts of pictures before, as in production. Rows without a goal are informative.
"""

import asyncio
import os
import sqlite3
import statistics
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack
from functools import partial
from itertools import count
from pathlib import Path
from typing import NamedTuple

from playground.world.seed import PUBLIC_TOKEN
from tests.bench import hosting
from tests.bench.bench_data import add_matches
from tests.bench.counted import Spent, anonymous, counted, used
from tests.bench.hosting import SLOWEST, Hosted, Seated, Stage, Turn, hosted, staged
from tests.bench.report import Part, Row, in_folder

BOT = "python -m bot local"
WARMING = 10
STORED = (10, 100, 1_000, 10_000)
TWELVE = 6
"""Tables of two for twelve people who play at the same time."""
ENTRANTS = {
    "painting thread": ("ours", 0),
    **{f"painting processes: {count}": ("ours", count) for count in (1, 2, 4)},
    "naive": ("naive", 0),
}
"""The bots at which twelve people play: variant and number of painting processes."""
ROUND = 1.3
"""Seconds that twelve people play at each bot, twice a round; their matches last for 420 presses.
"""
PACE = 15
"""Turns a second at which all bots' loops are compared: none of ours is busy then."""
TABLES = 1_000
BUDGET = 5
"""Edits of a channel in five seconds, as in production."""
HANDS = 250
"""How many tables people press at; the others only exist."""
WINDOW = 15.0
"""Seconds for which one load is measured."""
GOALS = {10: 0.5, 20: 0.5}
"""Seconds within which 99 % are acknowledged, by presses a second."""
REMINDED = 250
"""Tables whose people are all reminded while a load is measured."""
LATER = 3600.0
"""Seconds until those reminders that nobody is to notice."""
LOOK = 2.0
"""Seconds between two looks whether the bot is idle."""
IDLE = 0.05
"""The CPU seconds a second that a bot may use when idle."""
OPENING = 16
"""How many hands are opened at once before measuring."""


class Repeats(NamedTuple):
    """How much is measured."""

    turns: int = 40
    rounds: int = 5
    """How often two sides take turns."""
    stored: tuple[int, ...] = STORED
    """Numbers of stored matches."""
    rates: tuple[int, ...] = (10, 20, 40)
    """Presses a second, by people who need some time to think."""


FEW = Repeats(15, 2, STORED[::3], (10, 20))


def parts(*, quick: bool) -> dict[str, Part]:
    """Return a part for each way to measure."""
    ways = {
        "turn": _one_turn,
        "cpu": _cpu,
        "twelve": _twelve,
        "past": _with_a_past,
        "thousand": _thousand,
        "start": _start,
    }
    repeats = FEW if quick else Repeats()
    return {name: partial(in_folder, partial(way, repeats)) for name, way in ways.items()}


async def _one_turn(repeats: Repeats, folder: Path) -> AsyncIterator[Row]:
    """W1: the same turns at a bot with pictures and at one without, alternately."""
    async with AsyncExitStack() as stack:
        tables = []
        for way in ("ours", "blank"):
            stage, seated = await stack.enter_async_context(staged(1, folder / f"one-{way}.db"))
            await stack.enter_async_context(hosted(stage, folder / f"one-{way}.db", way, warm=True))
            await stage.open_hands(seated[0])
            await _turns(stage, seated[0], WARMING)
            tables.append((stage, seated[0]))
        (ours, mine), (blank, theirs) = tables
        painted, unpainted = [], []
        for _ in range(repeats.turns):
            painted += await _turns(ours, mine, 1)
            unpainted += await _turns(blank, theirs, 1)
    with_pictures, without = (
        statistics.median(turn.done for turn in side) for side in (painted, unpainted)
    )
    ratio = with_pictures / without
    text = f"{ratio:.1f}x ({with_pictures * 1000:.0f} / {without * 1000:.0f} ms)"
    yield Row("W1 a whole turn p50, with / without pictures", "<= 10x", text, ratio <= 10)
    first = statistics.median(turn.acknowledged for turn in painted)
    yield Row("W1 acknowledgement p50 with pictures", "-", f"{first * 1000:.0f} ms", ok=True)


async def _cpu(repeats: Repeats, folder: Path) -> AsyncIterator[Row]:
    """Compare the CPU of the same moves, also of an older checkout's if there is one."""
    del folder  # each checkout makes its own
    before = os.environ.get("TOMATO_BENCH_BEFORE")
    sides = {way: (Path.cwd(), way) for way in ("ours", "blank", "bare", "naive")}
    if before:
        sides["before"] = (Path(before), "ours")
    async with AsyncExitStack() as stack:
        bots = {
            name: await stack.enter_async_context(counted(*side)) for name, side in sides.items()
        }
        spent: dict[str, list[Spent]] = {name: [] for name in bots}
        for _ in range(repeats.rounds):
            for name, bot in bots.items():
                spent[name].append(await bot.play())
    pairs = [
        ("ours", "blank", "CPU of a move, with / without pictures", 1.9),
        ("blank", "bare", "CPU of a move without pictures / bare edits and commits", 2.5),
        ("ours", "naive", "CPU of a move / saving PNG on the loop", None),
        ("ours", "before", f"CPU of a move / that of {before}", 1.0),
    ]
    for mine, other, name, goal in pairs:
        if other in spent:
            yield _compared(name, goal, spent[mine], spent[other])
    yield _sent(spent)


def _compared(name: str, goal: float | None, mine: Sequence[Spent], others: Sequence[Spent]) -> Row:
    """Return the median of the ratios of each round, and how far they spread."""
    ratios = sorted(here.total / there.total for here, there in zip(mine, others, strict=True))
    ratio = statistics.median(ratios)
    here, there = (statistics.median(each.total for each in side) for side in (mine, others))
    loop = statistics.median(each.loop for each in mine)
    text = (
        f"{ratio:.2f}x ({ratios[0]:.2f} to {ratios[-1]:.2f}; {here:.1f} / {there:.1f} ms,"
        f" event loop {loop:.1f} ms)"
    )
    return Row(name, f"<= {goal}x" if goal else "-", text, goal is None or ratio <= goal)


def _sent(spent: Mapping[str, Sequence[Spent]]) -> Row:
    """Return what our bot has sent: the same in each run of a commit."""
    last = spent["ours"][-1]
    text = f"{last.presses} presses, {last.requests} requests, {last.uploads} bytes of files"
    equal = "before" not in spent or last.presses == spent["before"][-1].presses
    return Row("pressed and sent, the same in every run", "-", text, equal)


async def _turns(stage: Stage, table: Seated, count: int) -> list[Turn]:
    """Play whole turns, one after another."""
    turns = [await stage.turn(table, whole=True) for _ in range(count)]
    return [turn for turn in turns if turn is not None]


async def _twelve(repeats: Repeats, folder: Path) -> AsyncIterator[Row]:
    """W1: twelve people at once, alternately at our bots and at one that saves on its loop."""
    async with AsyncExitStack() as stack:
        sides: dict[str, tuple[Stage, list[Seated], Hosted]] = {}
        for name, (way, painters) in ENTRANTS.items():
            path = folder / f"twelve-{name}.db"
            stage, tables = await stack.enter_async_context(staged(TWELVE, path))
            bot = await stack.enter_async_context(
                hosted(stage, path, way, warm=True, painters=painters)
            )
            await asyncio.gather(*map(stage.open_hands, tables))
            await _play_for(ROUND, stage, tables)
            sides[name] = (stage, tables, bot)
        made: dict[str, int] = dict.fromkeys(sides, 0)
        held: dict[str, list[float]] = {name: [] for name in sides}
        paced: dict[str, list[float]] = {name: [] for name in sides}
        for _ in range(repeats.rounds):
            for name, (stage, tables, bot) in sides.items():
                await bot.figures()
                made[name] += await _play_for(ROUND, stage, tables)
                held[name].append((await bot.figures()).held)
                await _play_for(ROUND, stage, tables, pace=PACE)
                paced[name].append((await bot.figures()).held)
    rates = {name: turns / ROUND / repeats.rounds for name, turns in made.items()}
    naive = rates.pop("naive")
    for name, rate in rates.items():
        text = (
            f"{rate / naive:.1f}x ({rate:.0f} / {naive:.0f} a second),"
            f" longest hold {statistics.median(held[name]) * 1000:.0f} ms,"
            f" {statistics.median(paced[name]) * 1000:.0f} ms at {PACE} a second"
        )
        title = f"W1 turns/s of twelve at once, {name} / saving PNG on the loop"
        is_usual = name == "painting thread"
        yield Row(title, ">= 3x" if is_usual else "-", text, not is_usual or rate >= 3 * naive)


async def _play_for(
    seconds: float, stage: Stage, tables: Sequence[Seated], pace: float | None = None
) -> int:
    """Let all tables play and return how many presses were answered.

    Together they take `pace` turns a second, or as many as they can.
    """
    start = time.perf_counter()
    end = start + seconds
    answered = [0]

    every = 0 if pace is None else len(tables) / pace

    async def play(number: int, table: Seated) -> None:
        for due in count(start + number * every / len(tables), every):
            await asyncio.sleep(max(0, due - time.perf_counter()))
            if time.perf_counter() >= end or await stage.turn(table) is None:
                return
            answered[0] += time.perf_counter() < end

    await asyncio.gather(*(play(number, table) for number, table in enumerate(tables)))
    return answered[0]


async def _with_a_past(repeats: Repeats, folder: Path) -> AsyncIterator[Row]:
    """W2: the same turns with more and more stored matches, many of the same players."""
    medians, memories = [], []
    for stored in repeats.stored:
        path = folder / f"past-{stored}.db"
        async with staged(1, path) as (stage, (table,)):
            add_matches(path, table.channel.guild_id or 0, stored)
            _adopt(path, table)
            async with hosted(stage, path) as bot:
                await stage.open_hands(table)
                await _turns(stage, table, WARMING)
                times = [turn.done for turn in await _turns(stage, table, repeats.turns)]
                figures = await bot.figures()
        medians.append(statistics.median(times))
        memories.append(figures.memory)
        text = f"{_spread(times)}, {figures.memory / 1e6:.0f} MB"
        yield Row(f"W2 a whole turn p50, p99 with {stored} matches", "-", text, ok=True)
    slower, larger = medians[-1] / medians[0], memories[-1] / memories[0]
    name = f"W2 {STORED[-1]} / {STORED[0]} matches stored"
    yield Row(f"{name}: p50", "<= 1.5x", f"{slower:.2f}x", slower <= 1.5)
    yield Row(f"{name}: memory", "<= 1.2x", f"{larger:.2f}x", larger <= 1.2)


def _adopt(path: Path, table: Seated) -> None:
    """Make the current players the players of every stored match."""
    connection = sqlite3.connect(path)
    for seat, player in enumerate(table.players):
        connection.execute(
            "UPDATE tenures SET player_id = ? WHERE seat = ? AND match_id LIKE 'old%'",
            (player.id, seat),
        )
    connection.commit()
    connection.close()


async def _thousand(repeats: Repeats, folder: Path) -> AsyncIterator[Row]:
    """A thousand tables at once: at a normal pace, and as fast as everybody can."""
    path = folder / "thousand.db"
    async with AsyncExitStack() as stack:
        stage, existing = await stack.enter_async_context(staged(TABLES, path))
        _remind(path, TABLES, after=LATER)
        bot = await stack.enter_async_context(hosted(stage, path, changes=BUDGET, warm=True))
        gate, tables = asyncio.Semaphore(OPENING), existing[:HANDS]

        async def sit(table: Seated) -> None:
            async with gate:
                await stage.open_hands(table)

        await asyncio.gather(*map(sit, tables))
        yield await _idle(bot)
        for rate in repeats.rates:
            yield await _at_rate(rate, stage, tables, bot)
            _remind(path, REMINDED)
            called = len(stage.called)  # the bot looks again at its next heartbeat
            await stage.playground.until(lambda: len(stage.called) > called, "a reminder")  # noqa: B023 - called at once
            yield await _at_rate(rate, stage, tables, bot, f", {REMINDED} reminded")
        name = f"load: {TABLES} tables, {HANDS} as fast as they can"
        yield await _loaded(name, stage, bot, _play_for(WINDOW, stage, tables))


def _remind(path: Path, tables: int, *, after: float = 0) -> None:
    """Let people at so many tables be reminded after so many seconds, and at the others later."""
    now = round(time.time() * 1000)
    connection = sqlite3.connect(path)
    connection.execute(
        "UPDATE deadlines SET due_at = ? WHERE kind = 'asked' AND match_id IN"
        " (SELECT match_id FROM deadlines WHERE kind = 'asked' AND due_at > ? LIMIT ?)",
        (now + round(after * 1000), now if after else now + round(LATER * 500), tables),
    )
    connection.commit()
    connection.close()


async def _idle(bot: Hosted) -> Row:
    """Wait until the bot has posted and painted all tables, which were dealt before its start."""
    begun, before, now = time.perf_counter(), 0.0, (await bot.figures()).cpu
    while now - before > LOOK * IDLE and time.perf_counter() - begun < SLOWEST:
        await asyncio.sleep(LOOK)
        before, now = now, (await bot.figures()).cpu
    text = f"{time.perf_counter() - begun:.0f} s, at most {SLOWEST:.0f} s"
    return Row(f"load: {TABLES} tables, posted and painted for the first time", "-", text, ok=True)


async def _at_rate(
    rate: int, stage: Stage, tables: Sequence[Seated], bot: Hosted, more: str = ""
) -> Row:
    """Press this many times a second, each at another table, without waiting for answers."""

    async def press() -> None:
        async with asyncio.TaskGroup() as group:
            for number in range(round(rate * WINDOW)):
                group.create_task(stage.turn(tables[number % len(tables)]))
                await asyncio.sleep(1 / rate)

    name = f"load: {TABLES} tables, {rate} presses a second{more}"
    return await _loaded(name, stage, bot, press(), within=GOALS.get(rate))


async def _loaded(
    name: str, stage: Stage, bot: Hosted, play: object, within: float | None = None
) -> Row:
    """Measure one load; `within` is the p99 goal for acknowledgements, in seconds."""
    for times in (stage.acknowledged, stage.repainted):
        times.clear()
    stage.failures, begun = 0, time.perf_counter()
    await play  # type: ignore[misc]  # a coroutine
    seconds = time.perf_counter() - begun
    figures = await bot.figures()
    p99 = statistics.quantiles(stage.acknowledged, n=100)[98]
    text = (
        f"ack {_spread(stage.acknowledged)}; repaint {_spread(stage.repainted)};"
        f" {len(stage.acknowledged) / seconds:.0f} turns/s; {stage.failures} too late;"
        f" {figures.memory / 1e6:.0f} MB"
    )
    goal = "-" if within is None else f"ack p99 < {within} s"
    return Row(name, goal, text, within is None or p99 < within)


async def _start(repeats: Repeats, folder: Path) -> AsyncIterator[Row]:
    """Start our bot with a full and an empty cache folder, and a bare client, alternately."""
    database, caches = folder / "start.db", (folder / f"cache-{number}" for number in count())
    async with staged(1, database) as (stage, _):
        address = stage.playground.address
        stage.playground.patience = SLOWEST
        warm = {"TOMATO_CACHE": str(folder / "warm")}
        await _run("-m", "bot", "warm", **warm)
        where = (address.api, address.gateway, PUBLIC_TOKEN)
        ours = ("-c", hosting.OURS, *where, str(database))
        bare = ("-c", hosting.BARE, *where)
        await _started(stage, ours, warm)  # compiles the modules
        await _started(stage, bare, {})
        results: dict[str, list[tuple[float, ...]]] = {"warm": [], "cold": [], "bare": []}
        for _ in range(repeats.rounds):
            results["bare"].append(await _started(stage, bare, {}))
            results["warm"].append(await _started(stage, ours, warm))
            cold = {"TOMATO_CACHE": str(next(caches))}
            results["cold"].append(await _started(stage, ours, cold))
    seconds, cpu, memory = (
        {name: statistics.median(item[place] for item in all_) for name, all_ in results.items()}
        for place in range(3)
    )
    for name, goal in (("warm", 2), ("cold", 6)):
        text = f"{seconds[name]:.1f} s, CPU {cpu[name]:.1f} s"
        yield Row(f"start with a {name} cache", f"<= {goal} s", text, seconds[name] <= goal)
    for name, times in (("seconds", seconds), ("CPU", cpu)):
        ratio = times["warm"] / times["bare"]
        text = f"{ratio:.1f}x ({times['warm']:.2f} / {times['bare']:.2f} s)"
        yield Row(f"{name} of a start / a bare discord.py client", "<= 3x", text, ratio <= 3)
    text = f"{memory['warm']:.0f} MB, {memory['warm'] / memory['bare']:.1f}x a bare client"
    yield Row("memory when online", "<= 160 MB", text, memory["warm"] <= 160)
    yield await _links(folder, seconds["bare"])


async def _run(*line: str, **more: str) -> None:
    """Run Python until it ends."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, *line, stdout=DEVNULL, stderr=DEVNULL, env={**os.environ, **more}
    )
    await process.wait()


async def _started(stage: Stage, line: Sequence[str], more: Mapping[str, str]) -> tuple[float, ...]:
    """Return the seconds and CPU seconds until a client is online, and its memory in MB."""
    environment = {**os.environ, **more}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # a start compiles nothing twice
    begun = time.perf_counter()
    process = await asyncio.create_subprocess_exec(
        sys.executable, *line, stdin=PIPE, stdout=DEVNULL, env=environment
    )
    assert process.stdin is not None
    playground = stage.playground
    await playground.until(lambda: playground.sessions.online, "the client")
    seconds, spent = time.perf_counter() - begun, used(process.pid).total / 1000
    memory = anonymous(Path(f"/proc/{process.pid}")) / 1e6
    process.stdin.close()
    await process.wait()
    await playground.until(lambda: not playground.sessions.online, "the end of the client")
    return seconds, spent, memory


async def _links(folder: Path, bare: float) -> Row:
    """Time the second start of `make play` until it prints its links, beside a bare client's."""
    taken = 0.0
    line = ("-m", "playground", "--data", str(folder / "play"), "--port", "0", "--bot", BOT)
    for _ in range(2):
        begun = time.perf_counter()
        process = await asyncio.create_subprocess_exec(
            sys.executable, *line, stdin=PIPE, stdout=PIPE
        )
        assert process.stdin is not None
        assert process.stdout is not None
        while b"http" not in await process.stdout.readline():
            pass
        taken = time.perf_counter() - begun
        process.stdin.close()
        await process.communicate()
    text = f"{taken:.1f} s, {taken / bare:.1f}x a bare client"
    return Row("links of `make play`, second start", "<= 4 s", text, taken <= 4)


def _spread(times: Sequence[float]) -> str:
    """Return the median and the 99th percentile in milliseconds."""
    if len(times) < 2:
        return "none"
    p99 = statistics.quantiles(times, n=100)[98]
    return f"{statistics.median(times) * 1000:.0f}, {p99 * 1000:.0f} ms"
