"""Who reads what: names and languages, escaped for Discord's markdown."""

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
"""More marks on one letter than any language writes; they would cover the lines above."""
_COMMAND = re.compile(r"(?<![\w/<`\\])/(?=\w)")
"""What could be taken for a command that a sentence of ours names."""
_CONTROL = re.compile(r"[\x00-\x1f\x7f\u200b-\u200f\u2028-\u202e\u2060-\u206f]+")


def escape(name: str) -> str:
    """Make a stranger's name harmless: no markdown, mention or command, no second line, no odd
    spaces.
    """
    one_line = _STACKED.sub(r"\1", _CONTROL.sub(" ", name)).strip()
    bare = discord.utils.escape_mentions(discord.utils.escape_markdown(one_line))
    return _COMMAND.sub(r"\/", bare.replace("<", "\\<").replace("://", "\\://")) or "?"


def reader(language: str = "en", names: Sequence[str] = ()) -> Reader:
    """Somebody who reads our messages in Discord."""
    return Reader(tuple(names), known_language(language), catalogue(language), escape)


def plain_reader(language: str = "en", names: Sequence[str] = ()) -> Reader:
    """Somebody whose medium has no markdown: pictures, alt texts, buttons, menus."""
    return Reader(tuple(names), known_language(language), catalogue(language))


def player_of(interaction: discord.Interaction) -> Player:
    """Who pressed or typed, as the application knows them."""
    user = interaction.user
    return Player(user.id, user.display_name, str(interaction.locale))


def to(interaction: discord.Interaction, text: Text, names: Sequence[str] = ()) -> str:
    """Say a text to whoever pressed or typed."""
    return speak(text, reader(str(interaction.locale), names))
