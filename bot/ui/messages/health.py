"""What works in a server and what does not, line by line."""

from __future__ import annotations

from collections.abc import Sequence

from bot.ui.i18n.texts import server_texts
from bot.ui.interactions.message import OutgoingMessage, paragraph, reading
from games.core.text import Reader, Text

LIMIT = 3300
"""Characters of all lines, which are cut between two of them."""


def health_message(lines: Sequence[Text], reader: Reader) -> OutgoingMessage:
    """The lines that matter most come first: many channels may have more to say than fits."""
    told = reading((server_texts.HEALTH, *lines), reader, LIMIT)
    return OutgoingMessage((told, paragraph(reader, server_texts.NEEDS_CARE)))
