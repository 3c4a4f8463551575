"""A film of a match: how it ended, and its key moments."""

from __future__ import annotations

from bot.tables.history.highlights import Highlights
from bot.ui.interactions.message import OutgoingFile, OutgoingMessage, gallery, paragraph
from bot.ui.messages.play.result import endings
from games.core.text import Reader, say, symbol


def film_message(highlights: Highlights, film: OutgoingFile, reader: Reader) -> OutgoingMessage:
    """The film, with the sentences about the end above it."""
    summary, end = highlights.summary, highlights.moments[-1].table
    info = summary.game.info
    emoji, code = symbol(info.emoji), symbol(summary.code)
    head = say("### {emoji} {game} · {code} · clip", emoji=emoji, game=info.title, code=code)
    return OutgoingMessage((paragraph(reader, head, *endings(end)), gallery(film)), (film,))
