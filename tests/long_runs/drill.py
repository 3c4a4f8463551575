"""`python -m tests.long_runs.drill`: crash the bot at every point of every story.

It resumes from copies of the disks, then after SIGKILL (see `kills`) on SQLite and on PostgreSQL,
then tries every fault at every route, outages of Discord (see `outages`) and signals that stop the
bot (see `stops`). A bar shows the progress, and the tables of RELIABILITY.md follow. An interrupted
drill resumes its kills where they stopped.
"""

import argparse
import asyncio
import logging
import multiprocessing
import sys
import tempfile
from collections.abc import Callable, Collection, Coroutine
from concurrent.futures import ProcessPoolExecutor
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from tests.crash.events import EVENTS, lived_through, moments, run_with_event
from tests.crash.faults import TROUBLES, Site, fault_stories, is_true, quiet_run, run_with_fault
from tests.data.postgres import server
from tests.integration.support.hurry import hurried, unhurried
from tests.long_runs.kills import Drill, names
from tests.long_runs.outages import AT_ONCE, outages
from tests.long_runs.results import WHOLE, is_left, record
from tests.long_runs.stops import stops

WIDTH, PROCESSES = 40, 2
PARTS = ("points", "kills", "postgresql", "faults", "outages", "stops")
"""What a drill consists of; `postgresql` is kills once more, on a server."""
Table = tuple[list[str], list[str]]
"""The rows of a table, and the failures."""
FAULTS, AT_TABLES = "fault at a route", "event at a table"
YES = "yes"
"""The text of a table cell whose trouble was survived."""


def bar(name: str, done: int, whole: int) -> None:
    filled = "#" * (WIDTH * done // max(1, whole))
    print(f"\r{name:15} [{filled:{WIDTH}}] {done}/{whole} ", end="", flush=True)


async def troubles() -> Table:
    """Try every fault at every route of some stories."""
    rows = ["| route | " + " | ".join(TROUBLES) + " |", "|---|" + "---|" * len(TROUBLES)]
    wrong: list[str] = []
    seen: set[Site] = set()
    for story in fault_stories():
        with tempfile.TemporaryDirectory() as folder:
            quiet = await quiet_run(story, Path(folder) / "quiet")
            for site in [site for site in quiet.sites if site not in seen]:
                seen.add(site)
                if not is_left(FAULTS, WHOLE, " ".join(site)):
                    continue
                cells = []
                for trouble in TROUBLES:
                    home = Path(folder) / f"{len(seen)} {trouble}"
                    if is_true(trouble, site):
                        story_run = run_with_fault(quiet, home, trouble, site)
                        name = f"{trouble} at {' '.join(site)}"
                        cells.append(await _cell(story_run, name, wrong))
                    else:
                        cells.append("-")
                    bar(" ".join(site)[-15:], len(cells), len(TROUBLES))
                rows.append(f"| {' '.join(site)} | " + " | ".join(cells) + " |")
                _record(FAULTS, " ".join(site), [cell for cell in cells if cell != "-"])
    return rows, wrong


async def events_at_tables() -> Table:
    """Try every event at every moment of some stories."""
    stories = lived_through()
    rows = ["| event | " + " | ".join(each_story.name for each_story in stories) + " |"]
    rows.append("|---|" + "---:|" * len(stories))
    wrong: list[str] = []
    cells: dict[str, list[str]] = {name: [] for name in EVENTS}
    for story in stories:
        with tempfile.TemporaryDirectory() as folder:
            quiet = await quiet_run(story, Path(folder) / "quiet")
            for name in EVENTS:
                if not is_left(AT_TABLES, WHOLE, f"{story.name}, {name}"):
                    continue
                tried = moments(quiet, name)
                fates = []
                for moment in tried:
                    home = Path(folder) / f"{name} {moment}"
                    story_run = run_with_event(quiet, home, name, moment)
                    fates.append(await _cell(story_run, f"{story.name}, {name} at {moment}", wrong))
                    bar(name[:15], len(fates), len(tried))
                cells[name].append(f"{fates.count(YES)}/{len(fates)}" if fates else "-")
                _record(AT_TABLES, f"{story.name}, {name}", fates)
    return rows + [f"| {name} | " + " | ".join(row) + " |" for name, row in cells.items()], wrong


def _record(run: str, piece: str, fates: list[str]) -> None:
    record(run, WHOLE, piece, tried=len(fates), good=fates.count(YES))


async def _cell(story_run: Coroutine[Any, Any, list[str]], name: str, wrong: list[str]) -> str:
    """Return the table cell of one run, and add its failures to the list."""
    try:
        result = await story_run
    except (AssertionError, OSError) as error:  # a timeout is one of these
        result = [repr(error)]
    wrong += [f"{name}: {fact}" for fact in result]
    return "lost" if result else YES


def pulled(chosen: argparse.Namespace, parts: Collection[str]) -> list[str]:
    """Crash at every point, print the table and return the failures."""
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(chosen.processes, context, initializer=take_time)
    with pool, server() as address:
        drill = Drill(pool, chosen.kept, chosen.every, bar, requests=chosen.requests)
        for name in chosen.stories or names():
            if "points" in parts:
                drill.pull(name)
            if "kills" in parts:
                drill.kill(name)
            if "postgresql" in parts:
                drill.kill(name, address)
            print()
    print("\n" + "\n".join(drill.journal.table()))
    if not drill.untold:
        chosen.kept.unlink(missing_ok=True)
    return drill.journal.wrong + drill.untold


def take_time() -> None:
    """Let this process's bots show at once what may come late, and never give up on the slow."""
    unhurried(pytest.MonkeyPatch())


def faults() -> Table:
    with hurried():
        return asyncio.run(troubles())


def events() -> Table:
    with hurried():
        return asyncio.run(events_at_tables())


def outages_in_processes() -> Table:
    """Try every outage, each in a process of its own."""
    with ProcessPoolExecutor(AT_ONCE, multiprocessing.get_context("spawn")) as pool:
        return outages(pool, bar)


def stops_of_processes(every: int) -> Table:
    """Stop bots with signals."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(stops(every, Path(folder), bar))


def main(line: list[str] | None = None) -> int:
    """Run the drill; the exit code is 1 if a story did not end as it should."""
    parser = argparse.ArgumentParser(prog="python -m tests.long_runs.drill", description=__doc__)
    parser.add_argument("stories", nargs="*", metavar="story", help=", ".join(names()))
    parser.add_argument("--every", type=int, default=1, help="one point in so many; default 1")
    parser.add_argument(
        "--requests", type=int, default=0, help="of kills at requests, one in so many"
    )
    parser.add_argument("--kept", type=Path, default=Path("drill.json"), help="default %(default)s")
    parser.add_argument("--processes", type=int, default=PROCESSES, help="default %(default)s")
    parser.add_argument("--only", action="append", choices=PARTS, help="one part; may be repeated")
    chosen = parser.parse_args(line)
    parts = chosen.only or PARTS
    logging.disable(logging.CRITICAL)
    take_time()
    wrong: list[str] = []
    if {"points", "kills", "postgresql"} & {*parts}:
        wrong += pulled(chosen, parts)
    tables: dict[str, tuple[Callable[[], Table], ...]] = {
        "faults": (faults, events),
        "outages": (outages_in_processes,),
        "stops": (lambda: stops_of_processes(chosen.every),),
    }
    for table in chain.from_iterable(tables.get(part, ()) for part in parts):
        rows, failed = table()
        print("\n" + "\n".join(rows))
        wrong += failed
    print("\n".join(wrong), file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
