"""Shared parts of the slash commands: where they work, and choices to complete."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Sequence
from typing import Any, TypeVar

import discord
from discord import app_commands

from bot.tables.domain.table_options import FIELDS
from bot.tables.domain.time_controls import CLOCK
from bot.ui.i18n.command_names import worded
from bot.ui.i18n.readers import plain_reader_of
from bot.ui.i18n.texts import lobby_texts
from games.core.game import AnyGame
from games.core.options import OptionField
from games.core.text import speak

MOST_CHOICES = 25
"""The most choices that Discord shows in an autocompletion."""
LONGEST_CHOICE = 100
"""The most characters of a choice's name or value."""

Tree = app_commands.CommandTree[discord.Client]
Command = app_commands.Command[Any, ..., Any]
T = TypeVar("T", int, str)
Choices = list[app_commands.Choice[str]]
Complete = Callable[
    [discord.Interaction[Any], str], Coroutine[Any, Any, list[app_commands.Choice[Any]]]
]


def everywhere(command: Command) -> Command:
    """Allow a command everywhere, also where only the user installed the bot."""
    app_commands.allowed_installs(guilds=True, users=True)(command)
    return app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)(command)


def as_choices(
    labels: Iterable[tuple[str, T]], typed: str | float = ""
) -> list[app_commands.Choice[T]]:
    """Offer the values whose label contains what is typed: a text, or for Discord a number."""
    wanted = str(typed).casefold()
    fitting = [pair for pair in labels if wanted in pair[0].casefold()]
    return [
        app_commands.Choice(name=label[:LONGEST_CHOICE], value=value)
        for label, value in fitting[:MOST_CHOICES]
    ]


def game_choices(games: Sequence[AnyGame]) -> Choices:
    """The choices of an option that names a game."""
    return [
        app_commands.Choice(name=worded(game.info.title), value=game.info.key) for game in games
    ]


def level_choices() -> Choices:
    """The levels of bots."""
    return [
        app_commands.Choice(name=worded(name), value=level.value)
        for level, name in lobby_texts.LEVELS.items()
    ]


def complete_field(field: OptionField) -> Complete:
    """Offer the choices of an option by autocompletion."""

    async def offer(
        interaction: discord.Interaction[Any], typed: str
    ) -> list[app_commands.Choice[Any]]:
        to_person = plain_reader_of(interaction)
        labels = ((speak(label, to_person), value) for value, label in field.choices)
        return as_choices(labels, typed)

    return offer


complete_clock = complete_field(next(field for field in FIELDS if field.name == CLOCK))
