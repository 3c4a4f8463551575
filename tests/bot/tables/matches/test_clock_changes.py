"""The clock of a running match changes once everybody at the table wants the same one."""

from dataclasses import replace

import pytest

from bot.tables import errors
from bot.tables.domain.time_controls import MINUTE
from data.records.matches import ELSEWHERE, Actor, Life
from tests.bot.tables.support import ANA, BEN, CHEN, DORA, NOON, LocalApp
from tests.bot.tables.time_support import clocked, let_pass, made
from tests.toys.plots import PLOTS


async def test_a_clock_that_all_want_is_taken(app: LocalApp) -> None:
    """The last player who agrees changes the clock, and the question at hand begins anew."""
    summary = await clocked(app, [ANA, BEN], "live_1m")
    await let_pass(app, MINUTE // 2)
    wanted = await app.tables.clock_changes.want(summary.id, BEN, "live_5m")
    agreed = await app.tables.clock_changes.want(summary.id, ANA, "live_5m")

    assert [(seat, clock.key) for seat, clock in wanted.clock_wishes] == [(1, "live_5m")]
    assert (wanted.clock.key, agreed.clock.key) == ("live_1m", "live_5m")
    assert agreed.clock_wishes == ()
    current = (await app.view(summary.id, None)).summary
    assert current.due_at == NOON + MINUTE // 2 + 5 * MINUTE
    await let_pass(app, 4 * MINUTE)
    assert await made(app, summary.id) == []


async def test_a_match_without_a_clock_gets_one(app: LocalApp) -> None:
    """People who began without a time limit can agree on one."""
    summary = await app.started([ANA, BEN], PLOTS)
    for player in (ANA, BEN):
        agreed = await app.tables.clock_changes.want(summary.id, player, "live_1m")
    await let_pass(app, MINUTE)

    assert agreed.clock.key == "live_1m"
    assert {actor for _, actor in await made(app, summary.id)} == {Actor.TIMEOUT}


async def test_a_wish_is_withdrawn(app: LocalApp) -> None:
    """Who wants the present clock again, or gives up the seat, wants no other."""
    summary = await clocked(app, [ANA, BEN, CHEN], "live_1m")
    for player, key in ((ANA, "live_5m"), (BEN, "live_5m"), (ANA, "live_1m")):
        shown = await app.tables.clock_changes.want(summary.id, player, key)
    await app.tables.seats.leave(summary.id, BEN)
    left = (await app.view(summary.id, None)).summary

    assert [seat for seat, _ in shown.clock_wishes] == [1]
    assert left.clock_wishes == ()
    assert left.clock.key == "live_1m"


async def test_only_the_seated_of_a_running_match_choose(app: LocalApp) -> None:
    """Others, unknown clocks, and paused or ended matches are refused."""
    summary = await clocked(app, [ANA, BEN], "live_1m")
    with pytest.raises(errors.BadOptionError):
        await app.tables.clock_changes.want(summary.id, ANA, "live_4m")
    with pytest.raises(errors.NoSeatError):
        await app.tables.clock_changes.want(summary.id, DORA, "live_5m")
    await app.tables.pauses.pause(summary.id, ANA)
    with pytest.raises(errors.PausedError):
        await app.tables.clock_changes.want(summary.id, ANA, "live_5m")
    await app.tables.pauses.resume(summary.id, ANA)
    stopped = await app.tables.endings.stop(summary.id, ANA, moderator=True)
    with pytest.raises(errors.MatchOverError):
        await app.tables.clock_changes.want(summary.id, ANA, "live_5m")
    assert stopped.life is Life.STOPPED


async def test_nobody_gets_a_clock_where_the_bot_only_answers(app: LocalApp) -> None:
    """Where nobody can be called, a match has no clock, and none can be agreed on."""
    summary = await replace(app, guild_id=ELSEWHERE).started([ANA, BEN], PLOTS)
    with pytest.raises(errors.NobodyCalledError):
        await app.tables.clock_changes.want(summary.id, ANA, "live_5m")
