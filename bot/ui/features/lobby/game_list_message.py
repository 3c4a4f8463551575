"""The list of games: a picture, a sentence and buttons for each."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.ui.i18n.texts import common_texts
from bot.ui.kit.custom_ids import AFRESH, Button, ButtonId, GameButton, Verb
from bot.ui.kit.message import (
    Item,
    OutgoingFile,
    OutgoingMessage,
    button,
    gallery,
    paragraph,
)
from games.core.game import AnyGame
from games.core.text import Reader, Text, say

MOST_GAMES = 6
"""How many games fit into one message: each takes six of the components that Discord allows."""
ALONE = say("Nobody to play with? Play /practice alone against bots, with help on every move.")


def game_list_message(
    games: Sequence[AnyGame], pictures: Sequence[OutgoingFile], reader: Reader
) -> OutgoingMessage:
    """The first `MOST_GAMES` games; /play finds the others."""
    items: list[Item] = []
    for game, picture in zip(games[:MOST_GAMES], pictures, strict=False):
        key = game.info.key
        below: list[tuple[Button, Text]] = [(GameButton(Verb.PLAY, key), common_texts.PLAY)]
        if game.lessons:
            below.append((GameButton(Verb.LEARN, key, how=AFRESH), common_texts.LEARN))
        below.append((ButtonId(Verb.RULES, key, detail=AFRESH), common_texts.RULES))
        buttons = [button(reader, place, label) for place, label in below]
        buttons[0].style = discord.ButtonStyle.success
        items += [gallery(picture), paragraph(reader, _line(game)), discord.ui.ActionRow(*buttons)]
    items.append(paragraph(reader, ALONE))
    return OutgoingMessage(tuple(items), tuple(pictures[:MOST_GAMES]))


def _line(game: AnyGame) -> Text:
    return say("**{game}** · {tagline}", game=game.info.title, tagline=game.info.tagline)
