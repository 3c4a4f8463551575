"""The list of games: a picture, a sentence and buttons for each."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.ui.custom_ids import AFRESH, ButtonId, Verb
from bot.ui.i18n.texts import common_texts
from bot.ui.interactions.message import (
    Item,
    OutgoingFile,
    OutgoingMessage,
    button,
    gallery,
    paragraph,
)
from games.core.game import AnyGame
from games.core.text import Reader, Text, say, speak

MOST_GAMES = 6
"""How many games fit into one message: each takes six of the components that Discord allows."""


def game_list_message(
    games: Sequence[AnyGame], pictures: Sequence[OutgoingFile], reader: Reader
) -> OutgoingMessage:
    """The first `MOST_GAMES` games; /play finds the others."""
    items: list[Item] = []
    for game, picture in zip(games[:MOST_GAMES], pictures, strict=False):
        key = game.info.key
        items += [
            gallery(picture),
            paragraph(reader, _line(game)),
            discord.ui.ActionRow(
                button(
                    ButtonId(Verb.PLAY, key),
                    speak(common_texts.PLAY, reader),
                    discord.ButtonStyle.success,
                ),
                button(ButtonId(Verb.PRACTICE, key), speak(common_texts.PRACTICE, reader)),
                button(ButtonId(Verb.RULES, key, detail=AFRESH), speak(common_texts.RULES, reader)),
            ),
        ]
    return OutgoingMessage(tuple(items), tuple(pictures[:MOST_GAMES]))


def _line(game: AnyGame) -> Text:
    return say("**{game}** · {tagline}", game=game.info.title, tagline=game.info.tagline)
