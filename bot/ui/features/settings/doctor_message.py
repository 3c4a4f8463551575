"""The findings of `/doctor`, line by line."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.ui.i18n.texts import server_texts
from bot.ui.kit.custom_ids import OwnButton, Verb
from bot.ui.kit.message import Item, OutgoingMessage, button, paragraph, reading
from games.core.text import Reader, Text

LIMIT = 3300
"""The most characters of all lines; the text is cut between two lines."""


def health_message(lines: Sequence[Text], reader: Reader, *, tests_dm: bool) -> OutgoingMessage:
    """The report with the most important lines first, since not all lines may fit.

    With `tests_dm`, a button sends its reader a direct message.
    """
    items: list[Item] = [
        reading((server_texts.HEALTH, *lines), reader, LIMIT),
        paragraph(reader, server_texts.NEEDS_CARE),
    ]
    if tests_dm:
        test = button(reader, OwnButton(Verb.TEST_DM), server_texts.TEST_DM)
        items.append(discord.ui.ActionRow(test))
    return OutgoingMessage(tuple(items))
