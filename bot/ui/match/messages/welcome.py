"""What a newcomer sees first: all games in one picture, and one button to play."""

from collections.abc import Sequence
from typing import Any

import discord

from bot.ui.controls import labels
from bot.ui.i18n.texts import common_texts, leaderboard_texts, time_texts
from bot.ui.kit import custom_ids, message
from games.core.game import AnyGame
from games.core.text import Reader, Text, say

ANY = "any"
"""Stands for a game that is chosen when somebody presses, in a custom id."""
MOST = 25
"""The most games that a menu of Discord has."""

PLAY_NOW = say("Play now")
LEARN = say("Learn in 2 minutes")
CHOOSE = say("Choose a game…")
WHAT = say("A private table, two bots, hints on.")
OPEN_HERE = say("Open a table here")
DEAL = say("Today's deal")
DEAL_IS = say("The same deal for everyone, every day.")
BOARD_IS = say("Who plays best on this server.")
MORE = (
    say("- /learn, /rules: how to play"),
    say("- /tournament open: play several rounds"),
    say("- /match replay: looking back"),
    say("- /me tables, /me text: your tables, words for pictures"),
)


def welcome_message(
    games: Sequence[AnyGame],
    picture: message.OutgoingFile | None,
    reader: Reader,
    note: Text | None = None,
) -> message.OutgoingMessage:
    """All games, for whoever presses: the first button begins a private table at once."""
    play = custom_ids.GameButton(custom_ids.Verb.PLAY_NOW, ANY)
    more = custom_ids.GameButton(custom_ids.Verb.WELCOME_MORE, ANY)
    now = message.button(reader, play, PLAY_NOW, discord.ButtonStyle.success)
    buttons = list[discord.ui.Button[Any]]()
    if (first := first_to_learn(games)) is not None:
        learn = custom_ids.LessonButton(
            custom_ids.Verb.LEARN, first.info.key, how=custom_ids.AFRESH
        )
        buttons.append(message.button(reader, learn, LEARN))
    buttons.append(message.button(reader, more, time_texts.MORE))
    options = (
        message.option(reader, game.info.title, game.info.key, hint=game.info.tagline)
        for game in games[:MOST]
    )
    choose = custom_ids.GameButton(custom_ids.Verb.CHOOSE_GAME, ANY)
    items: list[message.Item] = [] if picture is None else [message.gallery(picture)]
    items += [
        message.paragraph(reader, WHAT),
        discord.ui.ActionRow[Any](now),
        discord.ui.ActionRow[Any](*buttons),
        message.menu(reader, choose, CHOOSE, options),
    ]
    if note is not None:
        items.append(message.paragraph(reader, say("-# {note}", note=note)))
    return message.OutgoingMessage(tuple(items), () if picture is None else (picture,))


def game_message(
    game: AnyGame, picture: message.OutgoingFile, reader: Reader
) -> message.OutgoingMessage:
    """One game, with the ways into it."""
    key = game.info.key
    ways: list[tuple[custom_ids.Button, Text]] = [
        (custom_ids.GameButton(custom_ids.Verb.PLAY_NOW, key), PLAY_NOW),
        (custom_ids.GameButton(custom_ids.Verb.PLAY, key), OPEN_HERE),
    ]
    if game.lessons:
        learn = custom_ids.LessonButton(custom_ids.Verb.LEARN, key, how=custom_ids.AFRESH)
        ways.append((learn, common_texts.LEARN))
    rules = custom_ids.RulesButton(custom_ids.Verb.RULES, key, how=custom_ids.AFRESH)
    ways.append((rules, common_texts.RULES))
    buttons = [message.button(reader, way, label) for way, label in ways]
    buttons[0].style = discord.ButtonStyle.success
    items = (
        message.gallery(picture),
        message.paragraph(reader, game.info.tagline),
        discord.ui.ActionRow[Any](*buttons[:2]),
        discord.ui.ActionRow[Any](*buttons[2:], _back(reader)),
    )
    return message.OutgoingMessage(items, (picture,))


def more_message(reader: Reader, *, has_boards: bool) -> message.OutgoingMessage:
    """What else there is: a button where one press is enough, otherwise a command."""
    deal = custom_ids.DealButton(custom_ids.Verb.WEEKLY_DEAL, ANY)
    ways: list[tuple[Text, custom_ids.Button, Text]] = [(DEAL_IS, deal, DEAL)]
    if has_boards:
        board = custom_ids.BoardButton(custom_ids.Verb.BOARD, custom_ids.EVERY)
        ways.append((BOARD_IS, board, leaderboard_texts.TO_BOARD))
    items: list[message.Item] = [
        discord.ui.Section(
            message.paragraph(reader, what), accessory=message.button(reader, way, label)
        )
        for what, way, label in ways
    ]
    back = discord.ui.ActionRow[Any](_back(reader))
    return message.OutgoingMessage((*items, message.paragraph(reader, *MORE), back))


def _back(reader: Reader) -> discord.ui.Button[Any]:
    """The way back to all games."""
    to = custom_ids.GameButton(custom_ids.Verb.WELCOME, ANY)
    return message.button(reader, to, labels.BACK)


def first_to_learn(games: Sequence[AnyGame]) -> AnyGame | None:
    """The game with lessons that takes the shortest time."""
    taught = [game for game in games if game.lessons]
    return min(taught, key=lambda game: game.info.minutes, default=None)
