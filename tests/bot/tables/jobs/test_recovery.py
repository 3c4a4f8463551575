"""A start or the end of a suspension takes up what runs; time without us counts for nobody."""

from collections.abc import Awaitable, Callable
from logging import WARNING
from pathlib import Path
from unittest.mock import AsyncMock

import pytest

from bot.tables.domain.time_controls import HOUR, MINUTE, SECOND
from bot.tables.errors import MissingGameError
from bot.tables.jobs.scheduler import CUT_OFF
from bot.tables.time_limits import Limits
from data.engine.sqlite import SqliteDatabase
from data.records.matches import Actor, Life
from tests.bot.tables.support import ANA, BEN, NOON, LocalApp, ManualClock, local_app, running
from tests.bot.tables.time_support import clocked, coming_moves, let_pass, made
from tests.integration.trouble.test_full_disk import read_only
from tests.toys.batches import BATCHES
from tests.toys.plots import PLOTS
from tests.toys.seals import Seals
from tests.toys.seals.state import State

Change = Callable[[LocalApp, str], Awaitable[object]]


class Torn(Seals):
    """Seals in which reading any state fails as if it were damaged."""

    def awaited(self, state: State) -> frozenset[int]:
        raise IndexError("of a hand with the crown")


async def test_time_without_us_does_not_count(tmp_path: Path) -> None:
    """Deadlines are deferred by the time that the process was down since its last heartbeat."""
    clock = ManualClock()
    async with local_app(tmp_path / "a.db", limits=Limits(bot_delay=1000), clock=clock) as app:
        await app.tables.recovery.recover()
        summary = await app.started([ANA, BEN], bots=1)
        (before,) = await coming_moves(app, summary.id)
    clock.advance(3_600_000)
    async with local_app(tmp_path / "a.db", limits=Limits(bot_delay=1000), clock=clock) as app:
        await app.tables.recovery.recover()
        (after,) = await coming_moves(app, summary.id)
        assert after.due_at == before.due_at + 3_600_000
        assert after.ticket == before.ticket


BEAT = Limits().heartbeat


@pytest.mark.parametrize(("waited", "moved"), [(2 * BEAT, 0), (HOUR, HOUR), (-HOUR, -HOUR)])
async def test_the_wait_of_a_start_does_not_count(app: LocalApp, waited: int, moved: int) -> None:
    """Deadlines are deferred anew if a start has waited for Discord, or its clock was set."""
    summary = await clocked(app, [ANA, BEN], "live_10m", BATCHES)
    await app.tables.recovery.wake()
    app.clock.moment += waited
    await app.tables.recovery.recover()
    assert (await app.summary(summary.id)).due_at == NOON + 10 * MINUTE + moved


async def test_recovering_announces_open_tables_and_awaited_bots(tmp_path: Path) -> None:
    """A start announces each open table once and keeps the row of each bot whose turn it is."""
    async with local_app(tmp_path / "a.db") as app:
        lobby = await app.opened(BEN)
        summary = await app.started([ANA, BEN], bots=1)
        await app.played([ANA], PLOTS, rounds=1)
        (row,) = await coming_moves(app, summary.id)
    async with local_app(tmp_path / "a.db") as app:
        await app.tables.recovery.recover()
        assert sorted(app.notes.heard) == sorted([lobby.summary.id, summary.id])
        await app.tables.recovery.recover()
        assert await coming_moves(app, summary.id) == (row,)


async def test_a_lost_row_is_written_again(tmp_path: Path) -> None:
    """A bot whose turn it is without a row gets one at the next start."""
    async with local_app(tmp_path / "a.db") as app:
        summary = await app.started([ANA, BEN], bots=1)
        (row,) = await coming_moves(app, summary.id)
        await app.tables.lobbies._context.drop(row)
    async with local_app(tmp_path / "a.db") as app:
        await app.tables.recovery.recover()
        assert [move.ticket for move in await coming_moves(app, summary.id)] == [row.ticket]


async def start(app: LocalApp, match_id: str) -> None:
    await app.tables.match_start.start(match_id, ANA)


async def cancel(app: LocalApp, match_id: str) -> None:
    await app.tables.lobbies.cancel(match_id, ANA)


async def end(app: LocalApp, match_id: str) -> None:
    await app.tables.endings.vote(match_id, ANA)


async def delete(app: LocalApp, match_id: str) -> None:
    assert await app.store.history.forget(app.clock.now() + 1) == 1


@pytest.mark.parametrize(
    ("before", "since"),
    [
        ((), (start,)),
        ((), (cancel,)),
        ((), (start, end)),
        ((), (cancel, delete)),
        ((start,), (end,)),
        ((start,), (end, delete)),
    ],
)
async def test_a_table_that_somebody_changes_first_is_no_fault(
    app: LocalApp,
    before: tuple[Change, ...],
    since: tuple[Change, ...],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """A table that is started, ended or deleted after a recovery has listed it leaves no warning
    and stops no other.
    """
    lobby = await app.opened(ANA, PLOTS)
    other = await app.started([BEN], PLOTS)
    for change in before:
        await change(app, lobby.summary.id)
    listed = await app.store.matches.all_open()
    for change in since:
        await change(app, lobby.summary.id)
    monkeypatch.setattr(app.store.matches, "all_open", AsyncMock(return_value=listed))
    app.notes.heard.clear()
    await app.tables.recovery.recover()
    assert [record.getMessage() for record in caplog.records if record.levelno >= WARNING] == []
    assert other.id in app.notes.heard


async def test_a_state_that_cannot_be_looked_at_stops_no_other(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """At a start, a match with an unreadable state is logged without its cards and skipped."""
    async with local_app(tmp_path / "a.db") as app:
        torn = await app.started([ANA, BEN], bots=1)
        other = await app.started([ANA], PLOTS, bots=1)
    async with local_app(tmp_path / "a.db", games=(Torn(), PLOTS)) as app:
        await app.tables.recovery.recover()
        assert set(app.notes.heard) == {torn.id, other.id}
    assert f"match {torn.id} cannot be recovered: IndexError" in caplog.text
    assert "the crown" not in caplog.text


async def test_a_lobby_says_that_its_game_is_missing(tmp_path: Path) -> None:
    """Whoever joins, changes or starts a table of a removed game reads that it waits for that."""
    async with local_app(tmp_path / "a.db") as app:
        table = (await app.opened()).summary.id
    async with local_app(tmp_path / "a.db", games=(PLOTS,)) as app:
        tries = (
            app.tables.lobbies.join(table, BEN),
            app.tables.lobbies.apply_preset(table, ANA, "quick"),
            app.tables.lobbies.plan(table, ANA, app.clock.now() + HOUR),
            app.tables.guests.add_bot(table, ANA),
            app.tables.match_start.start(table, ANA),
        )
        for attempt in tries:
            with pytest.raises(MissingGameError):
                await attempt


async def test_a_table_for_later_waits_while_its_game_is_missing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Without its game it neither calls its people nor closes, and one warning says why.

    Once the game is back, its people hear that they can start, and it closes as others do.
    """
    clock = ManualClock()
    async with local_app(tmp_path / "a.db", clock=clock) as app:
        table = (await app.opened(starts_at=NOON + HOUR)).summary.id
    async with local_app(tmp_path / "a.db", games=(PLOTS,), clock=clock) as app:
        await app.tables.recovery.recover()
        await let_pass(app, 9 * HOUR)
        assert app.notes.reminded == []
        for _ in range(2):
            assert await app.tables.planned_events.wanted() == {}
    texts = [record.getMessage() for record in caplog.records if record.levelno >= WARNING]
    assert texts == [
        f"table {table} waits: its game seals is missing",
        f"{table} gets no event: {MissingGameError.text.message}",
    ]
    async with local_app(tmp_path / "a.db", clock=clock) as app:
        for _ in range(2):
            await app.tables.recovery.recover()
            await let_pass(app, MINUTE)
            calls = [(item.why, item.mention) for item in app.notes.reminded]
            assert calls == [("planned", (ANA.id,))]
        await let_pass(app, HOUR)
        assert (await app.summary(table)).life is Life.CANCELLED


async def test_a_match_waits_while_its_game_is_missing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Without its game a match has no deadlines and says why; they are back with the game.

    It stops no other match.
    """
    async with local_app(tmp_path / "a.db") as app:
        summary = await app.started([ANA, BEN], bots=1)
        other = await app.started([BEN], PLOTS, bots=1)
    async with local_app(tmp_path / "a.db", games=(PLOTS,)) as app:
        await app.tables.recovery.recover()
        assert app.notes.heard == [other.id]
        assert await coming_moves(app, summary.id) == ()
        with pytest.raises(MissingGameError):
            await app.summary(summary.id)
        assert await app.tables.queries.matches_of(ANA.id) == ()
        with pytest.raises(MissingGameError):
            await app.tables.queries.matches_of(ANA.id, is_missed=True)
    assert [record for record in caplog.records if record.exc_info] == []
    assert f"table {summary.id} waits: its game seals is missing" in caplog.text
    async with local_app(tmp_path / "a.db") as app:
        await app.tables.recovery.recover()
        assert await coming_moves(app, summary.id)


async def rows(app: LocalApp, match_id: str) -> dict[tuple[str, int | None], int]:
    """When each deadline of a match is due."""
    result = await app.store.deadlines.of_match(match_id)
    return {(row.kind, row.seat): row.due_at for row in result}


async def test_a_pause_ends_although_the_game_was_missing(tmp_path: Path) -> None:
    """A paused match whose game was missing at a start still resumes by itself."""
    clock = ManualClock()
    async with local_app(tmp_path / "a.db", clock=clock) as app:
        summary = await app.started([ANA, BEN], bots=1)
        await app.tables.pauses.pause(summary.id, ANA)
    async with local_app(tmp_path / "a.db", games=(PLOTS,), clock=clock) as app:
        await app.tables.recovery.recover()
    async with local_app(tmp_path / "a.db", clock=clock) as app:
        await app.tables.recovery.recover()
        await let_pass(app, Limits().longest_pause)
        assert not (await app.summary(summary.id)).paused


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


async def test_time_in_which_nothing_can_be_saved_counts_for_nobody(tmp_path: Path) -> None:
    """While the disk is read-only nobody is timed out, and deadlines are deferred afterwards."""
    async with local_app(tmp_path / "a.db") as app:
        database = app.store.matches._database
        assert isinstance(database, SqliteDatabase)
        summary = await clocked(app, [ANA, BEN], "live_1m", BATCHES)
        async with running(app):
            await app.clock.until_asleep()
            async with read_only(database):
                for _ in range(HOUR // BEAT):
                    app.clock.advance(BEAT)
                    await app.clock.until_asleep(app.clock.now() + Limits().retry)
            app.clock.advance(Limits().retry)
            await app.clock.until_asleep()
            passed = app.clock.now() - NOON
            due_at = (await app.summary(summary.id)).due_at
            played = await made(app, summary.id)

    assert played == []
    assert due_at is not None
    assert NOON + MINUTE + passed - 2 * BEAT <= due_at <= NOON + MINUTE + passed


async def test_time_without_discord_counts_for_nobody(tmp_path: Path) -> None:
    """While Discord is out of reach nothing becomes due, and deadlines are deferred afterwards."""
    async with local_app(tmp_path / "a.db") as app:
        ownership = app.tables.scheduler._context.ownership
        summary = await clocked(app, [ANA, BEN], "live_1m", BATCHES)
        async with running(app):
            await app.clock.until_asleep()
            ownership.is_cut_off = lambda: True
            for _ in range(HOUR // BEAT):
                app.clock.advance(BEAT)
                await app.clock.until_asleep(app.clock.now() + CUT_OFF)
            ownership.is_cut_off = lambda: False
            app.clock.advance(BEAT)
            await app.clock.until_asleep()
            due_at = (await app.summary(summary.id)).due_at
            played = await made(app, summary.id)

    assert played == []
    assert due_at == NOON + MINUTE + HOUR + BEAT


async def test_a_press_before_the_first_beat_arms_nothing_late(app: LocalApp) -> None:
    """A press before the scheduler notices the suspension gets correct deadlines."""
    async with running(app):
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
