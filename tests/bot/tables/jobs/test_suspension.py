"""Deadlines don't run while the process is suspended."""

from pathlib import Path

import pytest

from bot.tables.domain.time_controls import HOUR, MINUTE, SECOND
from bot.tables.time_limits import Limits
from data.records.matches import Actor
from tests.bot.tables.support import ANA, BEN, NOON, LocalApp, local_app, running
from tests.bot.tables.time_support import clocked, made
from tests.toys.batches import BATCHES

BEAT = Limits().heartbeat


async def rows(app: LocalApp, match_id: str) -> dict[tuple[str, int | None], int]:
    """When each deadline of a match is due."""
    result = await app.store.deadlines.of_match(match_id)
    return {(row.kind, row.seat): row.due_at for row in result}


async def test_time_in_suspension_counts_for_nobody(tmp_path: Path) -> None:
    """After an hour of suspension, every deadline is deferred by it, and no reminder is sent."""
    async with local_app(tmp_path / "a.db", limits=Limits(bot_delay=1000)) as app:
        slow = await clocked(app, [ANA, BEN], "slow_1d", BATCHES)
        live = await clocked(app, [ANA, BEN], "live_1m", BATCHES)
        bots = await app.started([ANA, BEN], bots=1)
        ids = [summary.id for summary in (slow, live, bots)]
        before = [await rows(app, each_name) for each_name in ids]
        async with running(app):
            await app.clock.until_asleep()
            heard = len(app.notes.heard)
            app.clock.advance(HOUR)
            await app.notes.until(heard + len(ids))
            await app.clock.until_asleep()
            after = [await rows(app, this_name) for this_name in ids]
            assert sorted(app.notes.heard[heard:]) == sorted(ids), "new times are shown"
            app.clock.advance(1250)
            await app.notes.until(heard + len(ids) + 1)
            played = [await made(app, name_item) for name_item in ids]

    assert after == [{name: due + HOUR for name, due in each.items()} for each in before]
    assert app.notes.reminded == []
    assert played == [[], [], [(2, Actor.BOT)]]


async def test_a_press_before_the_first_beat_arms_nothing_late(tmp_path: Path) -> None:
    """A press before the scheduler notices the suspension gets correct deadlines."""
    async with local_app(tmp_path / "a.db") as app, running(app):
        summary = await clocked(app, [ANA, BEN], "live_1m", BATCHES)
        other = await clocked(app, [ANA, BEN], "live_1m", BATCHES)
        await app.clock.until_asleep()
        app.clock.moment += HOUR  # the scheduler's timer stood still with the process
        await app.press(summary.id, ANA)
        await app.press(summary.id, BEN)
        await app.clock.until_asleep()

        assert (await app.summary(summary.id)).due_at == NOON + HOUR + MINUTE
        assert (await app.summary(other.id)).due_at == NOON + HOUR + MINUTE


@pytest.mark.parametrize(("late", "moved"), [(2 * BEAT, 0), (2 * BEAT + 1, 2 * BEAT + 1)])
async def test_only_missed_beats_are_a_suspension(app: LocalApp, late: int, moved: int) -> None:
    """A round defers deadlines only if it comes more than two heartbeats after the last."""
    summary = await clocked(app, [ANA, BEN], "live_10m", BATCHES)
    async with running(app):
        await app.clock.until_asleep()
        app.clock.advance(late)
        await app.clock.until_asleep()
        assert (await app.summary(summary.id)).due_at == NOON + 600 * SECOND + moved
