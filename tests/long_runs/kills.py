"""The kills of `make drill`: a crash at every point, and SIGKILL at every request and write.

Each story is played once undisturbed, and the disks are copied at every point. Two processes start
the bot again from each copy and go on. Then real bots are killed at each request, lost or carried
out, and at each write. A file keeps what is done, so an interrupted drill resumes there.
"""

import asyncio
import gc
import logging
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path

import pytest
from pydantic import BaseModel

from tests.crash.disk_copies import KINDS, Point, numbered
from tests.crash.kills import Kill, Undisturbed, killed, named, spread, undisturbed
from tests.crash.runs import Told, forget, survive, tell
from tests.crash.stories import STORIES
from tests.integration.support.named_pictures import name_pictures
from tests.long_runs.results import is_left, record, sample_of

KEPT_AT_ONCE = 150
"""How many copies of the disks exist at once; a long story is played several times."""
WHOLE = 50
"""One in this many points of a match is followed to the match's end."""
OVER = 0
"""The next point of a part that is finished."""
SIMULATED = "crash, simulated"
UNKILLED = "time-out"
"""The story with a manual clock, which another process cannot advance."""

Show = Callable[[str, int, int], None]
"""Shows progress: the name of a part, how much is done, and the total."""
Fate = tuple[Point, list[str]]
"""The result of one point."""


class Journal(BaseModel):
    """What was done and its results; `next` holds the next point of each part."""

    next: dict[str, int] = {}
    tried: dict[str, Counter[str]] = {}
    survived: dict[str, Counter[str]] = {}
    wrong: list[str] = []

    @classmethod
    def read(cls, path: Path) -> "Journal":
        """Return the saved journal, or an empty one."""
        return cls.model_validate_json(path.read_bytes()) if path.exists() else cls()

    def count(self, row: str, kind: str, *, survived: bool) -> None:
        self.tried.setdefault(row, Counter())[kind] += 1
        self.survived.setdefault(row, Counter())[kind] += survived

    def fail(self, line: str) -> None:
        """Print a failure now, and keep it for the end."""
        print(f"\n{line}")
        self.wrong.append(line)

    def table(self) -> Iterator[str]:
        """Return the table of kills by points, as RELIABILITY.md quotes it."""
        yield "| story | " + " | ".join(KINDS) + " |"
        yield "|---|" + "---:|" * len(KINDS)
        for row, counts in self.tried.items():
            cells = [
                f"{self.survived[row][k]:,}/{counts[k]:,}" if counts[k] else "-" for k in KINDS
            ]
            yield f"| {row} | " + " | ".join(cells) + " |"


class Drill:
    """One run with its processes, its journal and the journal's file."""

    def __init__(
        self, pool: ProcessPoolExecutor, saved: Path, every: int, show: Show, *, requests: int = 0
    ) -> None:
        """`every` is how many points there are for one that is tried, `requests` of those alone."""
        self.journal = Journal.read(saved)
        self.untold: list[str] = []
        """Stories that failed before any kill; the next run resumes there."""
        self._pool, self._kept, self._every, self._show = pool, saved, every, show
        self._requests = requests or every
        self._sample = sample_of(every)
        self._kills = self._sample
        if self._requests != every:
            self._kills = f"{sample_of(self._requests)} of requests, {self._sample} of writes"

    def pull(self, name: str) -> None:
        """Crash at every point of a story. A failure without a crash is reported at the end."""
        part = f"{name}, one in {self._every}"
        first = self._first(SIMULATED, self._sample, name, name, part)
        if first == OVER:
            return
        while first != OVER:
            last = first + KEPT_AT_ONCE * self._every
            with tempfile.TemporaryDirectory() as folder:
                points: list[Point] = []
                wanted = numbered(range(first, last, self._every))
                home = Path(folder) / "home"
                try:
                    quiet = asyncio.run(tell(named(name), home, wanted, points.append))
                except Exception as error:  # noqa: BLE001 - told at the end, the others go on
                    self.untold.append(f"{name} could not be recorded: {error!r}")
                    return
                for point, wrong in self._pool.map(_face, repeat(name), repeat(quiet), points):
                    self._count_point(name, point, wrong, quiet.points)
            first = last if last <= quiet.points else OVER
            self._keep(part, first)
        self._record(SIMULATED, self._sample, name, name)

    def _count_point(self, name: str, point: Point, wrong: list[str], whole: int) -> None:
        self.journal.count(name, point.kind, survived=not wrong)
        for fact in wrong:
            self.journal.fail(f"{name}, point {point.number}, {point.kind} {point.label}: {fact}")
        self._show(name, point.number, whole)

    def kill(self, name: str, server: str | None = None) -> None:
        """Send SIGKILL at every request and write of a story, in as many runs as it takes.

        A sample leaves out whole runs: one that has fewer kills takes as long.
        With the address of a PostgreSQL server, each run has a new database there.
        """
        row = f"{name}, SIGKILL" + (", PostgreSQL" if server else "")
        part = f"{row}, {self._kills}"
        run = f"SIGKILL, {'PostgreSQL' if server else 'SQLite'}"
        first = self._first(run, self._kills, name, row, part)
        if first == OVER or name == UNKILLED:
            return
        with tempfile.TemporaryDirectory() as folder:
            try:
                with pytest.MonkeyPatch.context() as patch:
                    name_pictures(patch)  # as in the processes that are killed
                    quiet = asyncio.run(undisturbed(name, Path(folder), server))
            except Exception as error:  # noqa: BLE001 - told at the end, the others go on
                self.untold.append(f"{row} could not be recorded: {error!r}")
                return
            runs = self._sampled(spread(quiet.kills()))
            homes = [Path(folder) / str(number) for number in range(len(runs))]
            left = runs[first - 1 :]
            results = self._pool.map(_meet, repeat(quiet), homes, left)
            for number, (kills, wrong) in enumerate(zip(left, results, strict=True), first):
                for kill in kills:
                    self.journal.count(row, kill.kind, survived=not wrong)
                text = f"{kills[0].kind} {', '.join(str(kill.number) for kill in kills)}"
                for fact in wrong:
                    self.journal.fail(f"{row} at {text}: {fact}")
                self._show(row, number, len(runs))
                self._keep(part, number + 1)
            self._keep(part, OVER)
            self._record(run, self._kills, name, row)

    def _sampled(self, runs: list[list[Kill]]) -> list[list[Kill]]:
        writes = [run for run in runs if run[0].kind == "write"]
        others = [run for run in runs if run[0].kind != "write"]
        return others[:: self._requests] + writes[:: self._every]

    def _first(self, run: str, sample: str, name: str, row: str, part: str) -> int:
        """Return where a part goes on; it begins anew if it was finished on an older program."""
        if not is_left(run, sample, name):
            return OVER
        first = self.journal.next.get(part, 1)
        if first == OVER:
            for counts in (self.journal.tried, self.journal.survived):
                counts.pop(row, None)
            older = (f"{row}, point", f"{row} at")
            self.journal.wrong = [line for line in self.journal.wrong if not line.startswith(older)]
        return first or 1

    def _record(self, run: str, sample: str, name: str, row: str) -> None:
        tried, good = (
            sum(counts.get(row, Counter()).values())
            for counts in (self.journal.tried, self.journal.survived)
        )
        record(run, sample, name, tried=tried, good=good)

    def _keep(self, part: str, goes_on: int) -> None:
        self.journal.next[part] = goes_on
        self._kept.write_text(self.journal.model_dump_json())


def names() -> list[str]:
    return [story.name for story in STORIES]


def _face(name: str, quiet: Told, point: Point) -> Fate:
    """Resume from a point in a separate process."""
    logging.disable(logging.CRITICAL)
    try:
        whole = point.number % WHOLE == 0
        wrong = asyncio.run(survive(named(name), quiet, point, whole=whole))
    except Exception as error:  # noqa: BLE001 - told with its point, the others go on
        wrong = [repr(error)]
    forget(point)
    gc.unfreeze()  # what the bot made at its start is garbage now
    return point, wrong


def _meet(quiet: Undisturbed, home: Path, kills: list[Kill]) -> list[str]:
    """Play one run with these kills, in parallel with others."""
    logging.disable(logging.CRITICAL)
    try:
        return asyncio.run(killed(quiet, home, kills))
    except Exception as error:  # noqa: BLE001 - told with its kills, the others go on
        return [repr(error)]
