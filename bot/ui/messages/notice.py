"""A short message that calls people to a table; gone as soon as they have answered."""

from __future__ import annotations

from typing import Any

import discord

from bot.tables.reminders import Reminder
from bot.tables.sights import MatchCard
from bot.ui import time_words, words
from bot.ui.messages.message import Message, button, paragraph
from bot.ui.places import Place, Verb
from games.core.text import Reader, Text, say, speak, symbol

ON_A_NOTICE = 1
"""The page of a notice's own *My hand*, by which its message is told from a table's."""


def notice_message(
    card: MatchCard,
    reminder: Reminder,
    called: tuple[int, ...],
    reader: Reader,
    table_url: str | None,
) -> Message:
    """What is said in the channel: it calls exactly these people."""
    who = [symbol(f"<@{player}>") for player in called]
    line = time_words.called(reminder.why, who, reminder.due_at)
    return _message(card, line, reader, table_url, called)


def letter_message(
    card: MatchCard, reminder: Reminder, reader: Reader, table_url: str | None
) -> Message:
    """What is written to one person directly."""
    return _message(card, time_words.written(reminder.why, reminder.due_at), reader, table_url)


def _message(
    card: MatchCard,
    line: Text,
    reader: Reader,
    table_url: str | None,
    called: tuple[int, ...] = (),
) -> Message:
    info = card.game.info
    table = say(
        "-# {emoji} {game} · {code}",
        emoji=symbol(info.emoji),
        game=info.title,
        code=symbol(card.code),
    )
    buttons = [button(Place(Verb.HAND, card.id, ON_A_NOTICE), speak(words.HAND, reader))]
    if table_url is not None:
        buttons.append(discord.ui.Button[Any](label=speak(words.TO_TABLE, reader), url=table_url))
    return Message((paragraph(reader, line, table), discord.ui.ActionRow(*buttons)), called=called)
