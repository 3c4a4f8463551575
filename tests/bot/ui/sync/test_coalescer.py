"""Marks are worked off: several at once, again after a failure, each match by itself."""

import asyncio
from collections.abc import Iterator

import pytest

from bot.tables.errors import NoSuchMatchError, UnreadableMatchError
from bot.ui.sync import coalescer
from bot.ui.sync.coalescer import Coalescer
from tests.support.refusals import refusal


class Painter:
    """Records what it paints, may be blocked and may fail at first."""

    def __init__(self, failures: int = 0, error: Exception | None = None) -> None:
        self.painted: list[str] = []
        self._error = error or RuntimeError("planned by a test")
        self.free = asyncio.Event()
        self.free.set()
        self._begun = asyncio.Condition()
        self._failures = failures

    async def paint(self, match_id: str) -> None:
        async with self._begun:
            self.painted.append(match_id)
            self._begun.notify_all()
        await self.free.wait()
        if len(self.painted) <= self._failures:
            raise self._error

    async def begun(self, count: int = 1) -> None:
        """Return once this many repaints have started."""
        async with self._begun:
            await self._begun.wait_for(lambda: len(self.painted) >= count)


async def settled(repeater: Coalescer[str]) -> None:
    while tasks := repeater.under_way():
        await asyncio.wait(tasks.values())


async def test_ten_changes_at_once_are_painted_once() -> None:
    """Ten marks before a repaint starts cause one repaint."""
    painter = Painter()
    repeater = Coalescer[str](painter.paint)
    for _ in range(10):
        repeater.mark("one")
    await settled(repeater)

    assert painter.painted == ["one"]


async def test_what_changes_during_a_repaint_is_painted_after_it() -> None:
    """Ten marks during a repaint cause one more repaint after it."""
    painter = Painter()
    painter.free.clear()
    repeater = Coalescer[str](painter.paint)
    repeater.mark("one")
    await painter.begun()
    for _ in range(10):
        repeater.mark("one")
    painter.free.set()
    await settled(repeater)

    assert painter.painted == ["one", "one"]


async def test_news_ends_a_rest_after_a_failure() -> None:
    """A new mark after a failure causes a repaint at once, without waiting for the pause."""
    painter = Painter(failures=1)
    repeater = Coalescer[str](painter.paint)
    repeater.mark("one")
    await painter.begun()
    repeater.mark("one")
    await settled(repeater)

    assert painter.painted == ["one", "one"]


async def test_one_match_that_waits_keeps_no_other_waiting() -> None:
    """A blocked match delays no other, and closing cancels all repaints."""
    painter = Painter()
    painter.free.clear()
    repeater = Coalescer[str](painter.paint)
    repeater.mark("one")
    repeater.mark("two")
    await painter.begun(2)
    await repeater.close()

    assert sorted(painter.painted) == ["one", "two"]
    assert repeater.under_way() == {}


@pytest.fixture
def delays(monkeypatch: pytest.MonkeyPatch) -> list[tuple[float, float]]:
    """The first and the longest rest that each failure asked for; every rest is short."""
    asked: list[tuple[float, float]] = []

    def short(first: float, longest: float) -> Iterator[float]:
        asked.append((first, longest))
        while True:
            yield 0.0

    monkeypatch.setattr(coalescer, "retry_delays", short)
    return asked


LOST, STRAY = refusal(403, 50013), refusal(403, 40333)


@pytest.mark.parametrize(
    ("error", "rest"),
    [
        (RuntimeError(), coalescer.SOON),
        (TimeoutError(), coalescer.SOON),
        (STRAY, coalescer.SOON),
        (LOST, coalescer.SLOWLY),
        (refusal(403, 50035), coalescer.SLOWLY),
        (refusal(403, 50008), coalescer.SLOWLY),
        (UnreadableMatchError("one"), coalescer.SLOWLY),
    ],
    ids=str,
)
async def test_failed_work_is_tried_until_it_is_done(
    error: Exception,
    rest: tuple[float, float],
    delays: list[tuple[float, float]],
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Work is tried again however often it fails, slowly if somebody has to make it possible.

    Its failure is logged once, as a fault of ours with the traceback that shows where it is, and so
    is the number of tries that it took.
    """
    caplog.set_level("INFO", coalescer.__name__)
    painter = Painter(failures=20, error=error)
    done: list[str] = []
    repeater = Coalescer[str](painter.paint, lambda work, _: done.append(work))
    repeater.mark("one")
    await painter.begun(21)
    await settled(repeater)

    assert done == ["one"]
    is_fault = type(error) is RuntimeError
    logged = [(record.levelname, bool(record.exc_info)) for record in caplog.records]
    assert logged == [("ERROR" if is_fault else "WARNING", is_fault), ("INFO", False)]
    assert caplog.messages[-1] == "one: done after 21 tries"
    assert delays == [rest]
    assert repeater.tries() == []


async def test_what_is_gone_is_not_tried_again() -> None:
    """A match that was deleted is worked on once, and counts as done."""
    painter = Painter(failures=1, error=NoSuchMatchError())
    done: list[str] = []
    repeater = Coalescer[str](painter.paint, lambda work, _: done.append(work))
    repeater.mark("one")
    await settled(repeater)
    repeater.ensure("two")
    await settled(repeater)

    assert painter.painted == done == ["one", "two"]


async def test_what_nobody_wants_any_more_rests_for_good() -> None:
    """Work that is forgotten while it rests isn't tried again."""
    painter = Painter(failures=1)
    repeater = Coalescer[str](painter.paint)
    repeater.mark("one")
    await settled(repeater)
    timer = repeater._behind["one"].timer
    assert timer is not None
    repeater.forget("one")

    assert timer.cancelled()
    assert not repeater.rests("one")


@pytest.mark.parametrize(("error", "tries"), [(STRAY, 2), (LOST, 1)], ids=str)
async def test_a_success_elsewhere_ends_a_rest_once(error: Exception, tries: int) -> None:
    """Work that keeps failing isn't repeated at every success elsewhere, and lost places never.

    Each failure counts as one try.
    """
    painter = Painter(failures=10, error=error)
    repeater = Coalescer[str](painter.paint)
    repeater.mark("one")
    await settled(repeater)
    for _ in range(5):
        repeater.wake()
        await settled(repeater)
    repeater.ensure("one")
    await settled(repeater)
    counts = repeater.tries()
    await repeater.close()

    assert painter.painted == ["one"] * tries
    assert counts == [tries]


async def test_what_a_close_stopped_before_it_began_can_be_done_later() -> None:
    """Work that was marked just before a close is done once it is marked again."""
    painter = Painter()
    repeater = Coalescer(painter.paint)
    repeater.mark("m1")
    await repeater.close()
    repeater.mark("m1")
    await settled(repeater)

    assert painter.painted == ["m1"]


async def test_forgotten_work_is_measured_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time for which nobody wanted it is no delay."""
    now, took = 0.0, list[float]()
    monkeypatch.setattr("time.perf_counter", lambda: now)
    repeater = Coalescer(Painter(failures=1).paint, lambda _, seconds: took.append(seconds))
    repeater.mark("m1")
    await settled(repeater)
    repeater.forget("m1")
    now = 100.0
    repeater.mark("m1")
    await settled(repeater)

    assert took == [0.0]
