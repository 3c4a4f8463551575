"""Commands that can be pressed where a message names them.

Sentences name commands as people type them, `/hand`. What is sent to Discord turns each into a
mention that opens the command; a group alone (`/play`) cannot be opened and stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Protocol, cast

import discord
from discord import app_commands

from bot.ui.messages.message import Item, Message

_NAMED = re.compile(r"(?<![\w/<`\\])/([a-z_]{1,32}(?: [a-z_]{1,32})?)(?![\w/`])")
"""A command, perhaps with what may be its subcommand; not in an address, a mention or code."""


class Speaker(Protocol):
    """A client that knows its commands."""

    mentions: Mentions


def mentions_of(client: discord.Client) -> Mentions:
    """What the bot's own client knows of its commands; there is no other client of ours."""
    return cast("Speaker", client).mentions


class Mentions:
    """Knows the ids of the commands once Discord has told them."""

    def __init__(self) -> None:
        self._ids: dict[str, int] = {}

    def learn(self, commands: Iterable[app_commands.AppCommand]) -> None:
        for command in commands:
            groups = [
                one for one in command.options if isinstance(one, app_commands.AppCommandGroup)
            ]
            names = [f"{command.name} {one.name}" for one in groups] or [command.name]
            self._ids |= dict.fromkeys(names, command.id)

    def in_words(self, said: str) -> str:
        """Make every command that is named one that can be pressed."""
        return _NAMED.sub(self._mention, said)

    def in_message(self, message: Message) -> Message:
        """The same for all texts of a message."""
        return replace(message, items=tuple(map(self._in_item, message.items)))

    def _mention(self, found: re.Match[str]) -> str:
        named = found[1]
        if named in self._ids:
            return f"</{named}:{self._ids[named]}>"
        command, _, rest = named.partition(" ")
        if command in self._ids:
            return f"</{command}:{self._ids[command]}> {rest}".rstrip()
        return found[0]

    def _in_item(self, item: Item) -> Item:
        if isinstance(item, discord.ui.TextDisplay):
            item.content = self.in_words(item.content)
        return item
