"""Bot seats and deadlines: who acts when, once, and what happens if a policy fails."""

import asyncio
import logging
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.tables.matches.deadlines import BOT
from bot.tables.time_limits import Limits
from data.records.matches import Actor, Deadline
from games.core.ai.memory import Level, Memory
from games.core.game import AnyGame
from games.core.rng import Rng
from tests.bot.tables.support import (
    ANA,
    BEN,
    CHEN,
    NOON,
    PEOPLE,
    LocalApp,
    Policed,
    local_app,
    play_on,
    running,
)
from tests.bot.tables.time_support import coming_moves, made
from tests.toys.plots import PLOTS
from tests.toys.seals import SEALS, Seals
from tests.toys.seals.moves import Choose, SealsMove
from tests.toys.seals.views import SealsView

FLAG = {"kind": "choose", "card": "flag"}


class Stubborn(Seals):
    """Seals with a policy that counts its calls and waits until it is released."""

    info = Seals.info.model_copy(update={"key": "stubborn"})

    def __init__(self) -> None:
        self.asked = 0
        self.thinking = threading.Event()
        self.release = threading.Event()

    def policy(self, view: SealsView, memory: Memory, level: Level, rng: Rng) -> SealsMove:
        self.asked += 1
        self.thinking.set()
        self.release.wait()
        return Choose(card="flag")


def hopeless(view: SealsView, level: Level) -> SealsMove:
    raise ValueError(f"I hold {view.hand}")


def cheating(view: SealsView, level: Level) -> SealsMove:
    return Choose(card="joker")


@asynccontextmanager
async def thinking(
    tmp_path: Path, game: AnyGame, limits: Limits | None = None
) -> AsyncIterator[LocalApp]:
    async with local_app(tmp_path / "tables.db", games=(game,), limits=limits) as opened:
        yield opened


async def test_a_bot_answers_after_its_delay_and_not_before(tmp_path: Path) -> None:
    """A bot moves after its delay plus half of its jitter, and not a millisecond before."""
    async with thinking(tmp_path, SEALS, Limits(bot_delay=1000)) as app, running(app):
        summary = await app.started([ANA, BEN], bots=1)
        (row,) = await coming_moves(app, summary.id)
        assert row.due_at == NOON + 1250
        await app.clock.until_asleep()
        app.clock.advance(1249)
        await app.clock.until_asleep()
        assert await made(app, summary.id) == []
        count = len(app.notes.heard)
        app.clock.advance(1)
        await app.notes.until(count + 1)
        (step,) = await app.store.history.steps(summary.id, 0)
        assert (step.seat, step.actor, step.made_at) == (2, Actor.BOT, NOON + 1250)
        assert await coming_moves(app, summary.id) == ()


async def test_a_bot_leaves_the_chance_to_change_its_answer(tmp_path: Path) -> None:
    """A bot that has answered is not asked again while others still choose."""
    async with thinking(tmp_path, SEALS) as app, running(app):
        summary = await app.started([ANA, BEN], bots=1)
        await app.until_moved(summary.id)
        await app.press(summary.id, ANA, FLAG)
        assert [seat for seat, _ in await made(app, summary.id)] == [2, 0]
        assert await coming_moves(app, summary.id) == ()


async def test_a_row_fires_once_even_for_two_schedulers(app: LocalApp) -> None:
    """Two processes that fire the same rows make each move once, for the bots alone."""
    second = app.second()
    summary = await app.started([ANA], PLOTS, bots=3, rounds=2)
    async with running(second):
        await play_on(app, summary.id, [ANA])
    steps = await app.store.history.steps(summary.id, 0)
    match = await app.match(summary.id)
    assert sum(match.moves_made) == len(steps) == match.step
    assert {(step.actor, step.seat == 0) for step in steps} == {
        (Actor.PLAYER, True), (Actor.BOT, False)
    }  # fmt: skip


async def test_an_out_of_date_row_does_nothing(app: LocalApp) -> None:
    """A row with an outdated ticket, a person's seat or an unknown kind makes no move."""
    summary = await app.started([ANA, BEN], bots=1)
    (due,) = await coming_moves(app, summary.id)
    question = await app.question(summary.id, ANA.id)
    forged = [
        Deadline(kind="bot", match_id=summary.id, seat=2, ticket="9-0000000000", due_at=NOON),
        Deadline(kind="bot", match_id=summary.id, seat=0, ticket=question.ticket, due_at=NOON),
        Deadline(kind="unheard", match_id=summary.id, seat=None, ticket="", due_at=NOON),
    ]
    await app.store.deadlines.arm(*forged)
    async with running(app):
        await app.until_moved(summary.id)
        while await coming_moves(app, summary.id):
            await app.clock.until_asleep()
    assert await made(app, summary.id) == [(due.seat, Actor.BOT)]


@pytest.mark.parametrize("game", [Policed(hopeless), Policed(cheating)], ids=["raises", "cheats"])
async def test_a_failing_policy_gets_the_absent_players_move(
    tmp_path: Path, game: AnyGame, caplog: pytest.LogCaptureFixture
) -> None:
    """A policy that raises or cheats is replaced by the fallback move, and no card is logged."""
    caplog.set_level(logging.DEBUG)
    async with thinking(tmp_path, game) as app, running(app):
        summary = await app.started([ANA, BEN], game, bots=1)
        await app.until_moved(summary.id)
        assert await made(app, summary.id) == [(2, Actor.TIMEOUT)]
        hand = game.view(await app.state(summary.id), 2).hand
    assert f"the policy of {game.info.key}" in caplog.text
    assert "I hold" not in caplog.text
    assert not any(repr(item) in caplog.text for item in hand)


async def test_a_policy_that_takes_too_long_is_not_waited_for(tmp_path: Path) -> None:
    """A policy that exceeds its time limit is replaced by the fallback move."""
    game = Stubborn()
    try:
        hasty = Limits(bot_delay=0, policy_patience=1)
        async with thinking(tmp_path, game, hasty) as app, running(app):
            summary = await app.started([ANA, BEN], game, bots=1)
            await app.until_moved(summary.id)
            assert await made(app, summary.id) == [(2, Actor.TIMEOUT)]
    finally:
        game.release.set()


async def test_a_policy_is_asked_once_for_one_question(tmp_path: Path) -> None:
    """While a policy runs for a question, the scheduler doesn't start it again."""
    game = Stubborn()
    try:
        async with thinking(tmp_path, game) as app, running(app):
            summary = await app.started([ANA, BEN], game, bots=1)
            await asyncio.to_thread(game.thinking.wait)
            await app.started([ANA, BEN, CHEN], game)
            app.clock.advance(15_000)
            await app.clock.until_asleep()
            game.release.set()
            await app.until_moved(summary.id)
            assert await made(app, summary.id) == [(2, Actor.BOT)]
    finally:
        game.release.set()
    assert game.asked == 1


async def test_a_move_that_could_not_be_written_is_tried_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A bot's move whose commit fails is made again after the retry pause."""
    refused: list[str] = []

    def refuse_once(label: str) -> None:
        if label.startswith("commit step") and not refused:
            refused.append(label)
            raise OSError("the disk is full")

    async with local_app(tmp_path / "a.db", before_write=refuse_once) as app, running(app):
        summary = await app.started([ANA, BEN], bots=1)
        count = len(app.notes.heard)
        await app.clock.until_asleep(NOON + Limits().retry)
        app.clock.advance(Limits().retry)
        await app.notes.until(count + 1)
        assert await made(app, summary.id) == [(2, Actor.BOT)]
    assert "the disk is full" in caplog.text


async def test_a_policy_runs_off_the_loop(tmp_path: Path) -> None:
    """Policies run in worker threads, never in the event loop's thread."""
    threads = list[int]()
    game = Policed(lambda view, level: threads.append(threading.get_ident()))
    async with thinking(tmp_path, game) as app, running(app):
        summary = await app.started([ANA, BEN], game, bots=1)
        await app.until_moved(summary.id)
    assert threads
    assert threading.get_ident() not in threads


async def test_rows_written_by_another_are_seen_in_time(app: LocalApp) -> None:
    """A row written by another process fires at the next heartbeat."""
    async with running(app):
        await app.clock.until_asleep()
        summary = await app.second().started([ANA, BEN], bots=1)
        assert await made(app, summary.id) == []
        count = len(app.notes.heard)
        app.clock.advance(15_000)
        await app.notes.until(count + 1)
    assert await made(app, summary.id) == [(2, Actor.BOT)]


async def test_the_heart_beats(app: LocalApp) -> None:
    """While the scheduler runs, each heartbeat stores the current time."""
    async with running(app):
        await app.clock.until_asleep()
        app.clock.advance(15_000)
        await app.clock.until_asleep()
    app.clock.advance(60_000)
    assert await app.store.deadlines.wake(app.clock.now()) == 60_000


async def test_old_interactions_are_forgotten_and_old_matches_packed(app: LocalApp) -> None:
    """Answers to interactions are deleted after a day, but a repeated press is still recognized."""
    summary = await app.started(PEOPLE[:3])
    await app.press(summary.id, ANA, FLAG, interaction_id=77)
    app.clock.advance(25 * 3_600_000)
    async with running(app):
        await app.clock.until_asleep()
    assert await app.store.interactions.recall(77) == {}
    again = await app.press(summary.id, ANA, FLAG, interaction_id=77)
    assert again.repeated
    assert again.events == ()


@pytest.mark.parametrize("change", ["pause", "stop"])
async def test_a_bots_row_overtaken_by_a_pause_or_an_end_is_no_warning(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, change: str
) -> None:
    """Pausing or stopping a match while its policy runs drops the bot's row without a warning."""
    game = Stubborn()
    async with thinking(tmp_path, game) as app:
        summary = await app.started([ANA, BEN], game, bots=1)
        (row,) = [row for row in await app.store.deadlines.of_match(summary.id) if row.kind == BOT]
        answer = asyncio.ensure_future(app.tables.scheduler._kinds[BOT](row))
        try:
            await asyncio.to_thread(game.thinking.wait)
            changes = {"pause": app.tables.pauses.pause, "stop": app.tables.endings.stop}
            await changes[change](summary.id, ANA, moderator=True)
        finally:
            game.release.set()
            await answer
        left = [row.kind for row in await app.store.deadlines.of_match(summary.id)]

    assert BOT not in left
    assert [line for line in caplog.records if line.levelno >= logging.WARNING] == []
