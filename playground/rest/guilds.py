"""Guilds, their channels, roles and members."""

from typing import Any

from playground.rest.call import Call, Route
from playground.world.errors import refuse
from playground.world.permissions import Permission, base, sees
from playground.world.serializers import channel_shape, guild_shape, member_shape, role_shape
from playground.world.world import Guild, Member, Role


def guild_of(call: Call) -> Guild:
    """Return the path's guild; the bot knows only those it is in."""
    guild = call.world.guilds.get(call.id("guild_id"))
    if guild is None or call.world.bot.id not in guild.members:
        refuse(10004)
    return guild


def guild(call: Call) -> Any:
    return guild_shape(call.world, guild_of(call))


def channels(call: Call) -> Any:
    guild = guild_of(call)
    bot = call.world.bot.id
    return [
        channel_shape(call.world, channel)
        for channel in call.world.channels.values()
        if channel.guild_id == guild.id and sees(call.world, bot, channel)
    ]


def roles(call: Call) -> Any:
    return [role_shape(role, call.world.bot.id) for role in guild_of(call).roles.values()]


def member(call: Call) -> Any:
    member = guild_of(call).members.get(call.id("user_id"))
    if member is None:
        refuse(10007)
    return member_shape(call.world, member)


def _member_and_role(call: Call) -> tuple[Guild, Member, Role]:
    """A member, and a role that the bot may give or take: below its own, and no app's."""
    guild = guild_of(call)
    person = guild.members.get(call.id("user_id")) or refuse(10007)
    role = guild.roles.get(call.id("role_id")) or refuse(10011)
    bot = call.world.bot.id
    bits = base(guild, bot)
    top = max((guild.roles[id].position for id in guild.members[bot].roles), default=0)
    is_above = role.position >= top and guild.owner_id != bot
    if not bits & Permission.MANAGE_ROLES or is_above or role.managed or role.id == guild.id:
        refuse(50013)
    return guild, person, role


def add_role(call: Call) -> None:
    guild, person, role = _member_and_role(call)
    if role.id not in person.roles:
        person.roles.append(role.id)
        call.world.keep(guild)


def remove_role(call: Call) -> None:
    guild, person, role = _member_and_role(call)
    if role.id in person.roles:
        person.roles.remove(role.id)
        call.world.keep(guild)


MEMBER = "/guilds/{guild_id}/members/{user_id}"
ROUTES = (
    Route("GET", "/guilds/{guild_id}", guild),
    Route("GET", "/guilds/{guild_id}/channels", channels),
    Route("GET", "/guilds/{guild_id}/roles", roles),
    Route("GET", MEMBER, member),
    Route("PUT", MEMBER + "/roles/{role_id}", add_role),
    Route("DELETE", MEMBER + "/roles/{role_id}", remove_role),
)
