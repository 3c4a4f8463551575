"""Readers: names and languages, with names escaped for Discord's markdown."""

from __future__ import annotations

import re
from collections.abc import Sequence

import discord

from bot.tables.domain.player import Player
from bot.ui.i18n.catalogues import catalogue, known_language
from games.core.text import Reader, Text, speak

_STACKED = re.compile(
    r"([\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]{2})[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]+"
)
"""More marks on one letter than any language uses; they would cover the lines above."""
_COMMAND = re.compile(r"(?<![\w/<`\\])/(?=\w)")
"""Anything that looks like a slash command in one of our sentences."""
_CONTROL = re.compile(r"[\x00-\x1f\x7f\u200b-\u200f\u2028-\u202e\u2060-\u206f]+")


def escape(name: str) -> str:
    """Make a name harmless: no markdown, mention or command, one line, no odd spaces."""
    one_line = _STACKED.sub(r"\1", _CONTROL.sub(" ", name)).strip()
    bare = discord.utils.escape_mentions(discord.utils.escape_markdown(one_line))
    return _COMMAND.sub(r"\/", bare.replace("<", "\\<").replace("://", "\\://")) or "?"


def reader(language: str = "en", names: Sequence[str] = ()) -> Reader:
    """Return a reader of messages in Discord."""
    return Reader(tuple(names), known_language(language), catalogue(language), escape)


def plain_reader(language: str = "en", names: Sequence[str] = ()) -> Reader:
    """Return a reader without markdown: of pictures, alt texts, buttons and menus."""
    return Reader(tuple(names), known_language(language), catalogue(language))


def reader_of(interaction: discord.Interaction, names: Sequence[str] = ()) -> Reader:
    """Return the reader of the player who pressed or typed."""
    return reader(str(interaction.locale), names)


def plain_reader_of(interaction: discord.Interaction, names: Sequence[str] = ()) -> Reader:
    """Return the same without markdown."""
    return plain_reader(str(interaction.locale), names)


def player_of(interaction: discord.Interaction) -> Player:
    """Return the player who pressed or typed."""
    user = interaction.user
    return Player(user.id, user.display_name, str(interaction.locale))


def to(interaction: discord.Interaction, text: Text, names: Sequence[str] = ()) -> str:
    """Return a text in the language of the player who pressed or typed."""
    return speak(text, reader_of(interaction, names))
