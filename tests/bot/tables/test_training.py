"""Costly decisions of one's own matches come back until they went well often enough."""

from unittest.mock import AsyncMock

import pytest

from bot.tables.domain.time_controls import DAY
from bot.tables.errors import NothingToTrainError
from bot.tables.history.reviews import CostlyDecision, CurvePoint, Review
from bot.tables.lessons import LessonView
from games.core.answer import forms
from games.core.game import AnyGame
from games.core.prompt import Form
from games.core.saving import load_move
from games.tomate import TOMATE
from games.tomatomat import TOMATOMAT
from tests.bot.tables.support import ANA, BEN, DORA, Guest, LocalApp

HERE = Guest(ANA.id)
ALL_WENT_WELL = Review(
    seat=0, decisions=1, good=1, mistakes=(), curve=(CurvePoint(step=0, chances=(0.5, 0.5)),)
)


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
    review = ALL_WENT_WELL.model_copy(update={"good": 0, "mistakes": (mistake,)})
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
    """A copy on another device answers what isn't due any more, and changes nothing.

    It shows what its kind has cost in all matches of its game, and of no other game.
    """
    made, best, _ = await reviewed(app)
    other = await app.played([ANA, BEN], TOMATE)
    await app.store.reviews.request(other, ANA.id)
    await app.store.reviews.save(other, ANA.id, ALL_WENT_WELL.model_dump(mode="json"))
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
