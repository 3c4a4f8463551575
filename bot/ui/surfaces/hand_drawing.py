"""A hand as a message, and what tells one showing of it from the next."""

from __future__ import annotations

from bot.tables.domain.fingerprint import digest
from bot.tables.domain.views import MatchView
from bot.ui.i18n.readers import reader
from bot.ui.interactions.message import OutgoingFile, OutgoingMessage
from bot.ui.messages.play.hand import hand_message
from bot.ui.messages.play.practice import practice_message
from bot.ui.surfaces.public_messages import TableLocation
from games.core.text import Text

MAKESHIFT = "in-words"
"""Ends the fingerprint of what lacks its pictures for want of time."""


def seen(
    match_view: MatchView, place: TableLocation, message: OutgoingMessage | None = None
) -> tuple[str, str | None]:
    """What tells one showing from the next: view, time, place of the table, question asked.

    A message that lacks its pictures is told from the one that has them.
    """
    ticket = match_view.question.ticket if match_view.question is not None else None
    kept = "" if match_view.advance is None else digest(match_view.advance)
    stands = (place.url or "").rpartition("/")[2]
    lost = place.trouble is not None
    shown = (match_view.fingerprint, match_view.due_at, match_view.card.paused, stands, lost, kept)
    makeshift = (MAKESHIFT,) if message is not None and message.is_makeshift else ()
    return " ".join(map(str, (*shown, *makeshift))), ticket


def worded(
    match_view: MatchView,
    language: str,
    place: TableLocation,
    note: Text | None,
    pictures: tuple[OutgoingFile, ...],
) -> OutgoingMessage:
    """A hand around its pictures; in words where there are none."""
    to = reader(language, match_view.card.names)
    if match_view.card.is_practice:
        return practice_message(match_view, pictures, to, note)
    picture = pictures[0] if pictures else None
    return hand_message(
        match_view, picture, to, table_url=place.url, note=note, remark=place.trouble
    )
