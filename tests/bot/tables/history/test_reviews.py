"""Reviews, computed once for players only, and costly decisions that come back until learned."""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import replace
from unittest.mock import AsyncMock

import pytest

from bot.background import background
from bot.tables import errors
from bot.tables.bots.searches import Searches
from bot.tables.domain.time_controls import DAY
from bot.tables.errors import NothingToTrainError
from bot.tables.history import reviews
from bot.tables.history.reviews import CostlyDecision, CurvePoint, Decision, Review, Reviews
from bot.tables.lessons import LessonView
from data.engine.postgres_locks import PostgresLocks
from data.engine.postgres_values import LockKind
from games.core.ai.review import Judgement
from games.core.answer import forms
from games.core.game import AnyGame
from games.core.prompt import Form
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


HERE = Guest(ANA.id)


async def reviewed(app: LocalApp) -> tuple[Form, Form, Form]:
    """Finish a match with a review; return what was decided, what was better, and a third way."""
    match_id = await app.played([ANA, BEN], TOMATOMAT)
    steps = await app.store.history.steps(match_id)
    record = next(step for step in steps if step.seat == 0)
    made = load_move(TOMATOMAT, record.move or b"").model_dump(mode="json")
    moment = await app.tables.archive.moment(match_id, record.step - 1, 0, HERE)
    game: AnyGame = TOMATOMAT
    prompt = game.prompt(moment.hands[0].view)
    assert prompt is not None
    best, other, *_ = (dict(form) for form in forms(prompt) if dict(form) != made)
    mistake = CostlyDecision(
        step=record.step - 1, made=made, best=best, made_chance=0.25, best_chance=0.5
    )
    curve = (CurvePoint(step=0, chances=(0.5, 0.5)),)
    review = Review(seat=0, decisions=1, good=0, mistakes=(mistake,), curve=curve)
    await app.store.reviews.request(match_id, ANA.id)
    await app.store.reviews.save(match_id, ANA.id, review.model_dump(mode="json"))
    return made, best, other


async def decided(app: LocalApp, form: Form) -> LessonView:
    shown = await app.tables.training.next_due(ANA, HERE)
    return await app.tables.training.answer(ANA, shown, form)


async def test_decisions_come_back_until_they_are_learned(app: LocalApp) -> None:
    """A good answer comes back after 1, 3, 7 and 21 days, then never; a bad one after a day."""
    made, best, _ = await reviewed(app)
    first = await decided(app, made)
    for days in (1, 3, 7, 21):
        with pytest.raises(NothingToTrainError):
            await app.tables.training.next_due(ANA, HERE)
        app.clock.advance(days * DAY)
        shown = await decided(app, best)
        assert shown.outcome is not None
        assert shown.outcome.is_right
    app.clock.advance(100 * DAY)
    with pytest.raises(NothingToTrainError):
        await app.tables.training.next_due(ANA, HERE)

    assert first.outcome is not None
    assert not first.outcome.is_right


async def test_a_bad_answer_begins_anew(app: LocalApp) -> None:
    """A decision that went well and then badly comes back after one day, and then after three."""
    made, best, _ = await reviewed(app)
    for form, days in ((best, 1), (best, 3), (made, 1), (best, 3), (best, 7)):
        shown = await decided(app, form)
        app.clock.advance(days * DAY - 1)
        with pytest.raises(NothingToTrainError):
            await app.tables.training.next_due(ANA, HERE)
        app.clock.advance(1)

    assert (shown.number, shown.of) == (1, 1)


async def test_a_decision_counts_once_each_time(app: LocalApp) -> None:
    """A copy on another device answers what isn't due any more, and changes nothing."""
    made, best, _ = await reviewed(app)
    copy = await app.tables.training.next_due(ANA, HERE)
    await decided(app, best)
    await app.tables.training.answer(ANA, copy, made)
    app.clock.advance(DAY)
    await decided(app, best)
    app.clock.advance(DAY)

    assert copy.trained is not None
    assert copy.trained.costs == (0.25,)
    with pytest.raises(NothingToTrainError):
        await app.tables.training.next_due(ANA, HERE)


async def test_another_good_answer_is_right(app: LocalApp, monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer that the review didn't weigh is judged, from what its seat knew."""
    _, _, other = await reviewed(app)
    monkeypatch.setattr(app.tables.reviews, "is_good", AsyncMock(return_value=True))
    shown = await decided(app, other)

    assert shown.outcome is not None
    assert shown.outcome.is_right


async def test_decisions_are_their_players_alone(app: LocalApp) -> None:
    """Nobody finds another person's decisions, and deleting one's data deletes one's own."""
    await reviewed(app)
    shown = await app.tables.training.next_due(ANA, HERE)
    with pytest.raises(NothingToTrainError):
        await app.tables.training.find(DORA, shown.lesson.key, Guest(DORA.id))
    await app.tables.privacy.forget(ANA.id)
    with pytest.raises(NothingToTrainError):
        await app.tables.training.next_due(ANA, HERE)
