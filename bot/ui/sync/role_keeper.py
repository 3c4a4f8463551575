"""Gives people on Discord the roles for what they have reached, and takes them back."""

import logging
from collections.abc import Callable, Iterable

import discord

from bot.tables.leaderboards.roles import RoleChange, Roles
from bot.ui.interactions.bot_permissions import role_problem
from bot.ui.kit import discord_errors

log = logging.getLogger(__name__)


class RoleKeeper:
    """One per client."""

    def __init__(self, client: discord.Client, roles: Roles, owns: Callable[[int], bool]) -> None:
        """`owns` tells whether this process looks after a server."""
        self._client = client
        self._roles = roles
        self._owns = owns
        self._refused: set[RoleChange] = set()
        """What Discord has refused, which is not tried again until a restart."""

    async def bring(self) -> None:
        """Give and take back what is due now, where the bot may."""
        for change in await self._roles.changes():
            guild = self._client.get_guild(change.guild_id)
            if guild is None or guild.unavailable:  # in an outage its roles aren't known
                continue
            if not self._owns(change.guild_id) or change in self._refused:
                continue
            role = guild.get_role(change.granted.role_id)
            if role is not None and role_problem(guild, role) is not None:
                continue  # /server doctor says what it is
            if role is None and change.has:
                continue
            if change.has:
                await self._roles.begin(change)
            if role is None or await self._is_done(change):
                await self._roles.done(change)

    async def take_all(self, player_id: int) -> tuple[RoleChange, ...]:
        """Take back all that a person has from the bot; what Discord refuses stays there.

        Returns what Discord couldn't carry out now.
        """
        held = await self._roles.held(player_id)
        return tuple([change for change in held if not await self._is_done(change)])

    async def owe(self, changes: Iterable[RoleChange]) -> None:
        """Note again what is still to be taken back from somebody whose data is deleted."""
        for change in changes:
            await self._roles.begin(change)

    async def _is_done(self, change: RoleChange) -> bool:
        http, (role_id, player_id) = self._client.http, change.granted
        act = http.add_role if change.has else http.remove_role
        try:
            await act(change.guild_id, player_id, role_id)
        except discord_errors.FAILURES as error:
            is_refused = discord_errors.is_refused(error)
            log.info("a role is not changed: %s", discord_errors.described(error))
            if is_refused:
                self._refused.add(change)
            # Whoever has left the server has lost its roles.
            return is_refused and not change.has
        return True
