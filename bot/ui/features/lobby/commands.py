"""`/lobby`: what the buttons and menus of a lobby do."""

from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import app_commands

from bot.tables.domain.player import Player
from bot.tables.domain.table_options import THREAD
from bot.tables.domain.views import MatchSummary
from bot.tables.errors import TableError
from bot.ui.features.services import Services
from bot.ui.i18n import readers
from bot.ui.i18n.command_names import worded
from bot.ui.i18n.texts import common_texts, lobby_texts
from bot.ui.interactions.bot_permissions import check_has_threads, home, joined_server
from bot.ui.interactions.command_options import (
    WHEN,
    WITH_OTHERS,
    Choices,
    as_choices,
    level_choices,
)
from bot.ui.interactions.errors import RefusedError
from bot.ui.interactions.moderation import InteractionVisitor
from bot.ui.interactions.reply import Reply
from bot.ui.kit import message
from bot.ui.kit.limits import OUR_CHARACTERS
from bot.ui.match.lesson_offer import lesson_offer
from bot.ui.match.messages.lobby_options import agreed, value_of, values_of
from data.records.matches import Life
from games.core.ai.memory import Level
from games.core.options import OptionField
from games.core.text import speak

MOST_SEATS = 10
"""The most tables of the list of free seats."""
WHICH = "The table (only needed if there are several)"
Deed = Callable[[MatchSummary, Player], Awaitable[object]]
"""An action of a person on a lobby."""
User = discord.Member | discord.User


def add_commands(services: Services) -> None:
    group = app_commands.Group(
        name="lobby", description="Manage a table before its match starts", **WITH_OTHERS
    )
    _add_simple(group, services)
    _add_people(group, services)
    _add_bots(group, services)
    _add_level(group, services)
    _add_set(group, services)
    _add_seats(group, services)
    services.tree.add_command(group)


def _add_seats(group: app_commands.Group, services: Services) -> None:
    """Register the list of tables that still have a seat."""

    @group.command(name="seats", description="Find a table here with a free seat")
    async def seats(interaction: discord.Interaction) -> None:
        async with Reply(interaction) as reply:
            visitor, to = InteractionVisitor(interaction), readers.reader_of(interaction)
            free = await services.tables.queries.free_seats(
                visitor.guild_id or 0, visitor.viewable()
            )
            room = OUR_CHARACTERS
            lines = []
            for summary in free[:MOST_SEATS]:
                url = await services.publics.url(summary.id, summary)
                line = lobby_texts.free_seats(summary)
                room -= len(speak(line, to))
                if url is not None and room >= 0:
                    lines.append(message.linked(to, line, url, common_texts.TABLE))
            heading = lobby_texts.FREE_SEATS if lines else lobby_texts.NO_FREE_SEATS
            await reply.show(message.OutgoingMessage((message.paragraph(to, heading), *lines)))


def _add_simple(group: app_commands.Group, services: Services) -> None:
    """Register the commands that match a single button."""
    guests, lobbies = services.tables.guests, services.tables.lobbies
    commands: dict[str, tuple[str, Deed]] = {
        "join": ("Join a table", lambda summary, who: lobbies.join(summary.id, who)),
        "ready": (
            "Mark yourself as ready, at tables where everyone has to",
            lambda summary, who: guests.set_ready(summary.id, who, ready=True),
        ),
        "not_ready": (
            "Mark yourself as not ready yet",
            lambda summary, who: guests.set_ready(summary.id, who, ready=False),
        ),
        "start": (
            "Start the match (host only)",
            lambda summary, who: services.tables.match_start.start(summary.id, who),
        ),
        "cancel": (
            "Close your table for good",
            lambda summary, who: lobbies.cancel(summary.id, who),
        ),
    }
    for name, (description, deed) in commands.items():
        _command(group, services, name, description, deed)


def _command(
    group: app_commands.Group, services: Services, name: str, description: str, deed: Deed
) -> None:
    async def callback(interaction: discord.Interaction[Any], table: str | None = None) -> None:
        await _do(services, interaction, table, deed, sits=name != "join")

    command: app_commands.Command[Any, Any, Any] = app_commands.Command(
        name=name, description=description, callback=callback
    )
    app_commands.describe(table=WHICH)(command)
    command.autocomplete("table")(services.finder.all_tables)
    group.add_command(command)


def _add_people(group: app_commands.Group, services: Services) -> None:
    """Register the commands that invite and remove people."""
    guests, lobbies = services.tables.guests, services.tables.lobbies

    @group.command(name="invite", description="Invite someone to your table")
    @app_commands.describe(who="The person to invite", table=WHICH)
    async def invite(interaction: discord.Interaction, who: User, table: str | None = None) -> None:
        if who.bot:
            raise RefusedError(lobby_texts.NO_BOT_GUESTS)

        async def deed(lobby: MatchSummary, by: Player) -> None:
            # A nickname belongs to its server, which need not be the table's.
            is_own = joined_server(interaction) == lobby.guild_id
            name = readers.name_of(who) if is_own else readers.account_name_of(who)
            await guests.invite(lobby.id, by, [Player(who.id, name)])

        await _do(services, interaction, table, deed)

    @group.command(name="remove", description="Remove someone from your table")
    @app_commands.describe(who="The person to remove", table=WHICH)
    async def remove(interaction: discord.Interaction, who: User, table: str | None = None) -> None:
        await _do(
            services, interaction, table, lambda lobby, by: lobbies.kick(lobby.id, by, who.id)
        )

    invite.autocomplete("table")(services.finder.all_tables)
    remove.autocomplete("table")(services.finder.all_tables)


def _add_bots(group: app_commands.Group, services: Services) -> None:
    """Register the commands for bot seats."""
    guests = services.tables.guests

    @group.command(name="add_bot", description="Add a bot to your table")
    @app_commands.describe(
        name="The bot's name (default: one of mine)",
        level=worded(lobby_texts.LEVEL_CHOICE),
        table=WHICH,
    )
    @app_commands.choices(level=level_choices())
    async def add_bot(
        interaction: discord.Interaction,
        name: str | None = None,
        level: str | None = None,
        table: str | None = None,
    ) -> None:
        plays = None if level is None else Level(level)
        await _do(
            services,
            interaction,
            table,
            lambda lobby, by: guests.add_bot(lobby.id, by, name, plays),
        )

    @group.command(name="name_bot", description="Rename a bot at your table")
    @app_commands.describe(bot="The bot to rename", name="Its new name", table=WHICH)
    async def name_bot(
        interaction: discord.Interaction, bot: str, name: str, table: str | None = None
    ) -> None:
        await _do(
            services,
            interaction,
            table,
            lambda lobby, by: guests.rename_bot(lobby.id, by, bot, name),
        )

    @group.command(name="remove_bot", description="Remove a bot from your table")
    @app_commands.describe(name="The bot to remove (default: the last one)", table=WHICH)
    async def remove_bot(
        interaction: discord.Interaction, name: str | None = None, table: str | None = None
    ) -> None:
        await _do(
            services, interaction, table, lambda lobby, by: guests.remove_bot(lobby.id, by, name)
        )

    add_bot.autocomplete("table")(services.finder.all_tables)
    name_bot.autocomplete("table")(services.finder.all_tables)
    remove_bot.autocomplete("table")(services.finder.all_tables)


def _add_level(group: app_commands.Group, services: Services) -> None:
    """Register the command for the level of bots."""

    @group.command(name="bot_level", description="Set how well bots play at your table")
    @app_commands.describe(
        level=worded(lobby_texts.LEVEL_CHOICE), bot="The bot (default: all bots)", table=WHICH
    )
    @app_commands.choices(level=level_choices())
    async def bot_level(
        interaction: discord.Interaction,
        level: str,
        bot: str | None = None,
        table: str | None = None,
    ) -> None:
        async def deed(lobby: MatchSummary, by: Player) -> None:
            await services.tables.guests.set_level(lobby.id, by, Level(level), bot)

        await _do(services, interaction, table, deed)

    bot_level.autocomplete("table")(services.finder.all_tables)


def _add_set(group: app_commands.Group, services: Services) -> None:
    """Register the commands for options and the start."""

    @group.command(name="set", description="Change an option of your table")
    @app_commands.describe(
        option="The option to change", value="Its new value (the list suggests some)", table=WHICH
    )
    async def change(
        interaction: discord.Interaction, option: str, value: str, table: str | None = None
    ) -> None:
        async def deed(summary: MatchSummary, by: Player) -> None:
            fields = dict(await _options(services, summary.id))
            meant = value_of(fields[option], value) if option in fields else value
            if option == THREAD and meant:
                check_has_threads(interaction, summary.channel_id)
            await services.tables.lobbies.set_options(summary.id, by, {option: meant})

        await _do(services, interaction, table, deed)

    @group.command(name="plan", description="Change when your table starts")
    @app_commands.describe(start=WHEN, table=WHICH)
    async def plan(interaction: discord.Interaction, start: str, table: str | None = None) -> None:
        async def deed(summary: MatchSummary, by: Player) -> None:
            guild_id = home(interaction)
            starts_at = await services.tables.preferences.start(by.id, guild_id, start)
            await services.tables.lobbies.plan(summary.id, by, starts_at)

        await _do(services, interaction, table, deed)

    @change.autocomplete("option")
    async def options(interaction: discord.Interaction, typed: str) -> Choices:
        to_person = readers.plain_reader_of(interaction)
        lobby = await _meant(services, interaction)
        return as_choices(((speak(field.title, to_person), name) for name, field in lobby), typed)

    @change.autocomplete("value")
    async def values(interaction: discord.Interaction, typed: str) -> Choices:
        field = dict(await _meant(services, interaction)).get(
            getattr(interaction.namespace, "option", "")
        )
        if field is None:
            return []
        values = values_of(field, readers.plain_reader_of(interaction))
        return as_choices(((label, value) for value, label in values), typed)

    change.autocomplete("table")(services.finder.all_tables)
    plan.autocomplete("table")(services.finder.all_tables)


async def _options(services: Services, match_id: str) -> list[tuple[str, OptionField]]:
    lobby = await services.tables.lobbies.show(match_id)
    return [(field.name, field) for field, _ in agreed(lobby)]


async def _meant(
    services: Services, interaction: discord.Interaction
) -> list[tuple[str, OptionField]]:
    """The options of the intended lobby during autocompletion; empty if there is none."""
    named = getattr(interaction.namespace, "table", None) or None
    try:
        return await _options(services, (await _lobby(services, interaction, named)).id)
    except (TableError, RefusedError):
        return []  # the command itself gives the reason


async def _lobby(
    services: Services, interaction: discord.Interaction, named: str | None, *, sits: bool = True
) -> MatchSummary:
    """The intended lobby, ignoring running matches.

    By default one where this person sits; for joining, one where they do not.
    """
    if named is None:
        here = [
            summary
            for summary in await services.finder.tables_here(interaction)
            if summary.life is Life.LOBBY
        ]
        player_id = interaction.user.id
        fitting = [summary for summary in here if (summary.seat_of(player_id) is not None) is sits]
        if len(fitting or here) == 1:
            return (fitting or here)[0]
    return await services.finder.any_table(interaction, named)


async def _do(
    services: Services,
    interaction: discord.Interaction[Any],
    table: str | None,
    deed: Deed,
    *,
    sits: bool = True,
) -> None:
    """Change the intended lobby; its own message shows the result.

    Newcomers who join are offered the lessons of the game.
    """
    async with Reply(interaction) as reply:
        summary = await _lobby(services, interaction, table, sits=sits)
        await deed(summary, readers.player_of(interaction))
        words = readers.to(interaction, common_texts.MOVED)
        offered = (
            None if sits else await lesson_offer(services.tables, interaction, summary.game_key)
        )
        await reply.say(words if offered is None else f"{words}\n{offered}")
