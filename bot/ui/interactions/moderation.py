"""A member's Discord permissions for a table's channel.

The bot's only intent is `guilds`, so it knows channels, roles and overwrites, but no members. An
interaction includes its member with their roles in that server. Nothing is known about other
servers, or in direct messages.
"""

from typing import Protocol

import discord

from bot.ui.interactions.bot_permissions import parent_of, server_of
from data.records.matches import ELSEWHERE


class InteractionVisitor:
    """Somebody who used a command or a button, as the application asks about them."""

    def __init__(self, interaction: discord.Interaction) -> None:
        self._interaction = interaction

    @property
    def player_id(self) -> int:
        return self._interaction.user.id

    @property
    def guild_id(self) -> int | None:
        return server_of(self._interaction)

    def views(self, channel_id: int) -> bool:
        """Whether they can view a channel or thread of the server where they ask, as of now.

        Discord tells a bot neither who was added to a private thread nor which threads sleep.
        Such a thread is viewed from inside, or by somebody who manages threads.
        """
        if channel_id == self._interaction.channel_id:
            return True
        guild = self._interaction.guild
        channel = None if guild is None else guild.get_channel_or_thread(channel_id)
        return channel is not None and self._views(channel)

    def viewable(self) -> frozenset[int]:
        """All channels and threads of the server where they ask that they can view now."""
        guild = self._interaction.guild
        if self.guild_id is None:
            return frozenset()
        if guild is None:
            return frozenset({self._interaction.channel_id or 0})
        known = (*guild.channels, *guild.threads)
        channels = {channel.id for channel in known if self._views(channel)}
        return frozenset(channels | {self._interaction.channel_id or 0})

    def _views(self, channel: discord.abc.GuildChannel | discord.Thread) -> bool:
        allowed = _allowed(self._interaction, channel)
        is_private = isinstance(channel, discord.Thread) and channel.is_private()
        return allowed.view_channel and (allowed.manage_threads or not is_private)


class Place(Protocol):
    """Where a table or a tournament stands; `parent_id` is the channel of a thread."""

    @property
    def guild_id(self) -> int: ...

    @property
    def channel_id(self) -> int: ...

    @property
    def parent_id(self) -> int | None: ...


def may_moderate(interaction: discord.Interaction, place: Place) -> bool:
    """Whether somebody is a moderator of a table or tournament: they have Manage Messages there.

    That is in its own channel, or for a thread in the channel that the thread belongs to. Where the
    bot only answered, it may have become a member since.
    """
    guild, home = interaction.guild, place.parent_id or place.channel_id
    if guild is None or place.guild_id not in (guild.id, ELSEWHERE):
        return False
    if home in (interaction.channel_id, parent_of(interaction.channel)):
        return interaction.permissions.manage_messages
    channel = guild.get_channel(home)
    return channel is not None and _allowed(interaction, channel).manage_messages


def _allowed(
    interaction: discord.Interaction, channel: discord.abc.GuildChannel | discord.Thread
) -> discord.Permissions:
    """What the member who used an interaction may do in a channel of the same server."""
    member = interaction.user
    if not isinstance(member, discord.Member) or (
        isinstance(channel, discord.Thread) and channel.parent is None
    ):
        return discord.Permissions.none()
    return channel.permissions_for(member)
