"""A player's hand: picture, question and controls, in a message only that player sees."""

from __future__ import annotations

from typing import Any

import discord

from bot.tables.domain.views import MatchView, Question
from bot.ui.controls.answers import answer_in_words
from bot.ui.controls.draft import Draft
from bot.ui.controls.drawing.components import Button, with_below
from bot.ui.controls.drawing.prompt import draw
from bot.ui.i18n.texts import common_texts, premove_texts, time_texts
from bot.ui.i18n.texts.time_texts import moment
from bot.ui.kit import message
from bot.ui.kit.custom_ids import MatchButton, Verb
from bot.ui.match.messages.explain import blocked
from bot.ui.match.messages.lobby import COLOURS
from data.records.matches import Life
from games.core.tableau_text import read_table
from games.core.text import Reader, Text, say, symbol

READING_LIMIT = 2200
"""Characters for a hand in text form; the controls need the rest of a message."""


def hand_message(
    match_view: MatchView,
    picture: message.OutgoingFile | None,
    reader: Reader,
    *,
    table_url: str | None,
    note: Text | None,
    remark: Text | None = None,
) -> message.OutgoingMessage:
    """The hand and its question; in words if there is no picture. A paused table asks nothing.

    `note` is the result of the last press, `remark` a problem with the table.
    """
    items: list[message.Item] = []
    if note is not None:
        items.append(message.paragraph(reader, note))
    items.append(message.paragraph(reader, *_head(match_view, table_url)))
    if picture is not None:
        items.append(message.gallery(picture))
    else:
        items.append(message.reading(read_table(match_view.tableau), reader, READING_LIMIT))
    asked = None if match_view.summary.paused else match_view.question
    if asked is not None:
        items += draw(asked, draft_of(match_view), reader)
    elif match_view.summary.life is Life.RUNNING and not match_view.summary.paused:
        items.append(message.paragraph(reader, say("-# {who}", who=match_view.view.awaiting.text)))
        items += _ahead(match_view, reader)
    if remark is not None:
        items.append(message.paragraph(reader, say("-# {remark}", remark=remark)))
    items = with_below(items, _below(match_view.summary.id, asked, reader))
    pictures = () if picture is None else (picture,)
    colour = None if asked is None else COLOURS["turn"]
    return message.OutgoingMessage(tuple(items), pictures, colour)


def _ahead(match_view: MatchView, reader: Reader) -> list[message.Item]:
    """The form of a premove, or the kept premove with a button to take it back."""
    if match_view.premove is None:
        return []
    if match_view.kept_premove is None:
        drawn = draw(match_view.premove, draft_of(match_view), reader)
        return [discord.ui.Separator[Any](), message.paragraph(reader, premove_texts.OFFER), *drawn]
    answer = answer_in_words(match_view.premove.prompt, match_view.kept_premove)
    back = message.button(
        reader, MatchButton(Verb.TAKE_BACK_PREMOVE, match_view.summary.id), premove_texts.TAKE_BACK
    )
    return [
        discord.ui.Separator[Any](),
        message.paragraph(reader, premove_texts.saved(answer)),
        discord.ui.ActionRow(back),
    ]


def _below(match_id: str, asked: Question | None, reader: Reader) -> list[Button]:
    """The reasons for disabled choices."""
    if asked is None or not any(blocked(asked.prompt)):
        return []
    return [message.button(reader, MatchButton(Verb.EXPLAIN, match_id), common_texts.WHY)]


def draft_of(match_view: MatchView) -> Draft:
    """The saved draft for this question."""
    return Draft.from_json(match_view.draft)


def _head(match_view: MatchView, table_url: str | None) -> tuple[Text, ...]:
    game, hand = match_view.summary.game.info.title, common_texts.YOUR_HAND
    title = say("**{game}** · {hand}", game=game, hand=hand)
    if table_url is not None:
        title = say(
            "**{game}** · {hand} · [{table}]({url})",
            game=game,
            hand=hand,
            table=common_texts.TABLE,
            url=symbol(table_url),
        )
    if match_view.summary.life is not Life.RUNNING:
        return (title, common_texts.ENDED)
    if match_view.summary.paused:
        return (title, time_texts.paused(has_people=True))
    asked = () if match_view.question is not None else (common_texts.NOTHING_ASKED,)
    if match_view.due_at is not None:
        due = say("Your time is up {when}.", when=moment(match_view.due_at))
        return (title, *asked, say("-# ⏳ {due}", due=due))
    return (title, *asked)
