"""Guilds, their channels, roles and members."""

from __future__ import annotations

from typing import Any

from playground.rest.call import Call, Route
from playground.world.errors import refuse
from playground.world.permissions import sees
from playground.world.serializers import channel_shape, guild_shape, member_shape, role_shape
from playground.world.world import Guild


def _guild(call: Call) -> Guild:
    """Return the path's guild; the bot knows only those it is in."""
    guild = call.world.guilds.get(call.id("guild_id"))
    if guild is None or call.world.bot.id not in guild.members:
        refuse(10004)
    return guild


def guild(call: Call) -> Any:
    return guild_shape(call.world, _guild(call))


def channels(call: Call) -> Any:
    guild = _guild(call)
    bot = call.world.bot.id
    return [
        channel_shape(call.world, channel)
        for channel in call.world.channels.values()
        if channel.guild_id == guild.id and sees(call.world, bot, channel)
    ]


def roles(call: Call) -> Any:
    return [role_shape(role, call.world.bot.id) for role in _guild(call).roles.values()]


def member(call: Call) -> Any:
    member = _guild(call).members.get(call.id("user_id"))
    if member is None:
        refuse(10007)
    return member_shape(call.world, member)


ROUTES = (
    Route("GET", "/guilds/{guild_id}", guild),
    Route("GET", "/guilds/{guild_id}/channels", channels),
    Route("GET", "/guilds/{guild_id}/roles", roles),
    Route("GET", "/guilds/{guild_id}/members/{user_id}", member),
)
