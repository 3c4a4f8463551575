"""The key moments of a match: few, in order, as spectators saw them; and its turning point."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from bot.tables.bots.searches import Searches
from bot.tables.errors import NoSuchRecordError, StillPlayedError
from bot.tables.history import clips, reviews
from bot.tables.history.archive import RoundStart, TurningPoint, turning_point
from bot.tables.history.clips import MOMENTS, Clips, scoring_steps, turning_points
from bot.tables.history.reviews import CurvePoint, Review
from games.core.game import AnyGame, Result, ranked
from games.core.text import say
from games.karate_tomate import KARATE_TOMATE
from games.tomatomat import TOMATOMAT
from render.paint import has_outcome
from tests.bot.tables.support import ANA, BEN, DORA, PEOPLE, Guest, LocalApp
from tests.toys.batches import BATCHES
from tests.toys.seals import SEALS

CURVE = tuple(
    CurvePoint(step=step, chances=(chance, 1 - chance))
    for step, chance in ((0, 0.5), (2, 0.52), (4, 0.9), (6, 0.85), (8, 0.2), (9, 1.0))
)


async def over(app: LocalApp, game: AnyGame = SEALS) -> str:
    players = PEOPLE[: max(3, game.info.seats[0])]
    return await app.played(players, game)


def clips_of(app: LocalApp) -> Clips:
    workers = Searches(1, lambda: ThreadPoolExecutor(1))
    return Clips(app.store, app.tables.archive, workers)


@pytest.mark.parametrize("game", [SEALS, BATCHES], ids=lambda game: game.info.key)
async def test_a_clip_ends_with_the_end(app: LocalApp, game: AnyGame) -> None:
    """A few steps in order, each with the points and the public view; the last has the result."""
    outcome = await clips_of(app).of(await over(app, game), Guest(ANA.id))
    steps = [moment.step for moment in outcome.moments]

    assert steps == sorted(set(steps))
    assert 1 < len(steps) <= MOMENTS + 1
    assert steps[-1] == outcome.last
    assert outcome.moments[-1].table.result is not None
    assert all(moment.table.view.viewer is None for moment in outcome.moments)
    assert all(moment.points == moment.table.standing.points for moment in outcome.moments)


async def test_a_review_chooses_by_the_chance_to_win(app: LocalApp) -> None:
    """With a review of one's own the turning points are shown; others' reviews stay theirs."""
    match_id = await over(app)
    match = await app.match(match_id)
    end = CurvePoint(step=match.step, chances=(1.0, 0.0, 0.0))
    start = CurvePoint(step=0, chances=(0.2, 0.4, 0.4))
    saved = Review(seat=0, decisions=1, good=1, mistakes=(), curve=(start, end))
    await app.store.reviews.request(match_id, ANA.id)
    await app.store.reviews.save(match_id, ANA.id, saved.model_dump(mode="json"))
    mine = await clips_of(app).of(match_id, Guest(ANA.id))
    theirs = await clips_of(app).of(match_id, Guest(DORA.id))

    assert [moment.chances for moment in mine.moments] == [end.chances]
    assert {moment.chances for moment in theirs.moments} == {None}


@pytest.mark.parametrize(("longest", "is_forecast"), [(60.0, True), (-1.0, False)])
async def test_chances_are_forecast_if_there_is_time(
    app: LocalApp, monkeypatch: pytest.MonkeyPatch, longest: float, *, is_forecast: bool
) -> None:
    """Without a review every moment has its chances, which end with the winner; or none has."""
    monkeypatch.setattr(reviews, "FORECASTS", 1)
    monkeypatch.setattr(clips, "LONGEST", longest)
    match_id = await app.played([ANA, BEN], TOMATOMAT)
    result = await clips_of(app).of(match_id, Guest(ANA.id))
    chances = [moment.chances for moment in result.moments]

    assert [chance is not None for chance in chances] == [is_forecast] * len(chances)
    assert all(sum(chance) == pytest.approx(1) for chance in chances if chance is not None)
    assert not is_forecast or max(chances[-1] or ()) in {0.5, 1.0}


def test_the_largest_changes_are_chosen() -> None:
    """By the chance or the points that changed hands; even steps fill up what is missing."""
    points = [(0, 0), (0, 0), (5, 0), (5, 0), (5, 9), (6, 9), (6, 9)]

    assert list(turning_points(CURVE, 2)) == [8, 9]
    assert list(turning_points(CURVE, 3)) == [4, 8, 9]
    assert list(turning_points(CURVE, 3, visible=[2, 4, 6, 9])) == [2, 4, 6, 9]
    assert list(turning_points(CURVE, 3, visible=[2, 4, 9])) == [4, 8, 9]
    assert scoring_steps(points, 2) == [2, 4, 6]
    assert scoring_steps(points, 3) == [2, 4, 5, 6]
    assert scoring_steps([(0,)] * 9, 3) == [2, 4, 6, 8]
    assert scoring_steps([(0,)], 3) == [0]
    assert scoring_steps(points, 1, ends={3, 5}) == [5, 6]


@pytest.mark.parametrize("game", [TOMATOMAT, KARATE_TOMATE], ids=lambda game: game.info.key)
async def test_a_clip_shows_what_rounds_brought(app: LocalApp, game: AnyGame) -> None:
    """Without chances, most moments are the ends of rounds, whose outcome fills a picture."""
    played = Clips(app.store, app.tables.archive, Searches(0))
    clip = await played.of(await over(app, game), Guest(ANA.id))
    outcomes = [has_outcome(game.info.key, moment.table.view) for moment in clip.moments[:-1]]

    assert sum(outcomes) >= min(3, len(outcomes))


async def test_only_an_ended_match_that_may_be_seen_is_shown(app: LocalApp) -> None:
    """No running match, and none of strangers."""
    running = await app.started(PEOPLE[:3], SEALS)
    with pytest.raises(StillPlayedError):
        await clips_of(app).of(running.id, Guest(ANA.id))
    with pytest.raises(NoSuchRecordError):
        await clips_of(app).of(await over(app), Guest(DORA.id, None))


FIRST, SECOND, THIRD = say("hand 1"), say("hand 2"), say("hand 3")
LABELS = (FIRST, SECOND, THIRD)

Scores = list[tuple[int, ...]]
STORIES: list[tuple[str, Scores, TurningPoint | None]] = [
    ("at the end", [(0, 0), (5, 0), (6, 1), (6, 9)], TurningPoint(1, THIRD, 8)),
    ("for good", [(0, 0), (0, 5), (6, 5), (7, 9)], TurningPoint(1, THIRD, 4)),
    ("after a tie", [(0, 0), (3, 3), (8, 3), (9, 4)], TurningPoint(0, SECOND, 5)),
    ("others fell", [(0, 0), (3, 5), (3, 1), (4, 1)], TurningPoint(0, SECOND, 0)),
    ("always ahead", [(0, 0), (3, 1), (4, 1), (6, 2)], TurningPoint(0, None)),
    ("a shared victory", [(0, 0), (3, 1), (4, 1), (6, 6)], None),
    ("nobody to beat", [(0,), (3,), (4,), (6,)], None),
]


@pytest.mark.parametrize(("scores", "story"), [pytest.param(*s[1:], id=s[0]) for s in STORIES])
def test_the_turning_point_is_the_last_change_of_the_lead(
    scores: Scores, story: TurningPoint | None
) -> None:
    """The turning point is the last round before which the winner did not lead alone."""
    rounds = [RoundStart(9 * n, label, scores[n]) for n, label in enumerate(LABELS)]
    result = Result(ranking=ranked(scores[-1]), points=scores[-1], reason=say("over"))

    assert turning_point(rounds, result) == story


@pytest.mark.parametrize(("order", "out"), [(((0,), (1,)), ()), (((1,), (0,)), (1,))])
def test_points_that_decide_nothing_have_no_turning_point(
    order: tuple[tuple[int, ...], ...], out: tuple[int, ...]
) -> None:
    """There is no turning point if the winner has fewer points, or could not win."""
    rounds = [RoundStart(n, LABELS[n], (0, 0)) for n in range(2)]
    result = Result(ranking=order, points=(1, 5), reason=say("over"), out=out)

    assert turning_point(rounds, result) is None
