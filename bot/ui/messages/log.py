"""What happened in a match, line by line."""

from __future__ import annotations

from collections.abc import Iterable

from bot.ui.messages.message import Message
from bot.ui.messages.pages import cut, paged
from bot.ui.places import Place, Verb
from games.core.text import Reader, Text, say, speak

NOTHING = say("Nothing has happened yet.")


def log_message(match_id: str, events: Iterable[Text], page: int, reader: Reader) -> Message:
    """A page of the log; whoever asks has been told what they may read."""
    lines = [speak(event, reader) for event in events] or [speak(NOTHING, reader)]
    return paged(cut(lines), page, Place(Verb.LOG, match_id), reader)
