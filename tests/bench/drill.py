"""`python -m tests.bench.drill`: the plug is pulled at every point of every story.

Each story is told once undisturbed, the disks kept at every point; from each of them two processes
start the bot anew and go on. Then real bots are killed, and all troubles strike all routes. A bar
shows how far it is; it ends with the tables of RELIABILITY.md.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import multiprocessing
import sys
import tempfile
from collections import Counter
from collections.abc import Coroutine, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path
from typing import Any

from tests.drill.evening import Story
from tests.drill.events import EVENTS, eventful_evening, happens, lived_through
from tests.drill.kills import KILLS, killed_evening
from tests.drill.plug import KINDS, Point
from tests.drill.stories import STORIES
from tests.drill.telling import Told, forget, survive, tell
from tests.drill.troubles import (
    TROUBLES,
    Site,
    hurried,
    is_true,
    quiet_evening,
    told,
    troubled_evening,
)

WIDTH, PROCESSES = 40, 2
KEPT_AT_ONCE = 150
"""Copies of the disks that lie side by side; a long story is told several times."""
WHOLE = 50
"""One in so many points of a match is followed to the match's end."""
YES = "yes"
"""What a cell says of trouble that was survived."""


@dataclass(frozen=True)
class Fate:
    """What became of one point."""

    point: Point
    wrong: list[str]


def story(name: str) -> Story:
    return next(story for story in STORIES if story.name == name)


def face(name: str, quiet: Told, point: Point) -> Fate:
    """Go on from a point, in a process of its own."""
    logging.disable(logging.CRITICAL)
    try:
        wrong = asyncio.run(survive(story(name), quiet, point, whole=point.number % WHOLE == 0))
    except Exception as error:  # noqa: BLE001 - told with its point, the others go on
        wrong = [repr(error)]
    forget(point)
    return Fate(point, wrong)


def fates(pool: ProcessPoolExecutor, name: str, every: int) -> Iterator[tuple[int, int, Fate]]:
    """Every point of a story: how many are done, of how many, and what became of the last."""
    first, done, whole = 1, 0, 1
    while first <= whole:
        last = first + KEPT_AT_ONCE * every
        with tempfile.TemporaryDirectory() as folder:
            points: list[Point] = []
            wanted = range(first, last, every)
            quiet = asyncio.run(tell(story(name), Path(folder) / "home", wanted, points.append))
            whole = quiet.points
            for fate in pool.map(face, repeat(name), repeat(quiet), points):
                done += 1
                yield done, max(done, whole // every), fate
        first = last


def bar(name: str, done: int, whole: int) -> None:
    filled = "#" * (WIDTH * done // max(1, whole))
    print(f"\r{name:15} [{filled:{WIDTH}}] {done}/{whole} ", end="", flush=True)


def table(survived: dict[str, Counter[str]], tried: dict[str, Counter[str]]) -> Iterator[str]:
    """Kills x points, as RELIABILITY.md quotes it."""
    yield "| story | " + " | ".join(KINDS) + " |"
    yield "|---|" + "---:|" * len(KINDS)
    for name, counts in tried.items():
        cells = (f"{survived[name][kind]}/{counts[kind]}" for kind in KINDS)
        yield f"| {name} | " + " | ".join(cells) + " |"


async def troubles() -> tuple[list[str], list[str]]:
    """Every trouble at every route of some stories: the rows of the table, and what was lost."""
    rows = ["| route | " + " | ".join(TROUBLES) + " |", "|---|" + "---|" * len(TROUBLES)]
    wrong: list[str] = []
    seen: set[Site] = set()
    for story in told():
        with tempfile.TemporaryDirectory() as folder:
            quiet = await quiet_evening(story, Path(folder) / "quiet")
            for site in [site for site in quiet.sites if site not in seen]:
                cells = []
                for trouble in TROUBLES:
                    home = Path(folder) / f"{len(seen)} {trouble}"
                    if is_true(trouble, site):
                        evening = troubled_evening(quiet, home, trouble, site)
                        name = f"{trouble} at {' '.join(site)}"
                        cells.append(await _cell(evening, name, wrong))
                    else:
                        cells.append("-")
                    bar(" ".join(site)[-15:], len(cells), len(TROUBLES))
                seen.add(site)
                rows.append(f"| {' '.join(site)} | " + " | ".join(cells) + " |")
    return rows, wrong


async def events() -> tuple[list[str], list[str]]:
    """Every event at every moment of some stories: rows of survived of tried, what was lost."""
    stories = lived_through()
    rows = ["| event | " + " | ".join(one.name for one in stories) + " |"]
    rows.append("|---|" + "---:|" * len(stories))
    wrong: list[str] = []
    cells: dict[str, list[str]] = {name: [] for name in EVENTS}
    for story in stories:
        with tempfile.TemporaryDirectory() as folder:
            quiet = await quiet_evening(story, Path(folder) / "quiet")
            for name in EVENTS:
                moments = range(1, quiet.attempts + 1) if happens(quiet, name) else range(0)
                fates = []
                for moment in moments:
                    home = Path(folder) / f"{name} {moment}"
                    evening = eventful_evening(quiet, home, name, moment)
                    fates.append(await _cell(evening, f"{story.name}, {name} at {moment}", wrong))
                    bar(name[:15], len(fates), len(moments))
                cells[name].append(f"{fates.count(YES)}/{len(fates)}" if fates else "-")
    return rows + [f"| {name} | " + " | ".join(row) + " |" for name, row in cells.items()], wrong


async def _cell(evening: Coroutine[Any, Any, list[str]], name: str, wrong: list[str]) -> str:
    """What one evening came to; what went wrong is added."""
    try:
        found = await evening
    except (AssertionError, OSError) as error:  # time that ran out is one of these
        found = [repr(error)]
    wrong += [f"{name}: {fact}" for fact in found]
    return "lost" if found else YES


def main(line: list[str] | None = None) -> int:
    """Pull the plug everywhere; the exit code is 1 when a story did not go on as it should."""
    names = [story.name for story in STORIES]
    parser = argparse.ArgumentParser(prog="python -m tests.bench.drill", description=__doc__)
    parser.add_argument("stories", nargs="*", metavar="story", help=", ".join(names))
    parser.add_argument("--every", type=int, default=1, help="one point in so many; default 1")
    parser.add_argument("--kills", type=int, default=len(KILLS), help="SIGKILLs of real processes")
    parser.add_argument("--no-troubles", dest="troubles", action="store_false", help="kills alone")
    options = parser.parse_args(line)
    logging.disable(logging.CRITICAL)
    survived: dict[str, Counter[str]] = {}
    tried: dict[str, Counter[str]] = {}
    wrong: list[str] = []
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(PROCESSES, context) as pool:
        for name in options.stories or names:
            survived[name], tried[name] = Counter(), Counter()
            for done, whole, fate in fates(pool, name, options.every):
                tried[name][fate.point.kind] += 1
                survived[name][fate.point.kind] += not fate.wrong
                where = f"{name}, point {fate.point.number}, {fate.point.kind} {fate.point.label}"
                wrong += [f"{where}: {fact}" for fact in fate.wrong]
                bar(name, done, whole)
            print()
    print("\n" + "\n".join(table(survived, tried)))
    for kills in _groups(KILLS[: options.kills]):
        with tempfile.TemporaryDirectory() as folder:
            found = asyncio.run(killed_evening(Path(folder), kills))
        wrong += [f"killed at requests {kills}: {fact}" for fact in found]
        fate_of_all = "lost" if found else "survived"
        print(f"SIGKILL at requests {', '.join(map(str, kills))}: {fate_of_all}")
    if options.troubles:
        for tables in (troubles, events):
            with hurried():
                rows, lost = asyncio.run(tables())
            print("\n" + "\n".join(rows))
            wrong += lost
    print("\n".join(wrong), file=sys.stderr)
    return 1 if wrong else 0


def _groups(kills: tuple[int, ...], size: int = 4) -> Iterator[tuple[int, ...]]:
    """Several kills share one evening."""
    for first in range(size):
        if group := kills[first::size]:
            yield group


if __name__ == "__main__":
    sys.exit(main())
