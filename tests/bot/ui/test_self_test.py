"""The self-test names each fault of a machine, and nothing on a good one."""

import asyncio
import os
import shutil
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NoReturn

import pytest
from PIL import features

from bot.settings import Settings
from bot.tables.domain.time_controls import DAY
from bot.tables.jobs.system_clock import SystemClock
from bot.ui import self_test
from bot.ui.i18n.texts import machine_texts
from bot.ui.pictures.paint_queue import PaintQueue
from bot.ui.pictures.painter_process import PainterProcesses, PainterSettings
from bot.ui.program.local import pointed_at
from bot.ui.self_test import COOL_DOWN, LEAST_FREE, SelfTest
from data.engine.backups import BACKED_UP
from data.records.matches import Ending, Life
from data.store import open_store
from games.core.text import Text, symbol
from tests.bot.tables.support import NOON, ManualClock
from tests.data.builders import running
from tests.support.new_databases import place_database
from tests.support.playground import opened
from tests.support.shaping import needs_shaping

Patch = pytest.MonkeyPatch
HOUR = 3_600_000_000_000
"""Nanoseconds."""


class QuickSearches:
    """Searches that start no process."""

    answer: int | None = 1

    def __init__(self, **_: object) -> None:
        self.is_open = True

    async def run(self, *_: object) -> int | None:
        return self.answer

    def close(self) -> None:
        self.is_open = False


@pytest.fixture(autouse=True)
def quick(monkeypatch: Patch) -> None:
    """Start no process, have FriBidi, and let Discord's time be the test's."""

    async def discord_time() -> int:
        return NOON

    monkeypatch.setattr(features, "check", lambda _: True)
    monkeypatch.setattr(self_test, "Searches", QuickSearches)
    monkeypatch.setattr(self_test, "_discord_time", discord_time)


@pytest.fixture
async def queue() -> AsyncIterator[PaintQueue]:
    threads = PaintQueue(1, ManualClock())
    yield threads
    threads.close()


def settings(tmp_path: Path, **changed: Any) -> Settings:
    values = {"database": tmp_path / "tables.db", "cache": tmp_path / "cache", **changed}
    return Settings(_env_file=None, **values)


def fails(*_: object, **__: object) -> NoReturn:
    raise OSError(28, "No space left on device")


@needs_shaping
async def test_a_good_machine_has_no_problems(
    tmp_path: Path, monkeypatch: Patch, caplog: pytest.LogCaptureFixture
) -> None:
    """With real processes and Discord's time, all is well, and the log says so in one line."""
    monkeypatch.undo()
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=LEAST_FREE))
    caplog.set_level("INFO", self_test.log.name)
    is_up = asyncio.Event()
    is_up.set()
    processes = PainterProcesses(PainterSettings(None, 1 << 25))
    threads = PaintQueue(1, SystemClock(), processes=processes)
    async with opened() as playground:
        with pointed_at(playground.address):
            test = SelfTest(settings(tmp_path), threads, SystemClock())
            await test.report(is_up)
    threads.close()

    assert await test.problems() == ()
    assert [record.message for record in caplog.records if record.name == self_test.log.name] == [
        "the self-test has found no problems"
    ]


def without_shaping(patch: Patch) -> None:
    patch.setattr(features, "check", lambda _: False)


def without_painting(patch: Patch) -> None:
    patch.setattr(self_test, "draw_sample", fails)


def without_searches(patch: Patch) -> None:
    patch.setattr(QuickSearches, "answer", None)


def without_cache(patch: Patch) -> None:
    patch.setattr(self_test, "part_limits", lambda _: (None, 1))


def full_cache(patch: Patch) -> None:
    patch.setattr(tempfile, "TemporaryFile", fails)


def full_disk(patch: Patch) -> None:
    usage = SimpleNamespace(free=LEAST_FREE - 1)
    patch.setattr(shutil, "disk_usage", lambda _: usage)


FAULTS: list[tuple[Callable[[Patch], None], Text]] = [
    (without_shaping, machine_texts.NO_SHAPING),
    (without_painting, machine_texts.no_pictures(symbol("OSError"))),
    (without_searches, machine_texts.NO_SEARCHES),
    (without_cache, machine_texts.NO_CACHE),
    (full_cache, machine_texts.cache_unwritable(symbol("No space left on device"))),
    (full_disk, machine_texts.database_disk(499)),
]


@pytest.mark.parametrize(("fault", "problem"), FAULTS)
async def test_each_fault_is_one_sentence(
    queue: PaintQueue,
    tmp_path: Path,
    monkeypatch: Patch,
    fault: Callable[[Patch], None],
    problem: Text,
) -> None:
    """A fault of the machine is the only problem that the self-test finds."""
    values = {"cache": None} if fault is without_cache else {}
    fault(monkeypatch)

    assert await SelfTest(settings(tmp_path, **values), queue, ManualClock()).problems() == (
        problem,
    )


async def test_a_painter_that_cannot_be_started_is_a_problem(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    """If the thread must paint itself although it should have a process, that is a problem."""
    monkeypatch.setattr(sys, "executable", str(tmp_path / "nowhere"))
    processes = PainterProcesses(PainterSettings(None, 1 << 25))
    threads = PaintQueue(1, ManualClock(), processes=processes)
    problems = await SelfTest(settings(tmp_path), threads, ManualClock()).problems()
    threads.close()

    assert problems == (machine_texts.NO_PAINTERS,)


async def test_a_cache_that_is_off_is_no_problem(queue: PaintQueue, tmp_path: Path) -> None:
    """A host who wants no cache hears nothing of it."""
    assert not await SelfTest(settings(tmp_path, cache="off"), queue, ManualClock()).problems()


async def test_the_disk_of_the_cache_counts_alone(
    queue: PaintQueue, tmp_path: Path, monkeypatch: Patch
) -> None:
    """With the database elsewhere, the disk of the cache folder is named."""
    full_disk(monkeypatch)
    elsewhere = settings(tmp_path, database="postgresql://host/name")

    assert await SelfTest(elsewhere, queue, ManualClock()).problems() == (
        machine_texts.cache_disk(499),
    )


@pytest.mark.parametrize(
    ("shift", "problem"),
    [
        (5_000, None),
        (-5_000, None),
        (5_001, machine_texts.clock_ahead(5)),
        (-90_000, machine_texts.clock_behind(90)),
    ],
)
async def test_a_wrong_clock_is_a_problem(
    queue: PaintQueue, tmp_path: Path, shift: int, problem: Text | None
) -> None:
    """A clock may differ from Discord's by five seconds."""
    result = await SelfTest(settings(tmp_path), queue, ManualClock(NOON + shift)).problems()

    assert result == (() if problem is None else (problem,))


@pytest.mark.parametrize(("hours", "is_wrong"), [(0, False), (1, True), (-1, True)])
async def test_discords_clock_is_in_its_answers(
    queue: PaintQueue, tmp_path: Path, monkeypatch: Patch, hours: int, is_wrong: bool
) -> None:
    """Every answer of Discord tells its time, a failure too."""
    ours = SystemClock(wall=lambda: time.time_ns() + hours * HOUR)
    monkeypatch.undo()
    monkeypatch.setattr(features, "check", lambda _: True)
    monkeypatch.setattr(self_test, "Searches", QuickSearches)
    async with opened() as playground:
        playground.faults.answer("GET", "/gateway", status=503)
        with pointed_at(playground.address):
            assert bool(await SelfTest(settings(tmp_path), queue, ours).problems()) is is_wrong


@pytest.mark.parametrize(
    ("first_end", "backup", "problem"),
    [
        (None, None, None),
        (7 * DAY, None, None),
        (8 * DAY, None, machine_texts.no_backup(8)),
        (30 * DAY, 9 * DAY, machine_texts.no_backup(9)),
        (30 * DAY, 7 * DAY, None),
    ],
)
async def test_a_week_without_a_backup_is_a_problem(
    queue: PaintQueue, tmp_path: Path, first_end: int | None, backup: int | None, problem: Text
) -> None:
    """After the first match has ended, a backup may be a week old."""
    place = place_database(tmp_path / "tables.db")
    if backup is not None:
        copied = place.with_name(place.name + BACKED_UP)
        copied.touch()
        os.utime(copied, (0, (NOON - backup) / 1000))
    store = await open_store(place)
    if first_end is not None:
        match = await running(store)
        ending = Ending(life=Life.STOPPED, ended_at=NOON - first_end)
        await store.matches.stop(match.match_id, match.revision, ending)
    result = await SelfTest(settings(tmp_path), queue, ManualClock(), store).problems()
    await store.close()

    assert result == (() if problem is None else (problem,))


async def test_calls_within_ten_minutes_share_one_test(
    queue: PaintQueue, tmp_path: Path, monkeypatch: Patch
) -> None:
    """A new problem is noticed once ten minutes have passed since the last test."""
    clock = ManualClock()
    test = SelfTest(settings(tmp_path), queue, clock)
    problems = [await test.problems()]
    full_cache(monkeypatch)
    for passed in (COOL_DOWN - 1, 1):
        clock.advance(passed)
        problems.append(await test.problems())

    unwritable = machine_texts.cache_unwritable(symbol("No space left on device"))
    assert [unwritable in problem for problem in problems] == [False, False, True]


async def test_disks_are_looked_at_each_time(
    queue: PaintQueue, tmp_path: Path, monkeypatch: Patch
) -> None:
    """A disk that is full now is named at once, and in words of its own."""
    test = SelfTest(settings(tmp_path), queue, ManualClock())
    before = await test.problems()
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=1000))

    assert before == ()
    (problem,) = await test.problems()
    assert "is full" in problem.message


async def test_a_start_logs_each_problem(
    queue: PaintQueue, tmp_path: Path, monkeypatch: Patch, caplog: pytest.LogCaptureFixture
) -> None:
    """Once the bot is up, each problem is one warning in English."""
    for fault in (without_searches, full_disk):
        fault(monkeypatch)
    is_up = asyncio.Event()
    report = asyncio.create_task(SelfTest(settings(tmp_path), queue, ManualClock()).report(is_up))
    await asyncio.sleep(0)
    early = list(caplog.records)
    is_up.set()
    await report

    assert not early
    assert [(record.levelname, record.message.split(",")[0]) for record in caplog.records] == [
        ("WARNING", "No process for searching can be started"),
        ("WARNING", "The disk with the database has only 499 MB left. Make room before it is full"),
    ]
