"""A server's settings as a message with menus, whose custom ids hold their whole meaning."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any

import discord
from babel import Locale

from bot.tables.domain.time_controls import CLOCKS, find_clock
from bot.tables.server_settings import MOST_CHANNELS, ServerDecisions
from bot.ui.i18n.catalogues import languages
from bot.ui.i18n.texts import lobby_texts, server_texts
from bot.ui.kit import message
from bot.ui.kit.custom_ids import SettingButton, Verb, encode
from games.core.text import Reader, Text, TextList, say, speak, symbol

HOSTED = "host"
"""The menu entry for the language that the bot's host has set."""
SWITCHES = {"dms_allowed": server_texts.DMS, "leaderboard": server_texts.BOARDS}
"""The settings that are on or off, which share one menu."""
NUMBERS = (1, 2, 3, 5, 8, 12, 20, 50, 100)
"""The largest number of tables in a channel's menu; the command takes any number."""
CHATS = [discord.ChannelType.text, discord.ChannelType.news, discord.ChannelType.voice]
"""The channel types that take messages without a thread."""
KINDS = [*CHATS, discord.ChannelType.forum]
"""The channel types that can hold a table, directly or in a thread."""

Choices = Sequence[tuple[str, Text]]


def settings_message(
    rules: ServerDecisions, reader: Reader, *, saved: Collection[str] = ()
) -> message.OutgoingMessage:
    """All settings, with menus to change them.

    `saved` names the settings to confirm as just changed, at the end, where Discord scrolls to.
    """
    settings = rules.settings
    numbers = sorted({*NUMBERS, settings.tables_per_channel})
    values = _values(rules).items()
    confirmed = [say("✅ Saved. {setting}", setting=text) for name, text in values if name in saved]
    items: list[message.Item] = [message.paragraph(reader, server_texts.TITLE)]
    items += _channels("channels", settings.channels, reader)
    for name, title, choices, chosen in (
        ("threads", server_texts.THREADS, list(server_texts.THREAD_CHOICES.items()),
         settings.threads),
        ("default_clock", server_texts.CLOCK, [(clock.key, clock.title) for clock in CLOCKS],
         settings.default_clock),
        ("language", server_texts.LANGUAGE, spoken(), rules.language or HOSTED),
        ("tables_per_channel", server_texts.TABLES,
         [(str(n), server_texts.up_to(n)) for n in numbers], str(settings.tables_per_channel)),
    ):  # fmt: skip
        items.append(_menu(name, title, choices, chosen, reader))
    items += _channels("deals_channel", _deals(rules), reader)
    items += _switches(rules, reader)
    items.append(message.paragraph(reader, *confirmed, server_texts.BY_TYPING))
    return message.OutgoingMessage(tuple(items))


def spoken() -> Choices:
    """The languages, each by its own name."""
    names = [
        (language, symbol(str(Locale.parse(language).display_name).capitalize()))
        for language in languages()
    ]
    return [(HOSTED, server_texts.AS_HOSTED), *names]


def _values(rules: ServerDecisions) -> dict[str, Text]:
    """A line for each setting, by its name."""
    settings = rules.settings
    yes = {True: server_texts.YES, False: server_texts.NO}
    channels = TextList(items=tuple(map(server_texts.channel, settings.channels)), style="unit")
    clock = find_clock(settings.default_clock)
    deals = next(map(server_texts.channel, _deals(rules)), server_texts.NO_CHANNEL)
    decided = {
        "channels": (server_texts.CHANNELS, say("{channels}", channels=channels)
                     if settings.channels else server_texts.ALL_CHANNELS),
        "threads": (server_texts.THREADS, server_texts.THREAD_CHOICES[settings.threads]),
        "default_clock": (server_texts.CLOCK,
                          symbol(settings.default_clock) if clock is None else clock.title),
        "language": (server_texts.LANGUAGE,
                     dict(spoken()).get(rules.language or HOSTED, server_texts.AS_HOSTED)),
        "tables_per_channel": (server_texts.TABLES,
                               server_texts.up_to(settings.tables_per_channel)),
        "dms_allowed": (server_texts.DMS, yes[settings.dms_allowed]),
        "leaderboard": (server_texts.BOARDS, yes[settings.leaderboard]),
        "deals_channel": (server_texts.DEALS, deals),
    }  # fmt: skip
    return {
        name: say("{title}: **{value}**", title=title, value=value)
        for name, (title, value) in decided.items()
    }


def _deals(rules: ServerDecisions) -> tuple[int, ...]:
    channel_id = rules.settings.deals_channel
    return () if channel_id is None else (channel_id,)


def _channels(name: str, chosen: Sequence[int], reader: Reader) -> Iterator[message.Item]:
    """A menu of channels: of all where tables may be opened, or of the one for the deals."""
    is_for_tables = name == "channels"
    title = server_texts.CHANNELS if is_for_tables else server_texts.DEALS
    none_chosen = server_texts.ALL_CHANNELS if is_for_tables else server_texts.NO_CHANNEL
    menu: discord.ui.ChannelSelect[Any] = discord.ui.ChannelSelect(
        custom_id=encode(SettingButton(Verb.SETTING, name)),
        channel_types=KINDS if is_for_tables else CHATS,
        placeholder=speak(none_chosen, reader),
        min_values=0,
        max_values=MOST_CHANNELS if is_for_tables else 1,
        default_values=[
            discord.SelectDefaultValue(id=channel, type=discord.SelectDefaultValueType.channel)
            for channel in chosen
        ],
    )
    yield message.paragraph(reader, server_texts.label(title))
    yield discord.ui.ActionRow(menu)


def _menu(name: str, title: Text, choices: Choices, chosen: str, reader: Reader) -> message.Item:
    options = (
        message.option(
            reader, lobby_texts.option_value(title, label), value, default=value == chosen
        )
        for value, label in choices
    )
    return message.menu(reader, SettingButton(Verb.SETTING, name), title, options)


def _switches(rules: ServerDecisions, reader: Reader) -> Iterator[message.Item]:
    is_on = rules.settings.model_dump()
    options = [
        message.option(reader, title, name, default=is_on[name]) for name, title in SWITCHES.items()
    ]
    button_id = SettingButton(Verb.SETTING, "switches")
    yield message.paragraph(reader, server_texts.label(server_texts.TURNED_ON))
    yield message.menu(
        reader, button_id, server_texts.NOTHING_ON, options, least=0, most=len(options)
    )
