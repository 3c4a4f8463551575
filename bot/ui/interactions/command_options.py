"""Shared parts of the slash commands: where they work, and choices to complete."""

from collections.abc import Callable, Coroutine, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypedDict, TypeVar

import discord
from discord import app_commands

from bot.tables.domain.table_options import FIELDS
from bot.tables.domain.time_controls import CLOCK
from bot.ui.i18n.command_names import worded
from bot.ui.i18n.readers import plain_reader_of
from bot.ui.i18n.texts import lobby_texts
from bot.ui.interactions.bot_permissions import MANAGERS
from games.core.game import AnyGame
from games.core.options import OptionField
from games.core.text import Text, speak

MOST_CHOICES = 25
"""The most choices that Discord shows in an autocompletion."""
WHEN = "When: 20:00, Thursday 20:00, 2027-08-31 20:00, or a wait such as 5m or 2h"
LONGEST_CHOICE = 100
"""The most characters of a choice's name or value."""

Tree = app_commands.CommandTree[discord.Client]
T = TypeVar("T", int, str)
OfferedCommand = TypeVar(
    "OfferedCommand",
    bound=Callable[..., Any] | app_commands.Command[Any, ..., Any] | app_commands.ContextMenu,
)
Choices = list[app_commands.Choice[str]]
Complete = Callable[
    [discord.Interaction[Any], str], Coroutine[Any, Any, list[app_commands.Choice[Any]]]
]


@dataclass(frozen=True, slots=True)
class CommandGroups:
    """The commands that several features share, each with subcommands of its own."""

    table: app_commands.Group
    match: app_commands.Group
    me: app_commands.Group
    server: app_commands.Group


def command_groups(tree: Tree) -> CommandGroups:
    """Register the groups that features add their commands to."""
    groups = CommandGroups(
        table=app_commands.Group(
            name="table", description="Look at a table, leave it, pause it, stop it or play again"
        ),
        match=app_commands.Group(
            name="match", description="Look back at a match: replay, log, review and fairness"
        ),
        me=app_commands.Group(name="me", description="Your tables, reminders, hands and data"),
        server=app_commands.Group(
            name="server",
            description="This server's settings and seasons, and a check of what doesn't work",
            **IN_SERVERS,
            default_permissions=MANAGERS,
        ),
    )
    for group in (groups.table, groups.match, groups.me, groups.server):
        tree.add_command(group)
    return groups


class Offer(TypedDict):
    """Where a command is offered: by whose installation, and in which places."""

    allowed_installs: app_commands.AppInstallationType
    allowed_contexts: app_commands.AppCommandContext


EVERYWHERE: Final = Offer(
    allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
    allowed_contexts=app_commands.AppCommandContext(
        guild=True, dm_channel=True, private_channel=True
    ),
)
"""Every command unless it says otherwise: also where only its user has installed the bot."""
IN_SERVERS: Final = Offer(
    allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
    allowed_contexts=app_commands.AppCommandContext(
        guild=True, dm_channel=False, private_channel=False
    ),
)
WITH_OTHERS: Final = Offer(
    allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
    allowed_contexts=app_commands.AppCommandContext(
        guild=True, dm_channel=False, private_channel=True
    ),
)


def in_servers(command: OfferedCommand) -> OfferedCommand:
    """Offer a command only on servers that added the bot."""
    app_commands.allowed_installs(guilds=True, users=False)(command)
    return app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)(command)


def with_others(command: OfferedCommand) -> OfferedCommand:
    """Offer a command wherever there are other people: not in direct messages with the bot."""
    return app_commands.allowed_contexts(guilds=True, dms=False, private_channels=True)(command)


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


def complete_games(games: Sequence[AnyGame], *others: tuple[Text, str]) -> Complete:
    """Offer games by their titles after other values: Discord has no list of more than 25."""

    async def offer(
        interaction: discord.Interaction[Any], typed: str
    ) -> list[app_commands.Choice[Any]]:
        to_person = plain_reader_of(interaction)
        named = (*others, *((game.info.title, game.info.key) for game in games))
        return as_choices(((speak(title, to_person), key) for title, key in named), typed)

    return offer


def key_of_game(
    interaction: discord.Interaction[Any],
    games: Sequence[AnyGame],
    typed: str,
    *others: tuple[Text, str],
) -> str:
    """Return the value that was chosen from such a list, or whose title was typed."""
    to_person = plain_reader_of(interaction)
    named = (*others, *((game.info.title, game.info.key) for game in games))
    titles = {speak(title, to_person).casefold(): key for title, key in named}
    return titles.get(typed.strip().casefold(), typed)


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
