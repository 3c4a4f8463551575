"""`/play <game>`.

Every game has a subcommand whose options come from the game's own option type, followed by the
options of the table. Discord allows 25 options per subcommand and limits the characters of the
whole command. If listed choices would exceed that limit, they are offered by autocompletion
instead.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Sequence
from typing import Any

import discord
from discord import app_commands

from bot.tables.domain.table_options import FIELDS
from bot.tables.domain.time_controls import CLOCK
from bot.tables.lobbies.practice import Company
from bot.ui.features.lobby.game_list import GameListHandler
from bot.ui.features.services import Services
from bot.ui.i18n.catalogues import COMMAND, OPTION
from bot.ui.i18n.command_names import longest, worded
from bot.ui.i18n.texts import lobby_texts
from bot.ui.interactions.command_options import complete_field, level_choices
from bot.ui.interactions.reply import Reply
from games.core.ai.memory import Level
from games.core.game import AnyGame
from games.core.options import OptionField, option_fields
from games.core.text import Text, say

MOST = 8_000
"""The most characters of a command; each text counts in its longest language."""
NAME, DESCRIPTION = "play", "Open a table in this channel"
BOTS, LEVEL = "bots", "level"
HOW_MANY = say("How many bots play")


def add_commands(services: Services, games: GameListHandler) -> None:
    group = app_commands.Group(name=NAME, description=DESCRIPTION, guild_only=True)
    are_listed = weight(services.games) <= MOST
    for game in services.games:
        group.add_command(_play(game, games, are_listed=are_listed))
    services.tree.add_command(group)


def weight(games: Iterable[AnyGame]) -> int:
    """The characters of the whole command with all choices listed."""
    own = _length(NAME, COMMAND) + _length(DESCRIPTION)
    return own + sum(_weight_of(game) for game in games)


def _weight_of(game: AnyGame) -> int:
    fields = (*option_fields(game.options), *FIELDS)
    own = _length(game.info.key, COMMAND) + longest(game.info.tagline)
    bots = _length(BOTS, OPTION) + longest(HOW_MANY)
    bots += _length(LEVEL, OPTION) + longest(lobby_texts.LEVEL_CHOICE)
    bots += sum(longest(name) + len(level) for level, name in lobby_texts.LEVELS.items())
    length = sum(_length(field.name, OPTION) + longest(field.help) for field in fields)
    return (
        own
        + bots
        + length
        + sum(
            longest(label) + len(str(value))
            for field in fields
            if field.name != CLOCK
            for value, label in field.choices
        )
    )


def _length(message: str, sense: str | None = None) -> int:
    """Return the length of a name or a description in its longest language."""
    return longest(Text(message=message, sense=sense))


def _play(
    game: AnyGame, games: GameListHandler, *, are_listed: bool
) -> app_commands.Command[Any, Any, Any]:
    """Build the subcommand that opens a table of one game."""

    async def callback(interaction: discord.Interaction[Any], /, **chosen: Any) -> None:
        async with Reply(interaction) as reply:
            company = Company(chosen.pop(BOTS, 0), Level(chosen.pop(LEVEL, Level.NORMAL)))
            options = {name: value for name, value in chosen.items() if value is not None}
            await games.open(reply, game.info.key, options, company)

    rules = option_fields(game.options)
    # discord.py knows options only as parameters; those of a game are data of the game.
    callback.__signature__ = inspect.Signature(  # type: ignore[attr-defined]  # read by discord.py
        [
            _parameter("interaction", discord.Interaction),
            *(_parameter(field.name, _annotation(field), field.default) for field in rules),
            _parameter(BOTS, app_commands.Range[int, 0, game.info.seats[1] - 1], 0),
            _parameter(LEVEL, str, Level.NORMAL.value),
            # Options that are not given use the server's defaults.
            *(_parameter(field.name, _annotation(field), None) for field in FIELDS),
        ]
    )
    command: app_commands.Command[Any, Any, Any] = app_commands.Command(
        name=game.info.key, description=worded(game.info.tagline), callback=callback
    )
    _describe(command, (*rules, *FIELDS), are_listed=are_listed)
    return command


def _describe(
    command: app_commands.Command[Any, Any, Any],
    fields: Sequence[OptionField],
    *,
    are_listed: bool,
) -> None:
    """Set the descriptions and choices of a command's options."""
    described = {field.name: worded(field.help) for field in fields}
    described[BOTS] = worded(HOW_MANY)
    described[LEVEL] = worded(lobby_texts.LEVEL_CHOICE)
    app_commands.describe(**described)(command)
    for field in fields:
        # There are many clocks, and every game has the same ones.
        if field.choices and (field.name == CLOCK or not are_listed):
            command.autocomplete(field.name)(complete_field(field))
    choices = {
        field.name: [
            app_commands.Choice(name=worded(label), value=value) for value, label in field.choices
        ]
        for field in fields
        if field.choices and field.name != CLOCK and are_listed
    }
    app_commands.choices(**choices, **{LEVEL: level_choices()})(command)


def _parameter(name: str, annotation: object, default: object = inspect.Parameter.empty) -> Any:
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    return inspect.Parameter(name, kind, annotation=annotation, default=default)


def _annotation(field: OptionField) -> object:
    if field.kind == "flag":
        return bool
    if field.choices:
        return type(field.choices[0][0])
    return app_commands.Range[int, field.least, field.most]
