"""`/me block` and `/me unblock`, and for server managers `/server bar` and `/server unbar`."""

import discord
from discord import app_commands

from bot.ui.features.services import Services
from bot.ui.i18n.texts import exclusion_texts
from bot.ui.interactions.bot_permissions import server
from bot.ui.interactions.reply import Reply
from data.stores.guards import Guard

User = discord.Member | discord.User


def add_commands(services: Services) -> None:
    me, managers = services.groups.me, services.groups.server

    @me.command(
        name="block", description="Keep someone out of tables you open, without telling them"
    )
    @app_commands.describe(who="The person to block; leave it out to see your list")
    async def block(interaction: discord.Interaction, who: User | None = None) -> None:
        await _exclude(services, interaction, Guard.BLOCKED, who)

    @me.command(name="unblock", description="Let someone you blocked join your tables again")
    @app_commands.describe(who="The person to unblock")
    async def unblock(interaction: discord.Interaction, who: User) -> None:
        await _include(services, interaction, Guard.BLOCKED, who)

    @managers.command(name="bar", description="Keep someone out of this server's tables")
    @app_commands.describe(who="The person to bar; leave it out to see the list")
    async def bar(interaction: discord.Interaction, who: User | None = None) -> None:
        await _exclude(services, interaction, Guard.BARRED, who)

    @managers.command(name="unbar", description="Let someone back to this server's tables")
    @app_commands.describe(who="The person to let back in")
    async def unbar(interaction: discord.Interaction, who: User) -> None:
        await _include(services, interaction, Guard.BARRED, who)


def _owner(interaction: discord.Interaction, kind: Guard) -> int:
    """The id of the person who blocks, or of the server that bars."""
    return interaction.user.id if kind is Guard.BLOCKED else server(interaction)


async def _exclude(
    services: Services, interaction: discord.Interaction, kind: Guard, who: User | None
) -> None:
    """Exclude a person, or show who is excluded."""
    people, owner_id = services.tables.people, _owner(interaction, kind)
    async with Reply(interaction) as reply:
        if who is None:
            excluded = await people.excluded(kind, owner_id)
            await reply.show_lines(exclusion_texts.listed(kind, excluded))
            return
        await people.exclude(kind, owner_id, who.id, interaction.user.id)
        await reply.show_lines(exclusion_texts.excluded(kind, who.id), exclusion_texts.SEATED)


async def _include(
    services: Services, interaction: discord.Interaction, kind: Guard, who: User
) -> None:
    """Let a person in again."""
    async with Reply(interaction) as reply:
        people, owner_id = services.tables.people, _owner(interaction, kind)
        was = await people.include(kind, owner_id, who.id)
        await reply.show_lines(exclusion_texts.included(kind, who.id, was=was))
