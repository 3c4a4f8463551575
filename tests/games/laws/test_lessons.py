"""Laws of lessons: each is a position that a learner can finish, and also get wrong."""

import re
from collections.abc import Iterator
from itertools import islice

import pytest

from bot.tables.domain.player import Player
from bot.tables.lessons import LessonProgress, LessonView, answered_lesson, asked_lesson, example
from games.core.ai.memory import NO_MEMORY
from games.core.answer import forms
from games.core.game import apply, read_move
from games.core.progress.lessons import LEARNER, AnyLesson, fits
from games.core.prompt import Form, Move
from games.core.rng import Rng
from games.core.saving import load_state, save_state
from tests.games.case import Case
from tests.games.cases import GAME_CASES
from tests.games.drafts import every_full_case

LEARNED = [(case, lesson) for case in GAME_CASES for lesson in case.game.lessons]
"""Every lesson with its game."""
MOST_FORMS = 1000
"""More forms than a question for beginners has."""

EFFECTS = [(case, key) for case in GAME_CASES for key in case.effects]

every_lesson = pytest.mark.parametrize(
    ("case", "lesson"), LEARNED, ids=[f"{case!r}-{lesson.key}" for case, lesson in LEARNED]
)


def shown(case: Case, lesson: AnyLesson) -> LessonView:
    """Return the lesson as a new learner sees it."""
    number = 1 + case.game.lessons.index(lesson)
    return asked_lesson(case.game, number, Player(1, "Ana"), LessonProgress())


def moves(view: LessonView) -> Iterator[Move]:
    """Yield every answer that the lesson's controls can give."""
    question = view.table.question
    assert question is not None
    for form in islice(forms(question.prompt), MOST_FORMS):
        yield read_move(view.game, question.prompt, form)


def read(view: LessonView, form: Form) -> Move:
    """Return the move that a whole form makes."""
    question = view.table.question
    assert question is not None
    move: Move = read_move(view.game, question.prompt, form)
    return move


def without_kind(form: Form) -> Form:
    """Return what a form chooses, whatever its action."""
    return {name: value for name, value in form.items() if name != "kind"}


@every_full_case("lessons")
def test_every_game_teaches_in_few_lessons(case: Case) -> None:
    """A game has five to eight lessons, with different keys that fit into a custom id."""
    keys = [lesson.key for lesson in case.game.lessons]
    assert 5 <= len(keys) <= 8
    assert len(set(keys)) == len(keys)
    assert all(re.fullmatch("[a-z_]{1,18}", key) for key in keys)


@every_lesson
def test_a_lesson_can_be_finished_and_failed(case: Case, lesson: AnyLesson) -> None:
    """All answers that a lesson names are legal, right ones finish it, and a wrong one exists."""
    view = shown(case, lesson)
    offered = list(moves(view))
    assert len(offered) < MOST_FORMS
    for form in lesson.expected:
        meant = [move for move in offered if fits(form, move)]
        assert meant, form
        assert all(lesson.said_to(move) == lesson.right for move in meant)
    for mistake in lesson.mistakes:
        assert mistake.said in [lesson.said_to(move) for move in offered], mistake.form
    wrong = next(move for move in offered if not lesson.is_right(move))
    finished, failed = (
        answered_lesson(view, example(view)),
        answered_lesson(view, wrong.model_dump(mode="json")),
    )
    assert finished.outcome is not None
    assert failed.outcome is not None
    assert (finished.outcome.is_right, failed.outcome.is_right) == (True, False)
    assert finished.outcome.events
    assert failed.outcome.events


@every_lesson
def test_a_right_choice_is_right_in_every_way(case: Case, lesson: AnyLesson) -> None:
    """Whatever action makes a right choice is right, and the hint names the first that is shown."""
    view = shown(case, lesson)
    offered = [move.model_dump(mode="json") for move in moves(view)]
    right = [form for form in offered if lesson.is_right(read(view, form))]
    chosen = [without_kind(form) for form in right if without_kind(form)]
    assert [form for form in offered if without_kind(form) in chosen] == (right if chosen else [])
    text = without_kind(example(view))
    assert not text or example(view) == next(f for f in offered if without_kind(f) == text)


@every_lesson
def test_a_lesson_is_a_position_of_its_game(case: Case, lesson: AnyLesson) -> None:
    """A lesson's position has no card twice, can be saved, and its view is possible in a match."""
    game, state = case.game, lesson.position()
    seats = len(game.standing(state).points)
    dealt = case.census(game.setup(seats, state.options, Rng("a deal")).state)
    assert not case.census(state) - dealt
    assert load_state(game, save_state(game, state)) == state
    view = game.view(state, LEARNER)
    for draw in range(3):
        assert game.view(game.determinize(view, NO_MEMORY, Rng(f"{draw}")), LEARNER) == view


@every_lesson
def test_every_answer_of_a_lesson_is_legal(case: Case, lesson: AnyLesson) -> None:
    """The rules accept all that a lesson's controls offer, and answering leaves it unchanged."""
    state = lesson.position()
    for move in moves(shown(case, lesson)):
        apply(case.game, state, LEARNER, move)
    assert state == lesson.position()


@pytest.mark.parametrize(("case", "key"), EFFECTS)
def test_the_coach_tells_what_happens(case: Case, key: str) -> None:
    """Right and worst answers change the points by as many as the coach says."""
    lesson = next(lesson for lesson in case.game.lessons if lesson.key == key)
    view = shown(case, lesson)

    def brought(form: Form) -> int:
        outcome = answered_lesson(view, form).outcome
        assert outcome is not None
        points = (outcome.table.standing.points[LEARNER], view.table.standing.points[LEARNER])
        return points[0] - points[1]

    wrong = [move.model_dump(mode="json") for move in moves(view) if not lesson.is_right(move)]
    assert (brought(example(view)), min(map(brought, wrong))) == case.effects[key]
