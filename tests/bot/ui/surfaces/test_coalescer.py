"""Working off marks: once for many, again after a failure, for each match by itself."""

from __future__ import annotations

import asyncio

from bot.tables.matches.snapshot import Snapshot
from bot.ui.surfaces.coalescer import Coalescer


class Painter:
    """Counts what it paints; it may have to wait, and it may fail at first."""

    def __init__(self, failures: int = 0) -> None:
        self.painted: list[str] = []
        self.free = asyncio.Event()
        self.free.set()
        self._begun = asyncio.Condition()
        self._failures = failures

    async def paint(self, match_id: str, _snapshot: Snapshot | None) -> None:
        async with self._begun:
            self.painted.append(match_id)
            self._begun.notify_all()
        await self.free.wait()
        if len(self.painted) <= self._failures:
            raise RuntimeError("planned by a test")

    async def begun(self, count: int = 1) -> None:
        """Return once that many repaints have begun."""
        async with self._begun:
            await self._begun.wait_for(lambda: len(self.painted) >= count)


async def settled(repeater: Coalescer) -> None:
    while tasks := repeater.under_way():
        await asyncio.wait(tasks)


async def test_ten_changes_at_once_are_painted_once() -> None:
    """However many answers arrive before the painter begins, one repaint shows them all."""
    painter = Painter()
    repeater = Coalescer("test", painter.paint)
    for _ in range(10):
        repeater.mark("one")
    await settled(repeater)

    assert painter.painted == ["one"]


async def test_what_changes_during_a_repaint_is_painted_after_it() -> None:
    """Nothing that came while the painter was busy is missed, and it costs one repaint more."""
    painter = Painter()
    painter.free.clear()
    repeater = Coalescer("test", painter.paint)
    repeater.mark("one")
    await painter.begun()
    for _ in range(10):
        repeater.mark("one")
    painter.free.set()
    await settled(repeater)

    assert painter.painted == ["one", "one"]


async def test_news_ends_a_rest_after_a_failure() -> None:
    """What could not be shown is tried again at the next change, not only when it has rested."""
    painter = Painter(failures=1)
    repeater = Coalescer("test", painter.paint)
    repeater.mark("one")
    await painter.begun()
    repeater.mark("one")
    await settled(repeater)

    assert painter.painted == ["one", "one"]


async def test_one_match_that_waits_keeps_no_other_waiting() -> None:
    """Every match has a task of its own, and closing ends those that wait."""
    painter = Painter()
    painter.free.clear()
    repeater = Coalescer("test", painter.paint)
    repeater.mark("one")
    repeater.mark("two")
    await painter.begun(2)
    await repeater.close()

    assert sorted(painter.painted) == ["one", "two"]
    assert repeater.under_way() == []
