"""One budget of changes for all tables of a channel."""

from __future__ import annotations

import asyncio

from bot.ui.asked import asked, is_new_question
from bot.ui.budget import Budget
from games.core.game import Awaiting
from games.core.text import say
from tests.bot.tables.support import NOON, ManualClock

SPAN = 5_000


async def test_the_sixth_change_waits_until_the_first_is_old() -> None:
    """Five changes of a channel pass at once, one more when five seconds are over."""
    clock = ManualClock()
    budget = Budget(clock, changes=5, span=SPAN)
    for _ in range(5):
        await budget.turn(1)
    sixth = asyncio.create_task(budget.turn(1))
    await clock.until_asleep(NOON + SPAN)
    waited = not sixth.done()
    clock.advance(SPAN)
    await sixth

    assert waited


async def test_channels_do_not_wait_for_each_other() -> None:
    """A channel full of tables slows no other one."""
    budget = Budget(ManualClock(), changes=1, span=SPAN)
    await budget.turn(1)

    await asyncio.wait_for(budget.turn(2), 1)


async def test_turns_are_fair() -> None:
    """A table that is repainted all the time lets in one that waits, after the turn it awaits."""
    clock, order = ManualClock(), []
    budget = Budget(clock, changes=1, span=SPAN)

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


def waiting(*seats: int, answered: int | None = None, of: int | None = None) -> str:
    return asked(Awaiting(text=say("…"), seats=seats, answered=answered, of=of))


def test_who_still_owes_an_answer_is_asked_nothing_new() -> None:
    """Of a question, what is new is told from whom everybody sees awaited."""
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
