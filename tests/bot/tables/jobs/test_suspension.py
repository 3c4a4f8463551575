"""Deadlines don't run while the process is suspended."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.tables.domain.time_controls import HOUR, MINUTE, SECOND
from bot.tables.time_limits import Limits
from data.records.matches import Actor
from tests.bot.tables.support import ANA, BEN, NOON, LocalApp, local_app, running
from tests.bot.tables.time_support import clocked, made
from tests.toys.batches import BATCHES

BEAT = Limits().heartbeat


async def rows(at: LocalApp, match_id: str) -> dict[tuple[str, int | None], int]:
    """When each deadline of a match is due."""
    found = await at.store.deadlines.of_match(match_id)
    return {(row.kind, row.seat): row.due_at for row in found}


async def test_time_in_suspension_counts_for_nobody(tmp_path: Path) -> None:
    """After an hour of suspension, every deadline is deferred by it, and no reminder is sent."""
    async with local_app(tmp_path / "a.db", limits=Limits(bot_delay=1000)) as at:
        slow = await clocked(at, [ANA, BEN], "slow_1d", BATCHES)
        live = await clocked(at, [ANA, BEN], "live_1m", BATCHES)
        bots = await at.started([ANA, BEN], bots=1)
        ids = [summary.id for summary in (slow, live, bots)]
        before = [await rows(at, one) for one in ids]
        async with running(at):
            await at.clock.until_asleep()
            heard = len(at.notes.heard)
            at.clock.advance(HOUR)
            await at.notes.until(heard + len(ids))
            await at.clock.until_asleep()
            after = [await rows(at, one) for one in ids]
            assert sorted(at.notes.heard[heard:]) == sorted(ids), "new times are shown"
            at.clock.advance(1250)
            await at.notes.until(heard + len(ids) + 1)
            played = [await made(at, one) for one in ids]

    assert after == [{name: due + HOUR for name, due in each.items()} for each in before]
    assert at.notes.reminded == []
    assert played == [[], [], [(2, Actor.BOT)]]


async def test_a_press_before_the_first_beat_arms_nothing_late(tmp_path: Path) -> None:
    """A press before the scheduler notices the suspension gets correct deadlines."""
    async with local_app(tmp_path / "a.db") as at, running(at):
        summary = await clocked(at, [ANA, BEN], "live_1m", BATCHES)
        other = await clocked(at, [ANA, BEN], "live_1m", BATCHES)
        await at.clock.until_asleep()
        at.clock.moment += HOUR  # the scheduler's timer stood still with the process
        await at.press(summary.id, ANA)
        await at.press(summary.id, BEN)
        await at.clock.until_asleep()

        assert (await at.tables.queries.summary(summary.id)).due_at == NOON + HOUR + MINUTE
        assert (await at.tables.queries.summary(other.id)).due_at == NOON + HOUR + MINUTE


@pytest.mark.parametrize(("late", "moved"), [(2 * BEAT, 0), (2 * BEAT + 1, 2 * BEAT + 1)])
async def test_only_missed_beats_are_a_suspension(at: LocalApp, late: int, moved: int) -> None:
    """A round defers deadlines only if it comes more than two heartbeats after the last."""
    summary = await clocked(at, [ANA, BEN], "live_10m", BATCHES)
    async with running(at):
        await at.clock.until_asleep()
        at.clock.advance(late)
        await at.clock.until_asleep()
        assert (await at.tables.queries.summary(summary.id)).due_at == NOON + 600 * SECOND + moved
