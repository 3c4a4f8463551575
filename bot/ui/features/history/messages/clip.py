"""A clip of a match: its key moments, and how it ended."""

from __future__ import annotations

from bot.tables.history.clips import Clip
from bot.ui.kit import message
from bot.ui.match.messages.result import endings
from games.core.text import Reader, say, symbol


def clip_message(
    clip: Clip, picture: message.OutgoingFile, reader: Reader
) -> message.OutgoingMessage:
    """The picture that shows it, with the sentences about the end above it."""
    summary, end = clip.summary, clip.moments[-1].table
    info = summary.game.info
    emoji, code = symbol(info.emoji), symbol(summary.code)
    head = say("### {emoji} {game} · {code} · clip", emoji=emoji, game=info.title, code=code)
    return message.OutgoingMessage(
        (message.paragraph(reader, head, *endings(end)), message.gallery(picture)), (picture,)
    )
