"""`python -m tests.long_runs.drill`: crash the bot at every point of every story.

It resumes from copies of the disks, then after SIGKILL (see `kills`) on SQLite and on PostgreSQL,
then tries every fault at every route. A bar shows the progress, and the tables of RELIABILITY.md
come last. An interrupted drill resumes its kills where they stopped.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import multiprocessing
import sys
import tempfile
from collections.abc import Coroutine
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from tests.crash.events import EVENTS, lived_through, moments, run_with_event
from tests.crash.faults import (
    TROUBLES,
    Site,
    fault_stories,
    is_true,
    quiet_run,
    run_with_fault,
)
from tests.data.postgres import server
from tests.integration.support.hurry import hurried
from tests.long_runs.kills import Drill, names

WIDTH, PROCESSES = 40, 2
YES = "yes"
"""The text of a table cell whose trouble was survived."""


def bar(name: str, done: int, whole: int) -> None:
    filled = "#" * (WIDTH * done // max(1, whole))
    print(f"\r{name:15} [{filled:{WIDTH}}] {done}/{whole} ", end="", flush=True)


async def troubles() -> tuple[list[str], list[str]]:
    """Try every trouble at every route of some stories; return the rows and the failures."""
    rows = ["| route | " + " | ".join(TROUBLES) + " |", "|---|" + "---|" * len(TROUBLES)]
    wrong: list[str] = []
    seen: set[Site] = set()
    for story in fault_stories():
        with tempfile.TemporaryDirectory() as folder:
            quiet = await quiet_run(story, Path(folder) / "quiet")
            for site in [site for site in quiet.sites if site not in seen]:
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
                seen.add(site)
                rows.append(f"| {' '.join(site)} | " + " | ".join(cells) + " |")
    return rows, wrong


async def events() -> tuple[list[str], list[str]]:
    """Try every event at every moment of some stories; return the rows and the failures."""
    stories = lived_through()
    rows = ["| event | " + " | ".join(one.name for one in stories) + " |"]
    rows.append("|---|" + "---:|" * len(stories))
    wrong: list[str] = []
    cells: dict[str, list[str]] = {name: [] for name in EVENTS}
    for story in stories:
        with tempfile.TemporaryDirectory() as folder:
            quiet = await quiet_run(story, Path(folder) / "quiet")
            for name in EVENTS:
                tried = moments(quiet, name)
                fates = []
                for moment in tried:
                    home = Path(folder) / f"{name} {moment}"
                    story_run = run_with_event(quiet, home, name, moment)
                    fates.append(await _cell(story_run, f"{story.name}, {name} at {moment}", wrong))
                    bar(name[:15], len(fates), len(tried))
                cells[name].append(f"{fates.count(YES)}/{len(fates)}" if fates else "-")
    return rows + [f"| {name} | " + " | ".join(row) + " |" for name, row in cells.items()], wrong


async def _cell(story_run: Coroutine[Any, Any, list[str]], name: str, wrong: list[str]) -> str:
    """Return the table cell of one run, and add its failures to the list."""
    try:
        found = await story_run
    except (AssertionError, OSError) as error:  # a timeout is one of these
        found = [repr(error)]
    wrong += [f"{name}: {fact}" for fact in found]
    return "lost" if found else YES


def pulled(chosen: argparse.Namespace) -> list[str]:
    """Crash at every point, print the table and return the failures."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(PROCESSES, context) as pool, server() as address:
        drill = Drill(pool, chosen.kept, chosen.every, bar)
        for name in chosen.stories or names():
            if chosen.points:
                drill.pull(name)
            if chosen.kills:
                drill.kill(name)
                drill.kill(name, address)
            print()
    print("\n" + "\n".join(drill.journal.table()))
    if not drill.untold:
        chosen.kept.unlink(missing_ok=True)
    return drill.journal.wrong + drill.untold


def main(line: list[str] | None = None) -> int:
    """Run the drill; the exit code is 1 if a story did not end as it should."""
    parser = argparse.ArgumentParser(prog="python -m tests.long_runs.drill", description=__doc__)
    parser.add_argument("stories", nargs="*", metavar="story", help=", ".join(names()))
    parser.add_argument("--every", type=int, default=1, help="one point in so many; default 1")
    parser.add_argument("--kept", type=Path, default=Path("drill.json"), help="default %(default)s")
    parser.add_argument("--no-points", dest="points", action="store_false", help="no copied disks")
    parser.add_argument("--no-kills", dest="kills", action="store_false", help="no SIGKILL")
    parser.add_argument("--no-troubles", dest="troubles", action="store_false", help="kills alone")
    chosen = parser.parse_args(line)
    logging.disable(logging.CRITICAL)
    wrong = pulled(chosen)
    if chosen.troubles:
        for tables in (troubles, events):
            with hurried():
                rows, lost = asyncio.run(tables())
            print("\n" + "\n".join(rows))
            wrong += lost
    print("\n".join(wrong), file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
