"""Marks are worked off: several at once, again after a failure, each match by itself."""

from __future__ import annotations

import asyncio

from bot.tables.matches.snapshot import Snapshot
from bot.ui.surfaces.coalescer import Coalescer


class Painter:
    """Records what it paints, may be blocked and may fail at first."""

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
        """Return once this many repaints have started."""
        async with self._begun:
            await self._begun.wait_for(lambda: len(self.painted) >= count)


async def settled(repeater: Coalescer) -> None:
    while tasks := repeater.under_way():
        await asyncio.wait(tasks)


async def test_ten_changes_at_once_are_painted_once() -> None:
    """Ten marks before a repaint starts cause one repaint."""
    painter = Painter()
    repeater = Coalescer("test", painter.paint)
    for _ in range(10):
        repeater.mark("one")
    await settled(repeater)

    assert painter.painted == ["one"]


async def test_what_changes_during_a_repaint_is_painted_after_it() -> None:
    """Ten marks during a repaint cause one more repaint after it."""
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
    """A new mark after a failure causes a repaint at once, without waiting for the pause."""
    painter = Painter(failures=1)
    repeater = Coalescer("test", painter.paint)
    repeater.mark("one")
    await painter.begun()
    repeater.mark("one")
    await settled(repeater)

    assert painter.painted == ["one", "one"]


async def test_one_match_that_waits_keeps_no_other_waiting() -> None:
    """A blocked match delays no other, and closing cancels all repaints."""
    painter = Painter()
    painter.free.clear()
    repeater = Coalescer("test", painter.paint)
    repeater.mark("one")
    repeater.mark("two")
    await painter.begun(2)
    await repeater.close()

    assert sorted(painter.painted) == ["one", "two"]
    assert repeater.under_way() == []
