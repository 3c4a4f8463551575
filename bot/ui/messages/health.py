"""The findings of `/doctor`, line by line."""

from __future__ import annotations

from collections.abc import Sequence

from bot.ui.i18n.texts import server_texts
from bot.ui.interactions.message import OutgoingMessage, paragraph, reading
from games.core.text import Reader, Text

LIMIT = 3300
"""The most characters of all lines; the text is cut between two lines."""


def health_message(lines: Sequence[Text], reader: Reader) -> OutgoingMessage:
    """The report with the most important lines first, since not all lines may fit."""
    told = reading((server_texts.HEALTH, *lines), reader, LIMIT)
    return OutgoingMessage((told, paragraph(reader, server_texts.NEEDS_CARE)))
