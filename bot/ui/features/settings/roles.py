"""`/server roles`: which roles people get for what they reach."""

from collections.abc import Iterator

import discord
from discord import app_commands

from bot.tables.leaderboards.roles import NoSuchReachError
from bot.ui.features.services import Services
from bot.ui.i18n.readers import plain_reader_of
from bot.ui.i18n.texts import server_texts
from bot.ui.interactions.bot_permissions import check_gives, role_problem, server
from bot.ui.interactions.command_options import Choices, as_choices
from bot.ui.interactions.reply import Reply
from games.core.text import Text, speak


def add_command(services: Services) -> None:
    tables, reaches = services.tables, services.tables.roles.reaches

    @services.groups.server.command(
        name="roles", description="Give roles for titles, a season's best or a tournament's winner"
    )
    @app_commands.describe(
        reach="What brings the role; without it, see the list",
        role="The role; without it, this brings none any more",
    )
    async def roles(
        interaction: discord.Interaction, reach: str | None = None, role: discord.Role | None = None
    ) -> None:
        async with Reply(interaction) as reply:
            guild_id = server(interaction)
            if reach is not None:
                key = _key(interaction, reach, reaches)
                if role is not None:
                    check_gives(interaction, role)
                await tables.server_settings.give_role(
                    guild_id, key, None if role is None else role.id
                )
            chosen = await tables.roles.chosen(guild_id)
            named = [(reaches[key], given) for key, given in chosen.items() if key in reaches]
            lines = [server_texts.role_for(*pair) for pair in named]
            await reply.show_lines(*(lines or [server_texts.NO_ROLES]), server_texts.ABOUT_ROLES)

    @roles.autocomplete("reach")
    async def offer(interaction: discord.Interaction, typed: str) -> Choices:
        to = plain_reader_of(interaction)
        return as_choices(((speak(name, to), key) for key, name in reaches.items()), typed)


def role_findings(services: Services, guild_id: int, chosen: dict[str, int]) -> Iterator[Text]:
    """What keeps each of a server's chosen roles from being given."""
    guild = services.client.get_guild(guild_id)
    if guild is None:
        return
    for role_id in dict.fromkeys(chosen.values()):
        role = guild.get_role(role_id)
        problem = server_texts.ROLE_GONE if role is None else role_problem(guild, role)
        if problem is not None:
            yield server_texts.role_cannot(role_id, problem)


def _key(interaction: discord.Interaction, typed: str, reaches: dict[str, Text]) -> str:
    """The reach that was chosen from the list, or whose name was typed."""
    to = plain_reader_of(interaction)
    for key, name in reaches.items():
        if typed == key or typed.casefold() == speak(name, to).casefold():
            return key
    raise NoSuchReachError
