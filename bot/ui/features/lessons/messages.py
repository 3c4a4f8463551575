"""A lesson in one message: the coach's words, the hand or the table, and the controls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

import discord

from bot.tables.lessons import LessonView, example
from bot.ui.controls.answers import answer_in_words
from bot.ui.controls.draft import Draft
from bot.ui.controls.drawing.components import with_below
from bot.ui.controls.drawing.prompt import draw
from bot.ui.i18n.texts import common_texts
from bot.ui.kit import custom_ids, message
from bot.ui.match.messages.hand import draft_of
from bot.ui.match.messages.lobby import COLOURS
from games.core.tableau_text import read_table
from games.core.text import Reader, Text, say, say_many, symbol

HEAD_LIMIT = 1200
"""Characters above the table; a law keeps the words of every lesson below it."""
READING_LIMIT = 1400
"""Characters of a table in words."""


def lesson_message(
    shown: LessonView,
    pictures: Sequence[message.OutgoingFile],
    reader: Reader,
    *,
    note: Text | None = None,
    is_told: bool = False,
    is_other: bool = False,
) -> message.OutgoingMessage:
    """A lesson before or after its answer, in words if there are no pictures.

    `is_told` names the right answer to a learner who asked for it; `is_other` means that the
    picture is not the lesson's own, which a button brings back.
    """
    lines = [
        *([note] if note is not None else []),
        *_head(shown),
        *([_told(shown)] if is_told else []),
        *(
            []
            if pictures or shown.outcome is None
            else map(common_texts.event_line, shown.outcome.events)
        ),
    ]
    items: list[message.Item] = [
        message.reading(lines, reader, HEAD_LIMIT),
        *map(message.gallery, pictures),
    ]
    if not pictures:
        items.append(message.reading(read_table(shown.table.tableau), reader, READING_LIMIT))
    if shown.table.question is not None:
        draft = draft_of(shown.table)
        drawn = draw(shown.table.question, draft, reader, coached=True)
        items += drawn[1:] if draft == Draft() else drawn  # the coach asks it
    swap = _swap(shown, reader, is_other=is_other) if pictures else []
    items = with_below(items, [*swap, *_buttons(shown, reader)])
    colour = COLOURS["over"] if shown.outcome and shown.outcome.is_right else COLOURS["turn"]
    return message.OutgoingMessage(tuple(items), tuple(pictures), colour)


def _head(shown: LessonView) -> Iterator[Text]:
    yield say(
        "{emoji} **{title}** · {number}/{of}",
        emoji=symbol(shown.game.info.emoji),
        title=shown.lesson.title,
        number=shown.number,
        of=shown.of,
    )
    if shown.outcome is None:
        yield from shown.lesson.text
        return
    if not shown.outcome.is_right:
        yield say("❌ {said}", said=shown.outcome.said)
        yield say("-# Nothing is lost. See what happened, then try again.")
        return
    yield say("✅ {said}", said=shown.outcome.said)
    if shown.passed == shown.of:
        yield say("You've finished all lessons of this game. Now try it at a practice table.")
    else:
        yield say_many(
            "-# You've passed {n} lesson of {of}.",
            "-# You've passed {n} lessons of {of}.",
            shown.passed,
            of=shown.of,
        )


def _told(shown: LessonView) -> Text:
    asked = shown.table.question
    assert asked is not None  # only asked while the lesson waits for its answer
    answer = answer_in_words(asked.prompt, example(shown))
    return say("💡 The coach would choose: **{answer}**", answer=answer)


def _buttons(shown: LessonView, reader: Reader) -> Iterator[discord.ui.Button[Any]]:
    key, style = shown.game.info.key, discord.ButtonStyle
    is_done = shown.outcome is not None and shown.outcome.is_right
    is_last = shown.number == shown.of

    def to(number: int, label: Text, look: discord.ButtonStyle) -> discord.ui.Button[Any]:
        return message.button(
            reader, custom_ids.LessonButton(custom_ids.Verb.LEARN, key, number), label, look
        )

    if shown.outcome is not None and not is_done:
        yield to(shown.number, say("Try again"), style.success)
    if is_done and shown.passed == shown.of:
        yield message.button(
            reader,
            custom_ids.GameButton(custom_ids.Verb.PRACTICE, key),
            common_texts.PRACTICE,
            style.success,
        )
    if shown.table.question is not None:
        place = custom_ids.LessonButton(custom_ids.Verb.LEARN_ANSWER, key, shown.number)
        yield message.button(reader, place, common_texts.ADVICE)
    if shown.number > 1:
        yield to(shown.number - 1, say("Previous lesson"), style.secondary)
    if not is_last:
        look = style.success if is_done else style.secondary
        yield to(shown.number + 1, say("Next lesson"), look)
    if shown.table.question is None:  # before the answer, the coach has said what matters
        rules = custom_ids.RulesButton(custom_ids.Verb.RULES, key, how=custom_ids.AFRESH)
        yield message.button(reader, rules, common_texts.RULES)


def _swap(shown: LessonView, reader: Reader, *, is_other: bool) -> list[discord.ui.Button[Any]]:
    """A button to the table if the hand is shown, or the other way round."""
    if shown.table.question is None:
        return []
    how: Literal["", "other"] = "" if is_other else custom_ids.OTHER
    label = common_texts.HAND if shown.lesson.on_table is not is_other else common_texts.TABLE
    place = custom_ids.LessonButton(custom_ids.Verb.LEARN, shown.game.info.key, shown.number, how)
    return [message.button(reader, place, label)]
