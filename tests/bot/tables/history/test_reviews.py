"""Reviews: only for players, computed once, continued after a restart."""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import replace
from threading import Event
from typing import Any

import pytest

from bot.background import background
from bot.tables import errors
from bot.tables.bots.searches import Searches
from bot.tables.history import reviews
from bot.tables.history.reviews import Decision, Reviews
from data.engine.postgres_locks import PostgresLocks
from data.engine.postgres_values import LockKind
from games.core.ai.review import Judgement
from games.core.saving import load_move
from games.tomatomat import TOMATOMAT
from tests.bot.tables.bots.test_searches import Dead
from tests.bot.tables.support import ANA, BEN, DORA, Guest, LocalApp


@pytest.fixture(autouse=True)
def few_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "PLAYOUTS", 4)
    monkeypatch.setattr(reviews, "FORECASTS", 1)
    monkeypatch.setattr(reviews, "POINTS", 3)
    monkeypatch.setattr("games.core.ai.review.COMPARED", 2)
    monkeypatch.setattr("games.tomatomat.ai.planning.WORLDS", 2)


def reviewing(app: LocalApp) -> Reviews:
    searches = Searches(1, lambda: ThreadPoolExecutor(1))
    return Reviews(app.store, (TOMATOMAT,), searches, background)


@pytest.mark.slow
async def test_reviews_of_rated_matches_come_by_themselves(app: LocalApp) -> None:
    """Both players of a rated match get a review without asking, once; practice gets none."""
    match_id = await app.played([ANA, BEN], TOMATOMAT)
    service = reviewing(app)
    await service.fill()

    for player in (ANA, BEN):
        assert await app.store.reviews.find(match_id, player.id) is not None
    assert await app.store.reviews.missing(("tomatomat 1",), 9) == ()


@pytest.mark.slow
async def test_a_review_judges_every_decision_once(app: LocalApp) -> None:
    """A review is computed in the background and stored; its curve ends with the result."""
    match_id = await app.played([ANA, BEN], TOMATOMAT)
    service = reviewing(app)
    asked = await service.show(match_id, Guest(ANA.id))
    await service.settled()
    shown = (await service.show(match_id, Guest(ANA.id))).review
    await service.close()

    assert asked.review is None
    assert shown is not None
    assert shown.decisions == 3 * 4
    assert shown.good + len(shown.mistakes) <= shown.decisions
    assert all(mistake.cost > 0 for mistake in shown.mistakes)
    assert all(sum(point.chances) == pytest.approx(1) for point in shown.curve)
    assert max(shown.curve[-1].chances) in {0.5, 1.0}
    assert (await app.store.reviews.requested()) == ()


@pytest.mark.slow
async def test_a_review_survives_a_restart(app: LocalApp) -> None:
    """A review interrupted by a restart is continued and has the same result."""
    match_id = await app.played([ANA, BEN], TOMATOMAT)
    first, second = reviewing(app), reviewing(app)
    await first.show(match_id, Guest(ANA.id))
    await first.close()
    waiting = await app.store.reviews.requested()
    await second.resume()
    await second.settled()
    shown = (await second.show(match_id, Guest(ANA.id))).review
    await app.store.reviews.drop(match_id, ANA.id)
    await second.show(match_id, Guest(ANA.id))
    await second.settled()
    again = (await second.show(match_id, Guest(ANA.id))).review
    await second.close()

    assert waiting == ((match_id, ANA.id),)
    assert shown is not None
    assert shown == again


async def test_a_review_without_workers_is_refused(app: LocalApp) -> None:
    """Where workers die at their start, no false review is stored, and people are told."""
    match_id = await app.played([ANA, BEN], TOMATOMAT)
    service = Reviews(app.store, (TOMATOMAT,), Searches(1, Dead), background)
    asked = await service.show(match_id, Guest(ANA.id))
    await service.settled()
    with pytest.raises(errors.NoWorkersError):
        await service.show(match_id, Guest(ANA.id))

    assert asked.review is None
    assert await app.store.reviews.find(match_id, ANA.id) is None
    assert await app.store.reviews.requested() == ((match_id, ANA.id),)


async def test_a_review_of_nothing_is_not_stored(app: LocalApp) -> None:
    """Where no worker answers in time, the next request begins again."""
    match_id = await app.played([ANA, BEN], TOMATOMAT)
    searches = Searches(0)
    service = Reviews(app.store, (TOMATOMAT,), searches, background)
    await service.show(match_id, Guest(ANA.id))
    await service.settled()

    assert await app.store.reviews.find(match_id, ANA.id) is None


async def test_an_answer_waits_for_the_review_that_is_computed(
    app: LocalApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An answer is judged once the process is free, and refused if there is none."""
    match_id = await app.played([ANA, BEN], TOMATOMAT)
    record = next(step for step in await app.store.history.steps(match_id) if step.seat == 0)
    made, read = load_move(TOMATOMAT, record.move or b""), reviews._played_again
    judgement = Judgement(best=made, made_chance=0.5, best_chance=0.5)
    monkeypatch.setattr(reviews, "judged", lambda _task: judgement)
    was_read, is_free = asyncio.Event(), Event()
    loop = asyncio.get_running_loop()

    def reading(*args: Any) -> Any:
        result = read(*args)
        loop.call_soon_threadsafe(was_read.set)
        return result

    monkeypatch.setattr(reviews, "_played_again", reading)
    service = reviewing(app)
    busy = asyncio.create_task(service._worked(lambda _: is_free.wait(), None))
    asked = asyncio.create_task(service.is_good(match_id, ANA.id, record.step - 1, made))
    await was_read.wait()
    for _ in range(9):  # until it waits
        await asyncio.sleep(0)
    is_free.set()

    assert (await busy, await asked) == (True, True)
    without = Reviews(app.store, (TOMATOMAT,), Searches(0), background)
    with pytest.raises(errors.NoWorkersError):
        await without.is_good(match_id, ANA.id, record.step - 1, made)


class Turns(PostgresLocks):
    """The locks of several processes, without a database."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()

    @asynccontextmanager
    async def held(self, _kind: LockKind, _name: str) -> AsyncIterator[None]:
        async with self._lock:
            yield


@pytest.mark.slow
async def test_a_review_is_computed_by_one_process(
    app: LocalApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two processes that know of a request, one computes it; no decision is judged twice."""
    match_id = await app.played([ANA, BEN], TOMATOMAT)
    store, judged = replace(app.store, locks=Turns()), list[int]()

    def judge(task: Decision) -> Judgement | None:
        judged.append(task.step)
        return reviews_judged(task)

    reviews_judged = reviews.judged
    monkeypatch.setattr(reviews, "judged", judge)
    services = [reviewing(replace(app, store=store)) for _ in range(2)]
    await services[0].show(match_id, Guest(ANA.id))
    await services[1].resume()
    for service in services:
        await service.settled()
        await service.close()

    assert len(judged) == 3 * 4
    assert len(set(judged)) == len(judged)


@pytest.mark.parametrize(
    ("guest", "error"),
    [(Guest(DORA.id), errors.NotYourMatchError), (Guest(DORA.id, None), errors.NoSuchRecordError)],
    ids=["watcher", "stranger"],
)
async def test_a_review_is_for_players(
    app: LocalApp, guest: Guest, error: type[errors.TableError]
) -> None:
    """Only a match's players get a review, and a refused request is not stored."""
    match_id = await app.played([ANA, BEN], TOMATOMAT)
    with pytest.raises(error):
        await reviewing(app).show(match_id, guest)
    assert await app.store.reviews.requested() == ()


async def test_what_cannot_be_reviewed_is_refused(
    app: LocalApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reviews of running, outdated and missing matches are refused."""
    running = await app.started([ANA, BEN], TOMATOMAT)
    with pytest.raises(errors.StillPlayedError):
        await reviewing(app).show(running.id, Guest(ANA.id))
    await app.play_out(running.id, [ANA, BEN])
    newer = TOMATOMAT.info.model_copy(update={"state_version": 99})
    monkeypatch.setattr(type(TOMATOMAT), "info", newer)
    with pytest.raises(errors.OldRulesError):
        await reviewing(app).show(running.id, Guest(ANA.id))
    with pytest.raises(errors.NoSuchRecordError):
        await reviewing(app).show("gone", Guest(ANA.id))


async def test_a_damaged_match_ends_no_other_reviews(app: LocalApp) -> None:
    """A review that comes by itself is given up if its match can't be read; the rest goes on."""
    match_id = await app.played((ANA, DORA), TOMATOMAT)
    app.damage("UPDATE steps SET move = ? WHERE match_id = ? AND step = 3", b"null", match_id)
    await reviewing(app).fill()

    assert await app.store.reviews.requested() == ()
