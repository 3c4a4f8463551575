"""A lesson fits into one message, in every language, with and without pictures."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

import discord
import pytest

from bot.tables.domain.player import Player
from bot.tables.lessons import LessonProgress, LessonView, answered_lesson, asked_lesson, example
from bot.ui.controls.draft import Draft
from bot.ui.controls.typed_moves import parse
from bot.ui.features.lessons.messages import lesson_message
from bot.ui.features.lessons.pictures import RIGHT, painted_lesson
from bot.ui.i18n.catalogues import languages
from bot.ui.i18n.readers import picture_reader, plain_reader, reader
from bot.ui.kit.message import OutgoingMessage
from games import GAMES
from games.core.answer import forms
from games.core.game import AnyGame, read_move
from games.core.text import PLAIN, Text, speak
from render.paint import Picture, paint_aftermath, paint_hand
from render.subject import USUAL
from tests.limits.measuring import message_problems
from tests.limits.tournament_messages import PICTURE

MOST_WORDS = 35
NAMED = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
LONG_NAME = "*" * 32
"""A display name that grows when it is escaped."""


in_every_language = pytest.mark.parametrize("language", sorted(languages()))
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)


@in_every_language
@every_game
def test_lessons_fit_into_messages(game: AnyGame, language: str) -> None:
    """Discord accepts each lesson before and after its answer, and the coach's text isn't cut."""
    for number, lesson in enumerate(game.lessons, 1):
        asked = asked_lesson(game, number, Player(1, LONG_NAME), LessonProgress())
        after = answered_lesson(asked, example(asked))
        to = reader(language, asked.table.summary.names)
        for shown in (asked, after, *begun(asked)):
            for picture in (PICTURE, None):
                message = lesson_message(shown, picture, to, is_told=shown is not after)
                assert not list(message_problems(message)), (lesson.key, picture)
        head = lesson_message(asked, None, to).items[0]
        assert speak(lesson.text, to) in str(getattr(head, "content", ""))


@in_every_language
@every_game
def test_a_lesson_is_short(game: AnyGame, language: str) -> None:
    """Question and answers have few words in picture, text and buttons, and none is cut."""
    counted = {}
    for shown in [shown for asked in lessons(game) for shown in (asked, *answers(asked))]:
        names = shown.table.summary.names
        picture = painted(shown, language)
        message = lesson_message(shown, PICTURE, reader(language, names))
        texts = [line.given for line in picture.texts]
        counted[shown.lesson.key, comment_of(shown)] = words([*texts, *spoken(message)], names)
        assert [line.given for line in picture.texts if line.drawn != line.given] == []

    assert {key: count for key, count in counted.items() if count > MOST_WORDS} == {}


@in_every_language
@every_game
def test_a_hint_can_be_typed(game: AnyGame, language: str) -> None:
    """The answer that a hint names passes the lesson if it is typed."""
    for asked in lessons(game):
        names, question = asked.table.summary.names, asked.table.question
        assert question is not None
        message = lesson_message(asked, PICTURE, reader(language, names), is_told=True)
        (answer,) = re.findall(r"\*\*(.+?)\*\*", next(filter(None, spoken(message))))
        form = parse(question.prompt, plain_reader(language, names), answer.replace("\\", ""))
        assert not isinstance(form, Text), answer
        assert asked.lesson.is_right(read_move(game, question.prompt, form))


@in_every_language
@every_game
def test_labels_stand_in_the_picture(game: AnyGame, language: str) -> None:
    """A picture shows the task, or whether the answer was right, and every label."""
    for asked in lessons(game):
        right = answered_lesson(asked, example(asked))
        to = picture_reader(language, asked.table.summary.names)
        labels, reasons = asked.lesson.labels.values(), asked.lesson.reasons.values()
        for shown, texts in ((asked, (asked.lesson.task, *labels)), (right, (RIGHT, *reasons))):
            picture = painted(shown, language)
            assert [text for text in texts if not picture.says(speak(text, to))] == []


@every_game
def test_numbers_of_a_lesson_are_in_its_picture(game: AnyGame) -> None:
    """Each number in the words above a question can be seen in its position."""
    for asked in lessons(game):
        lesson, table = asked.lesson, asked.table
        position = paint_hand(table.tableau, reader("en", table.summary.names), table.view)
        texts = (lesson.task, lesson.text, *lesson.labels.values())
        named = numbers(speak(text, PLAIN) for text in texts)
        lines = (line.given for line in position.texts)
        digits = " ".join(" ".join(position.sprites))
        assert named <= numbers([*lines, *position.sprites, digits, position.alt]), lesson.key


@every_game
def test_an_answer_shows_nothing_of_the_next_deal(game: AnyGame) -> None:
    """If an answer ends the hand or round, its picture is what that brought, or the question's."""
    for shown in [shown for asked in lessons(game) for shown in answers(asked) if shown.is_next]:
        assert shown.outcome is not None
        to = picture_reader("en", shown.table.summary.names)
        after, before = shown.outcome.table, shown.table
        meant = paint_aftermath(after.tableau, to, after.view) or paint_hand(
            before.tableau, to, before.view
        )
        extra = Counter(painted(shown, "en").sprites) - Counter(meant.sprites)
        assert not extra - Counter(dict.fromkeys(("token:to",), 9)), shown.lesson.key


def lessons(game: AnyGame) -> list[LessonView]:
    """Return every lesson of a game as it is asked, the others being passed."""
    keys = tuple(lesson.key for lesson in game.lessons)
    progress = LessonProgress(passed={game.info.key: keys})
    player = Player(1, "Ana")
    return [asked_lesson(game, number, player, progress) for number in range(1, len(keys) + 1)]


def answers(asked: LessonView) -> Iterator[LessonView]:
    """Yield a lesson after an answer for each thing that the coach can say."""
    assert asked.table.question is not None
    prompt = asked.table.question.prompt
    comments = list[Text]()
    for form in (example(asked), *islice(forms(prompt), 300)):
        comment = asked.lesson.said_to(read_move(asked.game, prompt, form))
        if comment not in comments:
            comments.append(comment)
            yield answered_lesson(asked, form)


def comment_of(shown: LessonView) -> str:
    """Return what the coach says; nothing before an answer."""
    return "" if shown.outcome is None else speak(shown.outcome.said, PLAIN)


def painted(shown: LessonView, language: str) -> Picture:
    """Return the picture of a lesson, with its texts."""
    return painted_lesson(shown, picture_reader(language, shown.table.summary.names), USUAL)


def spoken(message: OutgoingMessage) -> Iterator[str]:
    """Yield the texts, buttons and menus of a message."""
    for item in discord.ui.Container(*message.items).walk_children():
        yield str(getattr(item, "content", ""))
        yield str(getattr(item, "label", "") or getattr(item, "placeholder", "") or "")


def words(texts: Sequence[str], names: Sequence[str]) -> int:
    """Count words of two letters or more, without names."""
    text = " ".join(texts)
    for name in names:
        text = text.replace(name, " ")
    return len(re.findall(r"[^\W\d_]{2,}", text))


def numbers(texts: Iterable[str]) -> set[int]:
    """Return the numbers in some English texts."""
    text = " ".join(texts).casefold()
    named = {number for word, number in NAMED.items() if re.search(rf"\b{word}\b", text)}
    return named | {int(digits) for digits in re.findall(r"\d+", text)}


def begun(asked: LessonView) -> Iterator[LessonView]:
    """Yield the lesson with each of its forms opened."""
    assert asked.table.question is not None
    for place, action in enumerate(asked.table.question.prompt.actions):
        if action.slots and action.blocked is None:
            draft = Draft(action=place).to_json()
            yield replace(asked, table=replace(asked.table, draft=draft))
