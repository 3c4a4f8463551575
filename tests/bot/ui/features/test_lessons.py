"""A lesson fits into one message, in every language, with and without pictures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, TypeGuard

import discord
import pytest

from bot.tables.domain.player import Player
from bot.tables.lessons import LessonProgress, LessonView, answered_lesson, asked_lesson, example
from bot.ui.controls.draft import Draft
from bot.ui.features.lessons.messages import HEAD_LIMIT, lesson_message
from bot.ui.features.lobby.game_list import game_list_message
from bot.ui.i18n.catalogues import languages
from bot.ui.i18n.readers import reader
from games import FULL_GAMES, GAMES
from games.core.game import AnyGame
from games.core.text import speak
from tests.limits.measuring import message_problems
from tests.limits.tournament_messages import PICTURE

LONG_NAME = "*" * 32
"""A display name that grows when it is escaped."""


@pytest.mark.parametrize("language", sorted(languages()))
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_lessons_fit_into_messages(game: AnyGame, language: str) -> None:
    """Discord accepts each lesson before and after its answer, and the coach's text isn't cut."""
    for number, lesson in enumerate(game.lessons, 1):
        asked = asked_lesson(game, number, Player(1, LONG_NAME), LessonProgress())
        after = answered_lesson(asked, example(asked))
        to = reader(language, asked.table.summary.names)
        for shown in (asked, after, *begun(asked)):
            for pictures in ((PICTURE, PICTURE), ()):
                message = lesson_message(shown, pictures, to, is_told=shown is not after)
                assert not list(message_problems(message)), (lesson.key, len(pictures))
        texts = [speak(text, to) for text in lesson.text]
        head = lesson_message(asked, (), to).items[0]
        assert sum(map(len, texts)) < HEAD_LIMIT - 200
        assert texts[-1] in str(getattr(head, "content", ""))


def begun(asked: LessonView) -> Iterator[LessonView]:
    """Yield the lesson with each of its forms opened."""
    assert asked.table.question is not None
    for place, action in enumerate(asked.table.question.prompt.actions):
        if action.slots and action.blocked is None:
            draft = Draft(action=place).to_json()
            yield replace(asked, table=replace(asked.table, draft=draft))


@pytest.mark.parametrize("count", [5, 6])
def test_a_sixth_game_fits_into_the_list(count: int) -> None:
    """A list of five or six games has a lesson button for each."""
    games = (*FULL_GAMES, sixth_game())[:count]
    message = game_list_message(games, [PICTURE] * count, reader("en"))
    shown = discord.ui.Container(*message.items).walk_children()
    pressed = [each_message.custom_id or "" for each_message in shown if is_button(each_message)]
    learn = [custom_id for custom_id in pressed if custom_id.startswith("tb:learn:")]

    assert not list(message_problems(message))
    assert len(learn) == count


def sixth_game() -> AnyGame:
    """Return a game with lessons and its own key."""
    first = type(GAMES[0])
    info = first.info.model_copy(update={"key": "sixth"})
    game: AnyGame = type("Sixth", (first,), {"info": info})()
    return game


def is_button(item: object) -> TypeGuard[discord.ui.Button[Any]]:
    return isinstance(item, discord.ui.Button)
