"""Under overload, pictures wait or are left out, and answers do neither."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import islice

import pytest

from bot.ui.pictures.paint_queue import OVERTAKEN, PATIENCE, PaintQueue, Priority, TooBusyError
from tests.bot.tables.support import NOON, ManualClock

ANSWER, NEWS, NONE = Priority.ANSWER, Priority.NEWS, Priority.NONE


@dataclass
class Studio:
    """One painter that is busy until told to stop, and its queue."""

    clock: ManualClock
    painters: PaintQueue
    done: threading.Event = field(default_factory=threading.Event)
    painted: list[str] = field(default_factory=list)

    async def queue(self, *orders: tuple[str, Priority]) -> list[asyncio.Task[None]]:
        """Request pictures, one after another."""
        tasks = [
            asyncio.create_task(self.painters.paint(self.named(name), priority))
            for name, priority in orders
        ]
        await asyncio.sleep(0)  # each of them joins the queue
        return tasks

    def named(self, name: str) -> Callable[[], None]:
        return lambda: self.painted.append(name)


@asynccontextmanager
async def studio() -> AsyncIterator[Studio]:
    """A studio whose only painter has just started a large picture."""
    clock = ManualClock()
    there = Studio(clock, PaintQueue(1, clock))
    large = asyncio.create_task(there.painters.paint(there.done.wait))
    await asyncio.sleep(0)
    try:
        yield there
    finally:
        there.done.set()
        await large
        there.painters.close()


async def test_who_has_pressed_goes_first() -> None:
    """Answers are painted before news and news before the rest, each in the order they came."""
    async with studio() as there:
        orders = await there.queue(
            ("poster", NONE), ("table", NEWS), ("hand", ANSWER), ("other hand", ANSWER)
        )
        there.done.set()
        await asyncio.gather(*orders)

        assert there.painted == ["hand", "other hand", "table", "poster"]


@pytest.mark.parametrize(("late", "urgent"), [(NONE, ANSWER), (NONE, NEWS), (NEWS, ANSWER)])
async def test_no_picture_waits_for_ever(late: Priority, urgent: Priority) -> None:
    """A request is overtaken by more urgent ones at most three times."""
    async with studio() as there:
        urgent_ones = [(f"urgent {number}", urgent) for number in range(2 * OVERTAKEN + 3)]
        orders = await there.queue(("late", late), ("later", late), *urgent_ones)
        there.done.set()
        await asyncio.gather(*orders)

        urgent_names = iter(name for name, _ in urgent_ones)
        expected = [*islice(urgent_names, OVERTAKEN), "late"]
        expected += [*islice(urgent_names, OVERTAKEN), "later", *urgent_names]
        assert there.painted == expected


async def test_two_lines_that_wait_share_the_turns() -> None:
    """With urgent requests before both, a table and a poster are painted within five turns."""
    async with studio() as there:
        answers = [(f"hand {number}", ANSWER) for number in range(6)]
        orders = await there.queue(("poster", NONE), ("table", NEWS), *answers)
        there.done.set()
        await asyncio.gather(*orders)

        assert there.painted[OVERTAKEN : OVERTAKEN + 2] == ["table", "poster"]


async def test_a_turn_paints_everything_without_waiting_again() -> None:
    """Several pictures painted in one turn aren't interrupted by other requests."""
    async with studio() as there:

        async def hold() -> None:
            async with there.painters.turn(NONE) as painter:
                await painter.paint(there.named("table"))
                await painter.paint(there.named("hand"))

        holding = asyncio.create_task(hold())
        orders = await there.queue(("other", NONE))
        there.done.set()
        await asyncio.gather(holding, *orders)

        assert there.painted == ["table", "hand", "other"]


@pytest.mark.parametrize("priority", [ANSWER, NEWS])
async def test_a_picture_is_waited_for_so_long_and_no_longer(priority: Priority) -> None:
    """An answer or news that waits longer than its limit is refused and never painted."""
    async with studio() as there:
        (order,) = await there.queue(("late", priority))
        await there.clock.until_asleep(NOON + PATIENCE[priority])
        there.clock.advance(PATIENCE[priority])
        with pytest.raises(TooBusyError):
            await order

        assert there.painted == []


async def test_behind_a_long_line_nobody_takes_a_place() -> None:
    """A request is refused at once if the first in the queue has waited half of its limit."""
    async with studio() as there:
        (first,) = await there.queue(("first", ANSWER))
        await there.clock.until_asleep()
        there.clock.advance(PATIENCE[ANSWER] // 2)
        (second,) = await there.queue(("second", ANSWER))
        with pytest.raises(TooBusyError):
            await second
        there.done.set()
        await first

        assert there.painted == ["first"]


async def test_what_cannot_do_without_is_painted_at_last() -> None:
    """A poster waits as long as it takes."""
    async with studio() as there:
        (poster,) = await there.queue(("poster", NONE))
        there.clock.advance(PATIENCE[NEWS] * 100)
        there.done.set()
        await poster

        assert there.painted == ["poster"]


@pytest.mark.parametrize("when", ["in line", "called"])
async def test_who_gives_up_keeps_nobody_waiting(when: str) -> None:
    """A cancelled request, waiting or just called, leaves the painter to the next one."""
    async with studio() as there:
        first, second = await there.queue(("first", ANSWER), ("second", ANSWER))
        if when == "called":
            there.painters._next()  # as the painter does when it is done
        first.cancel()
        there.done.set()
        await second
        with pytest.raises(asyncio.CancelledError):
            await first

        assert "second" in there.painted
