"""Lessons: which one is shown, and what is kept of a learner."""

import pytest

from bot.tables.errors import NoSuchLessonError
from bot.tables.lessons import example
from games.core.answer import forms
from games.core.game import read_move
from games.tomate import TOMATE
from tests.bot.tables.support import ANA, BEN, CHEN, DORA, LocalApp

KEY, COUNT = TOMATE.info.key, len(TOMATE.lessons)


async def test_the_first_lesson_that_is_left_is_shown(app: LocalApp) -> None:
    """Without a number, a learner is shown the first lesson that they have not passed."""
    lessons = app.tables.lessons
    shown = [await lessons.show(ANA, KEY)]
    for number in (2, 1):
        lesson = await lessons.show(ANA, KEY, number)
        answered = await lessons.answer(ANA, lesson, example(lesson))
        shown.append(await lessons.show(ANA, KEY))

    assert [lesson.number for lesson in shown] == [1, 1, 3]
    assert answered.left == shown[-1].left == tuple(range(3, COUNT + 1))
    assert (await lessons.find(ANA, str(lesson.table.summary.id))).number == 1
    assert (await lessons.show(BEN, KEY)).number == 1


async def test_a_wrong_answer_passes_no_lesson(app: LocalApp) -> None:
    """A lesson is left until it is answered rightly, and stays passed after that."""
    lessons = app.tables.lessons
    shown = await lessons.show(ANA, KEY)
    assert shown.table.question is not None
    right = example(shown)
    wrong = next(
        form
        for form in forms(shown.table.question.prompt)
        if not shown.lesson.is_right(read_move(shown.game, shown.table.question.prompt, form))
    )
    left = [(await lessons.answer(ANA, shown, form)).left for form in (wrong, right, wrong)]

    assert [1 in numbers for numbers in left] == [True, False, False]


async def test_a_lesson_that_is_not_there_is_refused(app: LocalApp) -> None:
    """The refusal of a number or name says how many lessons the game has."""
    lessons = app.tables.lessons
    for attempt in (
        *(lessons.show(ANA, KEY, number) for number in (-1, 0, COUNT + 1)),
        lessons.find(ANA, f"{KEY}-nothing"),
    ):
        with pytest.raises(NoSuchLessonError) as refused:
            await attempt
        assert refused.value.text == NoSuchLessonError(COUNT).text
    assert (await lessons.show(ANA, KEY, COUNT)).number == COUNT


async def test_a_half_filled_form_is_kept_for_its_lesson(app: LocalApp) -> None:
    """It is shown again in its own lesson alone, until that is answered or left."""
    lessons = app.tables.lessons
    first, second = [await lessons.show(ANA, KEY, number) for number in (1, 2)]

    async def drafts() -> list[bytes | None]:
        return [(await lessons.show(ANA, KEY, number)).table.draft for number in (1, 2)]

    for end in (lessons.answer(ANA, second, example(second)), lessons.end_draft(ANA, second)):
        assert (await lessons.keep_draft(ANA, second, b"half")).table.draft == b"half"
        await lessons.answer(ANA, first, example(first))
        assert await drafts() == [None, b"half"]
        await end
        assert await drafts() == [None, None]


async def test_lessons_are_offered_once_to_newcomers(app: LocalApp) -> None:
    """Somebody new to a game is offered its lessons once, unless they have passed one.

    Who has played the game is not new to it.
    """
    lessons = app.tables.lessons
    shown = await lessons.show(BEN, KEY)
    await lessons.answer(BEN, shown, example(shown))
    await app.played([CHEN, DORA], TOMATE)

    people = (ANA, ANA, BEN, CHEN)
    assert [await lessons.offer(player.id, KEY) for player in people] == [COUNT, 0, 0, 0]
