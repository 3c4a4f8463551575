"""What a server has decided, as a message with menus: all that a press means is in its address."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import discord
from babel import Locale

from bot.tables.domain.time_controls import CLOCKS
from bot.tables.server_settings import MOST_CHANNELS, ServerDecisions
from bot.ui.i18n.catalogues import languages
from bot.ui.i18n.texts import server_texts
from bot.ui.interactions.custom_ids import CustomId, Verb
from bot.ui.interactions.message import Item, OutgoingMessage, button, paragraph
from games.core.text import Reader, Text, speak, symbol

HOSTED = "host"
"""What the menu of languages calls the one that the host of the bot has set."""
ON, OFF = "on", "off"
NUMBERS = (1, 2, 3, 5, 8, 12, 20, 50, 100)
"""How many tables a menu offers for one channel; by typing any number will do."""
KINDS = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.forum,
]
"""Channels where a table can stand, itself or in a thread there."""

Choices = Sequence[tuple[str, Text]]


def settings_message(
    rules: ServerDecisions, reader: Reader, *, may_change: bool
) -> OutgoingMessage:
    """All settings; who may change them finds a menu or a button for each."""
    told = paragraph(reader, server_texts.TITLE, *_told(rules))
    if not may_change:
        return OutgoingMessage((told, paragraph(reader, server_texts.BY_TYPING)))
    settings = rules.settings
    numbers = sorted({*NUMBERS, settings.tables_per_channel})
    items: list[Item] = [told]
    items += _channels(settings.channels, reader)
    for name, title, choices, chosen in (
        ("threads", server_texts.THREADS, list(server_texts.THREAD_CHOICES.items()),
         settings.threads),
        ("default_clock", server_texts.CLOCK, [(one.key, one.title) for one in CLOCKS],
         settings.default_clock),
        ("language", server_texts.LANGUAGE, spoken(), rules.language or HOSTED),
        ("tables_per_channel", server_texts.TABLES,
         [(str(n), server_texts.up_to(n)) for n in numbers], str(settings.tables_per_channel)),
    ):  # fmt: skip
        items += _menu(name, title, choices, chosen, reader)
    items.append(discord.ui.ActionRow(*_switches(rules, reader)))
    items.append(paragraph(reader, server_texts.BY_TYPING))
    return OutgoingMessage(tuple(items))


def spoken() -> Choices:
    """The languages, each called as it calls itself."""
    names = [(one, symbol(str(Locale.parse(one).display_name).capitalize())) for one in languages()]
    return [(HOSTED, server_texts.AS_HOSTED), *names]


def _told(rules: ServerDecisions) -> Iterator[Text]:
    settings = rules.settings
    if not settings.channels:
        yield server_texts.decided(server_texts.CHANNELS, server_texts.ALL_CHANNELS)
    for channel_id in settings.channels:
        named = server_texts.channel(channel_id)
        yield server_texts.decided(server_texts.CHANNELS, named)
    tongues = dict(spoken())
    yes = {True: server_texts.YES, False: server_texts.NO}
    for title, value in (
        (server_texts.THREADS, server_texts.THREAD_CHOICES[settings.threads]),
        (server_texts.CLOCK, server_texts.clock(settings.default_clock)),
        (server_texts.LANGUAGE, tongues.get(rules.language or HOSTED, server_texts.AS_HOSTED)),
        (server_texts.TABLES, server_texts.up_to(settings.tables_per_channel)),
        (server_texts.LETTERS, yes[settings.dms_allowed]),
        (server_texts.BOARDS, yes[settings.leaderboard]),
    ):
        yield server_texts.decided(title, value)


def _channels(chosen: Sequence[int], reader: Reader) -> Iterator[Item]:
    menu: discord.ui.ChannelSelect[Any] = discord.ui.ChannelSelect(
        custom_id=CustomId(Verb.SETTING, "channels").encode(),
        channel_types=KINDS,
        placeholder=speak(server_texts.CHANNELS, reader),
        min_values=0,
        max_values=MOST_CHANNELS,
        default_values=[
            discord.SelectDefaultValue(id=one, type=discord.SelectDefaultValueType.channel)
            for one in chosen
        ],
    )
    yield discord.ui.ActionRow(menu)


def _menu(name: str, title: Text, choices: Choices, chosen: str, reader: Reader) -> Iterator[Item]:
    options = [
        discord.SelectOption(label=speak(label, reader)[:100], value=value, default=value == chosen)
        for value, label in choices
    ]
    menu: discord.ui.Select[Any] = discord.ui.Select(
        custom_id=CustomId(Verb.SETTING, name).encode(),
        placeholder=speak(title, reader),
        options=options,
    )
    yield discord.ui.ActionRow(menu)


def _switches(rules: ServerDecisions, reader: Reader) -> Iterator[discord.ui.Button[Any]]:
    settings = rules.settings
    for name, is_on, turn_on, turn_off in (
        ("dms_allowed", settings.dms_allowed, server_texts.LETTERS_ON, server_texts.LETTERS_OFF),
        ("leaderboard", settings.leaderboard, server_texts.BOARDS_ON, server_texts.BOARDS_OFF),
    ):
        place = CustomId(Verb.SETTING, name, detail=OFF if is_on else ON)
        yield button(place, speak(turn_off if is_on else turn_on, reader))
