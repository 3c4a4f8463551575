"""A lesson in one message: its picture, the coach's words, and the controls."""

from collections.abc import Iterator
from typing import Any

import discord

from bot.tables.lessons import LessonView, example
from bot.tables.training import LATEST
from bot.ui.controls.draft import Draft
from bot.ui.controls.drawing.components import with_below
from bot.ui.controls.drawing.prompt import draw
from bot.ui.controls.typed_moves import Lines
from bot.ui.i18n.texts import common_texts
from bot.ui.kit import custom_ids, message
from bot.ui.match.messages.hand import draft_of
from bot.ui.match.messages.lobby import COLOURS
from bot.ui.match.messages.why_and_hint import percent
from games.core.tableau_text import read_table
from games.core.text import Reader, Text, say, say_many, symbol

BARS = "▁▂▃▄▅▆▇█"
HEAD_LIMIT = 1200
"""Characters above the table; a law keeps the words of every lesson below it."""
READING_LIMIT = 1400
"""Characters of a table in words."""


def lesson_message(
    shown: LessonView,
    picture: message.OutgoingFile | None,
    reader: Reader,
    *,
    note: Text | None = None,
    is_told: bool = False,
) -> message.OutgoingMessage:
    """A lesson before or after its answer, in words if there is no picture.

    `is_told` names the right answer to a learner who asked for it, in place of the coach's words.
    """
    lines = [
        *([note] if note is not None else []),
        _hint(shown, reader) if is_told else _comment(shown, reader),
        *_costs(shown),
    ]
    items: list[message.Item]
    if picture is not None:
        items = [message.gallery(picture), message.reading(lines, reader, HEAD_LIMIT)]
    else:
        items = [message.reading([*_head(shown), *lines, *_events(shown)], reader, HEAD_LIMIT)]
        table = shown.table if shown.outcome is None else shown.outcome.table
        if not shown.is_next:
            items.append(message.reading(read_table(table.tableau), reader, READING_LIMIT))
    if shown.outcome is None:
        asked, draft = shown.table.question, draft_of(shown.table)
        assert asked is not None  # a lesson always asks
        drawn = draw(asked, draft, reader, coached=True)
        items += drawn[1:] if draft == Draft() else drawn  # the coach asks it
    items = with_below(items, list(_buttons(shown, reader)))
    is_right = shown.outcome is not None and shown.outcome.is_right
    pictures = () if picture is None else (picture,)
    return message.OutgoingMessage(tuple(items), pictures, COLOURS["over" if is_right else "turn"])


def _head(shown: LessonView) -> Iterator[Text]:
    """Yield what the picture says: the task and its labels."""
    yield say(
        "{emoji} **{title}** · {number}/{of}",
        emoji=symbol(shown.game.info.emoji),
        title=shown.lesson.task,
        number=shown.number,
        of=shown.of,
    )
    if shown.outcome is None:
        yield from shown.lesson.labels.values()


def _comment(shown: LessonView, reader: Reader) -> Text:
    if shown.outcome is None:
        return shown.lesson.text
    if shown.outcome.is_right:
        return say("✅ {said}", said=shown.outcome.said)
    if shown.trained is not None:
        better = symbol(_example(shown, reader))
        return say("❌ Better: **{answer}**. {why}", answer=better, why=shown.outcome.said)
    return say("❌ {said}", said=shown.outcome.said)


def _costs(shown: LessonView) -> Iterator[Text]:
    """Yield what decisions of this kind cost then and now."""
    if shown.trained is None or shown.outcome is None:
        return
    costs = shown.trained.costs
    count = min(LATEST, len(costs) // 2)
    if count > 1:
        peak = max(costs) or 1.0
        bars = (BARS[round(cost / peak * (len(BARS) - 1))] for cost in costs[-4 * LATEST :])
        yield say(
            "-# {curve} Decisions like this cost you {then}% of a win per match in your first"
            " {n}, and {now}% in your last {n}.",
            curve=symbol("".join(bars)),
            then=percent(sum(costs[:count]) / count),
            now=percent(sum(costs[-count:]) / count),
            n=count,
        )


def _events(shown: LessonView) -> Iterator[Text]:
    events = () if shown.outcome is None else shown.outcome.events
    return map(common_texts.event_line, events)


def _hint(shown: LessonView, reader: Reader) -> Text:
    answer = symbol(_example(shown, reader))
    return say("💡 The coach would choose: **{answer}**", answer=answer)


def _example(shown: LessonView, reader: Reader) -> str:
    """Name a right answer as it can be typed."""
    asked = shown.table.question
    assert asked is not None  # every lesson asks something
    return Lines(asked.prompt, reader).line(example(shown))


def _buttons(shown: LessonView, reader: Reader) -> Iterator[discord.ui.Button[Any]]:
    """Yield what leads on: one green button after an answer, then the grey ones."""
    key, style = shown.game.info.key, discord.ButtonStyle

    def to(
        number: int, label: Text, look: discord.ButtonStyle = style.secondary
    ) -> discord.ui.Button[Any]:
        place = custom_ids.LessonButton(custom_ids.Verb.LEARN, key, number)
        return message.button(reader, place, label, look)

    if shown.trained is not None:
        if shown.outcome is not None:
            on = custom_ids.OwnButton(custom_ids.Verb.TRAIN)
            yield message.button(reader, on, say("Next decision"), style.success)
        review = custom_ids.MatchButton(custom_ids.Verb.REVIEW, shown.trained.match_id)
        yield message.button(reader, review, common_texts.REVIEW)
        return
    if shown.outcome is None:
        place = custom_ids.LessonButton(custom_ids.Verb.LEARN_ANSWER, key, shown.number)
        yield message.button(reader, place, common_texts.ADVICE)
        if shown.number > 1:
            yield to(shown.number - 1, say("Previous"))
        if shown.number < shown.of:
            yield to(shown.number + 1, say("Skip"))
        return
    if not shown.outcome.is_right:
        yield to(shown.number, say("Try again"), style.success)
    elif shown.number < shown.of and shown.left:
        yield to(shown.number + 1, say("Next lesson"), style.success)
        yield to(shown.number, say("Again"))
    else:
        practice = custom_ids.GameButton(custom_ids.Verb.PRACTICE, key)
        yield message.button(reader, practice, say("Play against a bot now"), style.success)
        if shown.left:
            left = say_many("{n} lesson left", "{n} lessons left", len(shown.left))
            yield to(shown.left[0], left)
    rules = custom_ids.RulesButton(custom_ids.Verb.RULES, key, how=custom_ids.AFRESH)
    yield message.button(reader, rules, common_texts.RULES)
