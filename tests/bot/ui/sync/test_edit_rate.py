"""One budget of edits for all tables of a channel."""

import asyncio
from dataclasses import dataclass

import pytest

from bot.ui.match.public_messages import asking, is_new_question
from bot.ui.sync.edit_rate import EditRate
from data.records.matches import Life, Shown
from games.core.game import Awaiting
from games.core.text import say
from tests.bot.tables.support import NOON, ManualClock

SPAN = 5_000


@dataclass
class LeapingClock:
    """A clock that jumps to any time waited for."""

    moment: int = 0

    def now(self) -> int:
        return self.moment

    async def sleep_until(self, due: int, wake: asyncio.Event) -> None:
        self.moment = max(self.moment, due)


async def turns(*asked: int) -> list[int]:
    """Ask for turns at these milliseconds, one after another; return when each was granted."""
    clock, had = LeapingClock(), []
    budget = EditRate(clock, changes=5, span=SPAN)
    for place in asked:
        clock.moment = max(clock.moment, place)
        await budget.turn(1)
        had.append(clock.moment)
    return had


@pytest.mark.parametrize(
    "asked",
    [[0] * 20, [0, *[4_900] * 19], [0, 0, *[4_900] * 18], [0, 700, 1_400, *[2_000] * 17]],
    ids=["at once", "after one", "after two", "after three"],
)
async def test_a_busy_table_is_shown_about_every_second(asked: list[int]) -> None:
    """A busy table gets at most five edits in five seconds, at most 1,250 ms apart."""
    had = await turns(*asked)
    waited = [had[n] - max(had[n - 1], asked[n]) for n in range(1, len(had))]

    assert max(waited) <= 1_250
    assert all(had[n] - had[n - 5] >= SPAN for n in range(5, len(had)))


async def test_a_calm_table_is_shown_at_once() -> None:
    """Two edits in a row don't wait, and neither does one a second."""
    asked = [0, 0, 5_000, 6_000, 7_000, 8_000, 9_000, 10_000]

    assert await turns(*asked) == asked


async def test_channels_do_not_wait_for_each_other() -> None:
    """A channel's full budget delays no other channel."""
    budget = EditRate(LeapingClock(), changes=1, span=SPAN)

    assert [await budget.turn(channel) for channel in (1, 1, 2)] == [False, True, False]


async def test_turns_are_fair() -> None:
    """A waiting table gets its turn after at most one more turn of a busy one."""
    clock, order = ManualClock(), []
    budget = EditRate(clock, changes=1, span=SPAN)

    async def take(table: str, times: int) -> None:
        for _ in range(times):
            await budget.turn(1)
            order.append(table)

    busy = asyncio.create_task(take("busy", 3))
    calm = asyncio.create_task(take("calm", 1))
    for turn in range(1, 4):
        await clock.until_asleep(NOON + turn * SPAN)
        clock.advance(SPAN)
    await asyncio.gather(busy, calm)

    assert order == ["busy", "busy", "calm", "busy"]


def waiting(*seats: int, answered: int | None = None, of: int | None = None) -> Shown:
    awaiting = Awaiting(text=say("…"), seats=seats, answered=answered, of=of)
    return asking(Shown(stage=Life.RUNNING), awaiting)


def test_who_still_owes_an_answer_is_asked_nothing_new() -> None:
    """A question is new unless the awaited seats have only become fewer."""
    cases = {
        (waiting(0, 1, 2), waiting(0, 2)): False,
        (waiting(0), waiting(1)): True,
        (waiting(0), waiting(0)): True,
        (waiting(0, 2), waiting(0, 1)): True,
        (waiting(answered=1, of=4), waiting(answered=2, of=4)): False,
        (waiting(answered=4, of=4), waiting(answered=0, of=4)): True,
        (waiting(3), waiting(answered=0, of=4)): True,
        (None, waiting(3)): True,
    }

    assert [is_new_question(*case) for case in cases] == list(cases.values())
