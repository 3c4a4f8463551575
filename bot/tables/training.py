"""Decide one's own costly decisions again: after 1, 3, 7 and 21 days, until all went well.

Each comes from a review and is shown as a lesson, with what its seat knew then. How far somebody is
with it is kept in the review, so it goes with the match or the player.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from bot.tables import errors, lessons
from bot.tables.domain import views
from bot.tables.domain.player import Player
from bot.tables.domain.time_controls import DAY
from bot.tables.history.archive import Archive
from bot.tables.history.reviews import WON_MORE, CostlyDecision, Review, Reviews
from bot.tables.matches.context import MatchContext
from bot.tables.viewing_rights import Visitor
from data.records.matches import Json
from games.core.answer import ticket
from games.core.game import read_move
from games.core.progress.lessons import Lesson, Mistake, fits
from games.core.prompt import Form
from games.core.text import say, symbol

PREFIX = "train-"
"""How names of decisions begin, where lessons have the key of a game."""
SPACING = (DAY, 3 * DAY, 7 * DAY, 21 * DAY)
"""After how long a decision comes back that went well once, twice and so on."""
LATEST = 5
"""How many reviewed matches count as then, and as now, if there are as many."""


class Reviewed(NamedTuple):
    """A review, with its match and game."""

    match_id: str
    game: str
    review: Review


class Exercise(NamedTuple):
    """A costly decision of a review."""

    reviewed: Reviewed
    mistake: CostlyDecision

    @property
    def name(self) -> str:
        return f"{PREFIX}{self.reviewed.match_id}-{self.mistake.step}"


class Training:
    def __init__(self, context: MatchContext, archive: Archive, reviews: Reviews) -> None:
        self._context = context
        self._archive = archive
        self._reviews = reviews

    async def next_due(self, player: Player, visitor: Visitor) -> lessons.LessonView:
        """Return the decision that is due for the longest time; a new one is due at once.

        Raises NothingToTrainError, with the time of the next one if there is any.
        """
        now, every = self._context.clock.now(), await self._reviewed(player.id)
        waiting = sorted(_open(every), key=lambda each: (each.mistake.due_at, -each.mistake.cost))
        for exercise in waiting:
            if exercise.mistake.due_at > now:
                raise errors.NothingToTrainError(exercise.mistake.due_at)
            try:
                return await self._shown(player, exercise, every, visitor)
            except errors.TableError:
                continue  # of older rules, or no longer theirs to see
        raise errors.NothingToTrainError(None)

    async def find(self, player: Player, name: str, visitor: Visitor) -> lessons.LessonView:
        """Return the decision that a control names; raises NothingToTrainError."""
        every = await self._reviewed(player.id)
        exercise = next((each for each in _exercises(every) if each.name == name), None)
        if exercise is None:
            raise errors.NothingToTrainError(None)
        return await self._shown(player, exercise, every, visitor)

    async def answer(
        self, player: Player, shown: lessons.LessonView, form: Form
    ) -> lessons.LessonView:
        """Judge an answer, and plan when to decide it again; counts once each time it's due.

        Raises NoWorkersError if it can't be judged now; then nothing has changed.
        """
        asked, trained = shown.table.question, shown.trained
        assert asked is not None  # every decision is asked
        assert trained is not None  # and comes from a match
        move = read_move(shown.game, asked.prompt, form)
        is_right = shown.lesson.is_right(move)
        if not is_right and not any(fits(known.form, move) for known in shown.lesson.mistakes):
            is_right = await self._reviews.is_good(trained.match_id, player.id, trained.step, move)
        now = self._context.clock.now()

        def planned(content: Json) -> Json:
            review = Review.model_validate(content)
            changed = [_planned(each, trained.step, now, is_right) for each in review.mistakes]
            return review.model_copy(update={"mistakes": tuple(changed)}).model_dump(mode="json")

        await self._context.store.reviews.change(trained.match_id, player.id, planned)
        outcome = lessons.LessonOutcome(is_right, shown.lesson.right, (), shown.table)
        return replace(shown, outcome=outcome)

    async def _reviewed(self, player_id: int) -> list[Reviewed]:
        """Every review of a player, the oldest match first."""
        return [
            Reviewed(match_id, game, Review.model_validate(content))
            for match_id, game, content in await self._context.store.reviews.of_player(player_id)
        ]

    async def _shown(
        self, player: Player, exercise: Exercise, every: list[Reviewed], visitor: Visitor
    ) -> lessons.LessonView:
        (match_id, _, review), mistake = exercise
        seat = review.seat
        moment = await self._archive.moment(match_id, mistake.step, seat, visitor)
        table = moment.hands[0]
        game = table.summary.game
        prompt = game.prompt(table.view)
        if prompt is None:
            raise errors.OldRulesError
        name = lessons.LessonId(exercise.name)
        asked = ticket(lessons.KEY, seat, mistake.due_at // 1000, prompt)
        question = views.Question(name, seat, asked, prompt)
        draft = lessons.draft_for(await self._context.store.people.find(player.id), question)
        reason = game.reason(table.view, read_move(game, prompt, mistake.best)) or WON_MORE
        lesson = Lesson(
            key=exercise.name,
            task=say("Decide this again"),
            text=say("{ask}\n-# From your match {code}.", ask=prompt.ask,
                     code=symbol(table.summary.code)),
            position=object,
            expected=(mistake.best,),
            right=reason,
            otherwise=reason,
            mistakes=(Mistake(mistake.made, reason),),
        )  # fmt: skip
        now = self._context.clock.now()
        due = [each for each in _open(every) if each.mistake.due_at <= now]
        summary = replace(table.summary, id=name)
        return lessons.LessonView(
            lesson=lesson,
            number=1,
            of=len(due),
            left=(),
            table=replace(table, summary=summary, question=question, draft=draft),
            trained=lessons.Trained(match_id, mistake.step, tuple(_costs(exercise, every))),
        )


def _planned(mistake: CostlyDecision, step: int, now: int, is_right: bool) -> CostlyDecision:
    """Return a decision after an answer, unless that was about another one, or too early."""
    if mistake.step != step or mistake.due_at > now:
        return mistake
    stage = mistake.stage + 1 if is_right else 1
    due_at = now + SPACING[min(stage, len(SPACING)) - 1]
    return mistake.model_copy(update={"stage": stage, "due_at": due_at})


def _exercises(every: list[Reviewed]) -> Iterator[Exercise]:
    for reviewed in every:
        for mistake in reviewed.review.mistakes:
            yield Exercise(reviewed, mistake)


def _open(every: list[Reviewed]) -> Iterator[Exercise]:
    """Yield the decisions that come back once more."""
    return (each for each in _exercises(every) if each.mistake.stage <= len(SPACING))


def _costs(exercise: Exercise, every: list[Reviewed]) -> Iterator[float]:
    """What decisions of this kind cost in each reviewed match of the game, the oldest first."""
    kind = exercise.mistake.made["kind"]
    for _, game, review in every:
        if game == exercise.reviewed.game:
            yield sum(each.cost for each in review.mistakes if each.made["kind"] == kind)
