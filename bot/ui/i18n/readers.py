"""Readers: names and languages, with names escaped for Discord's markdown."""

import logging
import re
from collections.abc import Sequence
from dataclasses import replace

import discord

from bot.tables.domain.player import Player
from bot.ui.i18n.catalogues import catalogue, known_language
from games.core.names import UNSEEN, is_readable, isolated, plain_name, visible
from games.core.text import Reader, Text, speak
from render.engine.display_names import clean

log = logging.getLogger(__name__)

_COMMAND = re.compile(r"(?<![\w/<`\\])/(?=\w)")
"""Anything that looks like a slash command in one of our sentences."""


def escape(name: str) -> str:
    """Make a name harmless: visible, in one line, no markdown, mention or command."""
    bare = discord.utils.escape_mentions(discord.utils.escape_markdown(visible(name)))
    harmless = _COMMAND.sub(r"\/", bare.replace("<", "\\<").replace("://", "\\://"))
    return isolated(harmless) or UNSEEN


def name_of(user: discord.abc.User) -> str:
    """Return what a person is called."""
    return first_readable(user.display_name, user.name)


def account_name_of(user: discord.abc.User) -> str:
    """Return what a person is called everywhere, whatever their nickname on a server is."""
    return first_readable(user.global_name, user.name)


def first_readable(*names: str | None) -> str:
    """Return the first name with a letter or digit; the last is an account's, which has one.

    A name of emoji alone would be a number in pictures and in their alt texts. A name in a script
    that no font here draws is followed by the account's, which pictures show alone.
    """
    account = names[-1] or ""
    name = next((name for name in names if name and is_readable(name)), account)
    drawn = clean(name, 0) != clean("", 0)
    return name if drawn or name == account else f"{name} ({account})"


def reader(language: str = "en", names: Sequence[str] = ()) -> Reader:
    """Return a reader of messages in Discord."""
    return Reader(tuple(names), known_language(language), catalogue(language), escape)


def plain_reader(language: str = "en", names: Sequence[str] = ()) -> Reader:
    """Return a reader without markdown: of buttons, menus, forms and files."""
    return Reader(tuple(names), known_language(language), catalogue(language), plain_name)


def public_reader(language: str = "en", names: Sequence[str] = ()) -> Reader:
    """Return a reader of messages that everybody reads, so that none says *you* to one person."""
    return replace(reader(language, names), aside=left_out)


def picture_reader(language: str = "en", names: Sequence[str] = ()) -> Reader:
    """Return a reader of pictures and their alt texts, which everybody may look at."""
    return replace(plain_reader(language, names), aside=left_out)


def left_out(text: Text) -> str:
    """Leave out what is meant for one person where everybody reads; that it was said is our fault.

    The message is sent without it: a wrong word must not keep a table from being shown.
    """
    log.error("Left out of what everybody reads, as it speaks to one person: %s", text.message)
    return ""


def reader_of(interaction: discord.Interaction, names: Sequence[str] = ()) -> Reader:
    """Return the reader of the player who pressed or typed."""
    return reader(str(interaction.locale), names)


def plain_reader_of(interaction: discord.Interaction, names: Sequence[str] = ()) -> Reader:
    """Return the same without markdown."""
    return plain_reader(str(interaction.locale), names)


def player_of(interaction: discord.Interaction) -> Player:
    """Return the player who pressed or typed."""
    user = interaction.user
    # A nickname belongs to its server, which others don't see where the bot isn't a member.
    own = user.display_name if interaction.is_guild_integration() else user.global_name
    return Player(user.id, first_readable(own, user.name), str(interaction.locale))


def to(interaction: discord.Interaction, text: Text, names: Sequence[str] = ()) -> str:
    """Return a text in the language of the player who pressed or typed."""
    return speak(text, reader_of(interaction, names))
