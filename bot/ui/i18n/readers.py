"""Readers: names and languages, with names escaped for Discord's markdown."""

from __future__ import annotations

import re
from collections.abc import Sequence

import discord

from bot.tables.domain.player import Player
from bot.ui.i18n.catalogues import catalogue, known_language
from games.core.names import UNSEEN, isolated, plain_name, visible
from games.core.text import Reader, Text, speak

_COMMAND = re.compile(r"(?<![\w/<`\\])/(?=\w)")
"""Anything that looks like a slash command in one of our sentences."""


def escape(name: str) -> str:
    """Make a name harmless: visible, in one line, no markdown, mention or command."""
    bare = discord.utils.escape_mentions(discord.utils.escape_markdown(visible(name)))
    harmless = _COMMAND.sub(r"\/", bare.replace("<", "\\<").replace("://", "\\://"))
    return isolated(harmless) or UNSEEN


def name_of(user: discord.abc.User) -> str:
    """Return what a person is called; the name of their account if the other can't be seen."""
    return user.display_name if visible(user.display_name) else user.name


def reader(language: str = "en", names: Sequence[str] = ()) -> Reader:
    """Return a reader of messages in Discord."""
    return Reader(tuple(names), known_language(language), catalogue(language), escape)


def plain_reader(language: str = "en", names: Sequence[str] = ()) -> Reader:
    """Return a reader without markdown: of pictures, alt texts, buttons and menus."""
    return Reader(tuple(names), known_language(language), catalogue(language), plain_name)


def reader_of(interaction: discord.Interaction, names: Sequence[str] = ()) -> Reader:
    """Return the reader of the player who pressed or typed."""
    return reader(str(interaction.locale), names)


def plain_reader_of(interaction: discord.Interaction, names: Sequence[str] = ()) -> Reader:
    """Return the same without markdown."""
    return plain_reader(str(interaction.locale), names)


def player_of(interaction: discord.Interaction) -> Player:
    """Return the player who pressed or typed."""
    user = interaction.user
    return Player(user.id, name_of(user), str(interaction.locale))


def to(interaction: discord.Interaction, text: Text, names: Sequence[str] = ()) -> str:
    """Return a text in the language of the player who pressed or typed."""
    return speak(text, reader_of(interaction, names))
