"""Lessons: each is a position of its game, one answer, and what the coach says to it.

A lesson follows from its game alone, so only a learner's progress is stored: the lessons passed,
and the half-filled form. It may be answered any number of times.
"""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple

from bot.tables.domain import views
from bot.tables.domain.fingerprint import fingerprint
from bot.tables.domain.player import Player
from bot.tables.domain.seating import NAMES
from bot.tables.errors import NoSuchLessonError
from bot.tables.matches.context import MatchContext
from data.records.matches import Life, PersonRecord
from games.core.ai.memory import NO_MEMORY, Level
from games.core.answer import forms, ticket
from games.core.errors import NotYourTurnError, StaleAnswerError
from games.core.event import is_for
from games.core.game import AnyGame, apply, apply_form
from games.core.progress.lessons import LEARNER, AnyLesson
from games.core.prompt import Form
from games.core.rng import Rng
from games.core.text import Text
from games.core.values import Frozen

SETTING = "lessons"
"""The name of a learner's progress among the stored preferences of a person."""
KEY = b"lessons"
"""Keys the tickets of lessons, which hold no secret."""


class LessonId(str):
    """Names a lesson by the keys of its game and its own, where another question names a match."""

    __slots__ = ()


class LessonDraft(Frozen):
    """The half-filled form of the last lesson in which one was begun."""

    lesson: str
    ticket: str
    form: str


class LessonProgress(Frozen):
    """A person's progress in lessons, by the keys of games and lessons."""

    passed: Mapping[str, tuple[str, ...]] = {}
    offered: tuple[str, ...] = ()
    """The games whose lessons were offered."""
    draft: LessonDraft | None = None


class LessonOutcome(NamedTuple):
    """The coach's comment on an answer, and what it led to."""

    is_right: bool
    said: Text
    events: tuple[Text, ...]
    table: views.MatchView


class Trained(NamedTuple):
    """The decision of one's own match that is made again, and what its kind has cost.

    The costs are chances to win by reviewed match, the oldest first.
    """

    match_id: str
    step: int
    costs: tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonView:
    """One lesson as its learner sees it, with the outcome of an answer."""

    lesson: AnyLesson
    number: int
    """Counts from 1."""
    of: int
    left: tuple[int, ...]
    """The numbers of the lessons that are not passed."""
    table: views.MatchView = field(repr=False)
    """The lesson's position, with its question and its draft."""
    outcome: LessonOutcome | None = None
    trained: Trained | None = None
    """Set if it's no lesson of the game, but a decision of the learner's own match."""

    @property
    def game(self) -> AnyGame:
        return self.table.summary.game

    @property
    def is_next(self) -> bool:
        """Whether the answer opened the next hand or round, which nobody was taught."""
        after = self.table if self.outcome is None else self.outcome.table
        return after.tableau.progress != self.table.tableau.progress


class Lessons:
    def __init__(self, context: MatchContext) -> None:
        self._context = context

    async def show(self, player: Player, game_key: str, number: int | None = None) -> LessonView:
        """Return a lesson by its number, or the first that is not passed yet.

        Raises NoSuchGameError, NoSuchLessonError.
        """
        game = self._context.repository.game(game_key)
        progress = await self._progress(player.id)
        if number is None:
            number = next(iter(_left(game, progress)), 1)
        if not 0 < number <= len(game.lessons):
            raise NoSuchLessonError(len(game.lessons))
        return await asyncio.to_thread(asked_lesson, game, number, player, progress)

    async def find(self, player: Player, lesson_id: str) -> LessonView:
        """Return the lesson that a control names; raises NoSuchLessonError."""
        key, _, name = lesson_id.partition("-")
        lessons = self._context.repository.game(key).lessons
        numbers = (n for n, lesson in enumerate(lessons, 1) if lesson.key == name)
        return await self.show(player, key, next(numbers, 0))

    async def answer(self, player: Player, shown: LessonView, form: Form) -> LessonView:
        """Return what an answer leads to; a right one passes the lesson.

        Raises InvalidMoveError if the lesson does not offer it.
        """
        after = await asyncio.to_thread(answered_lesson, shown, form)
        is_right = after.outcome is not None and after.outcome.is_right
        progress = await self._change(player.id, partial(_tried, shown=shown, passes=is_right))
        return replace(after, left=_left(shown.game, progress))

    async def keep_draft(self, player: Player, shown: LessonView, draft: bytes) -> LessonView:
        """Save a half-filled form, and return the lesson with it."""
        asked = shown.table.question
        if asked is None:
            raise NotYourTurnError(LEARNER)
        lesson_draft = LessonDraft(lesson=asked.match, ticket=asked.ticket, form=draft.decode())
        await self._change(player.id, partial(_drafted, draft=lesson_draft))
        return replace(shown, table=replace(shown.table, draft=draft))

    async def end_draft(self, player: Player, shown: LessonView) -> None:
        """Delete the half-filled form of a lesson."""
        await self._change(player.id, partial(_tried, shown=shown, passes=False))

    async def offer(self, player_id: int, game_key: str) -> int:
        """Return how many lessons to offer to somebody new to a game; 0 after the first time."""
        count = len(self._context.repository.game(game_key).lessons)
        person, is_new = await self._context.store.people.newcomer(player_id, game_key)
        progress = progress_of(person)
        if not count or not is_new or game_key in (*progress.offered, *progress.passed):
            return 0
        await self._change(player_id, partial(_offered, key=game_key))
        return count

    async def _progress(self, player_id: int) -> LessonProgress:
        return progress_of(await self._context.store.people.find(player_id))

    async def _change(
        self, player_id: int, change: Callable[[LessonProgress], LessonProgress]
    ) -> LessonProgress:
        def changed(person: PersonRecord) -> PersonRecord:
            stored = change(progress_of(person)).model_dump(mode="json", exclude_defaults=True)
            return replace(person, settings={**person.settings, SETTING: stored})

        return progress_of(await self._context.store.people.change(player_id, changed))


def progress_of(person: PersonRecord) -> LessonProgress:
    """What a person has learned so far; nothing if it can't be read, for they can begin again."""
    try:
        return LessonProgress.model_validate(person.settings.get(SETTING, {}))
    except ValueError:
        return LessonProgress()


def _tried(progress: LessonProgress, *, shown: LessonView, passes: bool) -> LessonProgress:
    """The progress after an answer, which ends the lesson's half-filled form."""
    key, stored, passed = shown.game.info.key, progress.draft, dict(progress.passed)
    if passes:
        passed[key] = tuple(dict.fromkeys((*passed.get(key, ()), shown.lesson.key)))
    is_done = stored is not None and stored.lesson == shown.table.summary.id
    return progress.model_copy(update={"passed": passed, "draft": None if is_done else stored})


def _drafted(progress: LessonProgress, *, draft: LessonDraft) -> LessonProgress:
    return progress.model_copy(update={"draft": draft})


def _offered(progress: LessonProgress, *, key: str) -> LessonProgress:
    return progress.model_copy(update={"offered": tuple(dict.fromkeys((*progress.offered, key)))})


def _left(game: AnyGame, progress: LessonProgress) -> tuple[int, ...]:
    passed = progress.passed.get(game.info.key, ())
    return tuple(n for n, lesson in enumerate(game.lessons, 1) if lesson.key not in passed)


def asked_lesson(
    game: AnyGame, number: int, player: Player, progress: LessonProgress
) -> LessonView:
    lessons = game.lessons
    lesson = lessons[number - 1]
    state = lesson.position()
    summary = _summary(game, lesson, len(game.standing(state).points), player)
    prompt = game.prompt(game.view(state, LEARNER))
    assert prompt is not None  # a law: the learner has to decide
    question = views.Question(summary.id, LEARNER, ticket(KEY, LEARNER, 0, prompt), prompt)
    return LessonView(
        lesson=lesson,
        number=number,
        of=len(lessons),
        left=_left(game, progress),
        table=replace(
            _table(summary, state), question=question, draft=_draft_for(progress, question)
        ),
    )


def draft_for(person: PersonRecord, question: views.Question) -> bytes | None:
    """A person's half-filled form of a question, if they have begun one."""
    return _draft_for(progress_of(person), question)


def _draft_for(progress: LessonProgress, question: views.Question) -> bytes | None:
    stored = progress.draft
    if stored is None or (stored.lesson, stored.ticket) != (question.match, question.ticket):
        return None
    return stored.form.encode()


def answered_lesson(shown: LessonView, form: Form) -> LessonView:
    game, lesson, asked = shown.game, shown.lesson, shown.table.question
    if asked is None:
        raise StaleAnswerError
    move, step = apply_form(game, lesson.position(), LEARNER, asked.prompt, form)
    state, events = step.state, [*step.events]
    rng = Rng(lesson.key)
    chapter = game.chapter(lesson.position())
    for _ in range(lesson.plays_on):
        awaited = sorted(game.awaited(state))
        if not awaited or game.chapter(state) != chapter:
            break
        reply = game.policy(game.view(state, awaited[0]), NO_MEMORY, Level.NORMAL, rng)
        step = apply(game, state, awaited[0], reply)
        state = step.state
        events += step.events
    texts = (event.text() for event in events if is_for(LEARNER, event.seen_by()))
    life = Life.RUNNING if game.awaited(state) else Life.FINISHED
    outcome = LessonOutcome(
        is_right=lesson.is_right(move),
        said=lesson.said_to(move),
        events=tuple(texts),
        table=_table(replace(shown.table.summary, life=life), state),
    )
    return replace(shown, outcome=outcome)


def example(shown: LessonView) -> Form:
    """The whole form of the first right answer."""
    if shown.trained is not None:
        return shown.lesson.expected[0]
    asked = shown.table.question
    assert asked is not None  # only a lesson that is asked has an example
    wanted = shown.lesson.expected[0].items()
    return next(form for form in forms(asked.prompt) if wanted <= form.items())


def _summary(game: AnyGame, lesson: AnyLesson, seats: int, player: Player) -> views.MatchSummary:
    learner = views.Occupant(LEARNER, player.name, player.id, is_bot=False)
    bots = (views.Occupant(seat, NAMES[seat - 1], None, is_bot=True) for seat in range(1, seats))
    return views.MatchSummary(
        id=LessonId(f"{game.info.key}-{lesson.key}"),
        game=game,
        life=Life.RUNNING,
        host_id=player.id,
        options=game.options(),
        occupants=(learner, *bots),
        step=0,
        revision=0,
        created=0,
    )


def _table(summary: views.MatchSummary, state: object) -> views.MatchView:
    game = summary.game
    view = game.view(state, LEARNER)
    return views.MatchView(
        summary=summary,
        viewer=summary.host_id,
        view=view,
        tableau=game.tableau(view),
        standing=game.standing(state),
        result=game.result(state),
        fingerprint=fingerprint(summary, view),
    )
