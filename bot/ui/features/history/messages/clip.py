"""A clip of a match: its key moments, and how it ended."""

from typing import Any

import discord

from bot.tables.history.clips import Clip
from bot.ui.features.history.messages.replay import TO_STEP
from bot.ui.i18n.texts import common_texts
from bot.ui.kit import message
from bot.ui.kit.custom_ids import MatchButton, ReplayButton, Verb
from bot.ui.match.messages.result import endings
from games.core.text import Reader, say, seats, symbol

MOST_NAMES = 4
"""The most people in the heading of a clip."""


def clip_message(
    clip: Clip, picture: message.OutgoingFile, reader: Reader
) -> message.OutgoingMessage:
    """The picture that shows it, with the sentences about the end above it."""
    summary, end = clip.summary, clip.moments[-1].table
    people = [who.seat for who in summary.occupants if not who.is_bot][:MOST_NAMES]
    head = say(
        "### {emoji} {game} · {who} · clip",
        emoji=symbol(summary.game.info.emoji),
        game=summary.game.info.title,
        who=seats(people) if people else symbol(summary.code),
    )
    return message.OutgoingMessage(
        (message.paragraph(reader, head, *endings(end)), message.gallery(picture)), (picture,)
    )


def own_clip_message(
    clip: Clip, picture: message.OutgoingFile, back: ReplayButton, reader: Reader
) -> message.OutgoingMessage:
    """The clip for one person, who can share it, and the way back to the step it came from.

    Practice matches aren't shared.
    """
    share = MatchButton(Verb.SHARE_CLIP, clip.summary.id)
    shares = () if clip.summary.is_practice else ((share, common_texts.SHARE_CLIP),)
    offers = (*shares, (back, TO_STEP))
    buttons = (message.button(reader, pressed, label) for pressed, label in offers)
    items = (message.gallery(picture), discord.ui.ActionRow[Any](*buttons))
    return message.OutgoingMessage(items, (picture,))
