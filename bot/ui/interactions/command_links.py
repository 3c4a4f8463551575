"""Turns commands named in a message into clickable mentions.

Messages name commands in the reader's language, `/hand` or `/mano`. Each becomes a mention that
opens the command. A group alone (`/play`) can't be opened and stays text.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final, Protocol, cast

import discord
from discord import AppCommandOptionType

from bot.ui.i18n.catalogues import COMMAND, catalogue, languages
from bot.ui.kit.message import Item, OutgoingMessage

_NAMED = re.compile(r"(?<![\w/<`\\])/(\w{1,32}(?: \w{1,32}){0,2})(?![\w/`])")
"""A command, perhaps with subcommands; not in a URL, a mention or code."""


GROUPS: Final = (AppCommandOptionType.subcommand.value, AppCommandOptionType.subcommand_group.value)


def _paths(command: Mapping[str, Any]) -> list[list[str]]:
    """Return what can be called of a command: itself, or its subcommands at any depth."""
    below = [option for option in command.get("options") or () if option["type"] in GROUPS]
    paths = [path for option in below for path in _paths(option)]
    return [[command["name"], *path] for path in paths or [[]]]


class CommandSource(Protocol):
    """A client that knows its commands."""

    mentions: "CommandLinks"


def mentions_of(client: discord.Client) -> "CommandLinks":
    """The command mentions that the bot's own client knows."""
    return cast("CommandSource", client).mentions


class CommandLinks:
    """Holds the ids of the commands once Discord has sent them."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}
        """The English name and the id for each localized command name."""

    def learn(self, commands: Iterable[Mapping[str, Any]]) -> None:
        """Replace what is known by the commands as Discord describes them."""
        known: dict[str, str] = {}
        for command in commands:
            for path in _paths(command):
                for language in languages():
                    called = (catalogue(language).pgettext(COMMAND, name) for name in path)
                    known.setdefault(" ".join(called), f"{' '.join(path)}:{command['id']}")
        self._known = known

    def in_words(self, text: str) -> str:
        """Replace every named command by its mention."""
        return _NAMED.sub(self._mention, text)

    def in_message(self, message: OutgoingMessage) -> OutgoingMessage:
        """The same for all texts of a message, which is then ready; any thread may do it."""
        if message.components is not None:
            return message
        return replace(message, items=tuple(map(self._in_item, message.items))).ready()

    def _mention(self, match: re.Match[str]) -> str:
        words = match[1].split(" ")
        for count in range(len(words), 0, -1):
            known = self._known.get(" ".join(words[:count]))
            if known is not None:
                return " ".join([f"</{known}>", *words[count:]])
        return match[0]

    def _in_item(self, item: Item) -> Item:
        if isinstance(item, discord.ui.TextDisplay):
            item.content = self.in_words(item.content)
        return item
