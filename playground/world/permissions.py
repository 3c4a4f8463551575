"""Permissions, computed as Discord documents it: roles, then the channel's overwrites."""

from enum import IntFlag

from playground.world.errors import refuse
from playground.world.world import GUILD_VOICE, PRIVATE_THREAD, Channel, Guild, World


class Permission(IntFlag):
    """The permission bits in use here."""

    KICK_MEMBERS = 1 << 1
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    CONNECT = 1 << 20
    SPEAK = 1 << 21
    MANAGE_ROLES = 1 << 28
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_EVENTS = 1 << 33
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    CREATE_EVENTS = 1 << 44
    USE_EXTERNAL_APPS = 1 << 50


ALL = (1 << 53) - 1
EVERYONE = (
    Permission.ADD_REACTIONS
    | Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.CONNECT
    | Permission.SPEAK
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.CREATE_PRIVATE_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
    | Permission.USE_EXTERNAL_APPS
)
# The permissions of the bot's invitation: exactly those that server owners are asked for.
INVITED = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.SEND_MESSAGES_IN_THREADS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
)

IN_PRIVATE = Permission.ATTACH_FILES | Permission.EMBED_LINKS | Permission.MENTION_EVERYONE
"""What the bot's answers may do in conversations without a guild."""
SILENT = Permission.VIEW_CHANNEL | Permission.READ_MESSAGE_HISTORY
"""What a member may do during a time-out, except for owners and administrators."""


def base(guild: Guild, user_id: int) -> int:
    """Return a member's permissions by roles alone; 0 for a user outside the guild."""
    member = guild.members.get(user_id)
    if member is None:
        return 0
    if guild.owner_id == user_id:
        return ALL
    bits = guild.roles[guild.id].permissions
    for role_id in member.roles:
        bits |= guild.roles[role_id].permissions
    return ALL if bits & Permission.ADMINISTRATOR else bits


def to_send(channel: Channel) -> Permission:
    """Return the permission for sending there: in a thread the channel's own does not count."""
    in_thread = channel.thread is not None
    return Permission.SEND_MESSAGES_IN_THREADS if in_thread else Permission.SEND_MESSAGES


def allowed(world: World, user_id: int, channel: Channel) -> int:
    """Return a user's permissions in a channel as a bit field; a thread has its parent's."""
    guild = world.guild_of(channel)
    if guild is None:
        return int(EVERYONE) if user_id in channel.recipients else 0
    bits = base(guild, user_id)
    member = guild.members.get(user_id)
    if member is None or bits == ALL:
        return bits
    home = world.channels[channel.thread.parent_id] if channel.thread else channel
    overwrites = {(overwrite.kind, overwrite.id): overwrite for overwrite in home.overwrites}
    everyone = overwrites.get((0, guild.id))
    if everyone:
        bits = bits & ~everyone.deny | everyone.allow
    roles = [overwrites[0, role] for role in member.roles if (0, role) in overwrites]
    for overwrite in roles:
        bits &= ~overwrite.deny
    for overwrite in roles:
        bits |= overwrite.allow
    own = overwrites.get((1, user_id))
    if own:
        bits = bits & ~own.deny | own.allow
    # Without seeing a channel nothing is allowed there; without sending, nothing that sends.
    if not bits & Permission.VIEW_CHANNEL:
        return 0
    if member.silent_until is not None and world.clock.now() < member.silent_until:
        return bits & SILENT
    if not bits & to_send(channel):
        bits &= ~(Permission.EMBED_LINKS | Permission.ATTACH_FILES | Permission.MENTION_EVERYONE)
    return bits


def may(world: World, user_id: int, channel: Channel, permission: Permission) -> bool:
    return bool(allowed(world, user_id, channel) & permission)


def sees(world: World, user_id: int, channel: Channel) -> bool:
    """Whether a user may open a channel.

    The chat of a voice channel also needs Connect. A private thread is open to its members, and
    to those who manage threads.
    """
    bits = allowed(world, user_id, channel)
    if not bits & Permission.VIEW_CHANNEL:
        return False
    if channel.kind == GUILD_VOICE:
        return bool(bits & Permission.CONNECT)
    if channel.kind == PRIVATE_THREAD and channel.thread:
        return user_id in channel.thread.members or bool(bits & Permission.MANAGE_THREADS)
    return True


def demand(world: World, channel: Channel, *wanted: Permission) -> None:
    """Refuse, as Discord does, what the bot may not do there (50001 if unseen, else 50013)."""
    if not sees(world, world.bot.id, channel):
        refuse(50001)
    bits = allowed(world, world.bot.id, channel)
    for permission in wanted:
        if not bits & permission:
            refuse(50013)


def demand_unlocked(world: World, channel: Channel) -> None:
    """Refuse what the bot may not do in a locked thread unless it manages threads."""
    locked = channel.thread is not None and channel.thread.locked
    if locked and not may(world, world.bot.id, channel, Permission.MANAGE_THREADS):
        refuse(160005)


def demand_awake(channel: Channel) -> None:
    """Refuse changes in an archived thread; a new message reopens it."""
    if channel.thread and channel.thread.archived:
        refuse(50083)


def onlookers(world: World, channel: Channel) -> list[int]:
    """The people who see what is posted there."""
    if channel.guild_id is None:
        return [user for user in channel.recipients if not world.users[user].bot]
    return [user.id for user in world.people if sees(world, user.id, channel)]
