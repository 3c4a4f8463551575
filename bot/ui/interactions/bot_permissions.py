"""The permissions the bot needs in a channel, and messages about missing ones."""

from collections.abc import Mapping

import discord

from bot.ui.i18n.texts import common_texts
from bot.ui.i18n.texts.time_texts import moment
from bot.ui.interactions.errors import RefusedError
from data.records.matches import ELSEWHERE, NOWHERE
from games.core.text import Text, say

NEEDED: dict[str, Text] = {
    "view_channel": say("View Channel"),
    "send_messages": say("Send Messages"),
    "read_message_history": say("Read Message History"),
}
"""Permissions by their discord.py names, with the names that Discord shows."""

FOR_PICTURES: dict[str, Text] = {"attach_files": say("Attach Files")}
"""Without it, tables are shown in words."""

FOR_VOICE: dict[str, Text] = {"connect": say("Connect")}
"""Without it, Discord refuses messages in the chat of a voice channel, too."""

SEND_IN_THREADS = "send_messages_in_threads"
FOR_THREADS: dict[str, Text] = {
    "create_public_threads": say("Create Public Threads"),
    SEND_IN_THREADS: say("Send Messages in Threads"),
}
"""The permissions for a table with its own thread."""

MANAGE_ROLES = say("Manage Roles")
"""Needed only where titles bring roles."""

INVITED = discord.Permissions(**dict.fromkeys([*NEEDED, *FOR_PICTURES, *FOR_THREADS], True))
"""Exactly the permissions of the invite link."""


def invite_link(application: int | str) -> str:
    """Return the link with which a server's manager adds the bot; takes the application's id."""
    scopes = ("bot", "applications.commands")
    return discord.utils.oauth_url(application, permissions=INVITED, scopes=scopes)


def may_host(interaction: discord.Interaction) -> None:
    """Raise RefusedError naming what is missing, unless a table can be in this channel."""
    if home(interaction) == ELSEWHERE:
        if hides_answers(interaction):
            raise RefusedError(common_texts.HIDDEN_ANSWERS)
        return
    if (end := time_out_end(interaction.guild)) is not None:
        raise RefusedError(common_texts.timed_out(end))
    missing = _missing(interaction.app_permissions, _needed(interaction.channel))
    if missing:
        raise RefusedError(common_texts.missing_permissions(missing))
    if isinstance(interaction.channel, discord.Thread):
        _check_thread(interaction.channel, interaction.app_permissions)


def hides_answers(interaction: discord.Interaction) -> bool:
    """Whether a server shows this person's answers of apps that it hasn't added to them alone."""
    is_server = interaction.guild_id is not None and server_of(interaction) == ELSEWHERE
    return is_server and not interaction.permissions.use_external_apps


def check_has_threads(interaction: discord.Interaction, channel_id: int | None) -> None:
    """Raise RefusedError where no table can have its own thread, whatever the bot may do.

    The channel is the table's, which need not be the one where this is asked.
    """
    # A channel that the bot doesn't know is in a group or in a server without it.
    channel = None if channel_id is None else interaction.client.get_channel(channel_id)
    if not isinstance(channel, discord.TextChannel):
        raise RefusedError(common_texts.NO_THREADS_HERE)


def _check_thread(thread: discord.Thread, allowed: discord.Permissions) -> None:
    """Raise RefusedError if nobody could press in this thread, or the bot can't write there."""
    if thread.locked:
        raise RefusedError(common_texts.THREAD_LOCKED)
    # Discord tells a bot of a private thread only once it is in there.
    is_known = thread.guild.get_thread(thread.id) is not None or allowed.manage_threads
    if thread.is_private() and not is_known:
        raise RefusedError(common_texts.NOT_IN_THREAD)


def server_of(interaction: discord.Interaction) -> int | None:
    """The server where this is asked, as matches and rights know it.

    ELSEWHERE in conversations and servers without the bot, where it only answers; None in its own
    direct messages.
    """
    if interaction.guild_id is not None:
        return interaction.guild_id if interaction.is_guild_integration() else ELSEWHERE
    return ELSEWHERE if interaction.context.private_channel else None


def joined_server(interaction: discord.Interaction) -> int | None:
    """The server where this is asked; None wherever the bot isn't a member."""
    return interaction.guild_id if interaction.is_guild_integration() else None


def home(interaction: discord.Interaction) -> int:
    """The server where this is asked, or ELSEWHERE; raises RefusedError in direct messages."""
    place = server_of(interaction)
    if place is None:
        raise RefusedError(common_texts.WITH_OTHERS_ONLY)
    return place


def server(interaction: discord.Interaction) -> int:
    """The server where this is asked; raises RefusedError where the bot isn't a member."""
    place = server_of(interaction)
    if place is None or place == ELSEWHERE:
        raise RefusedError(common_texts.IN_SERVERS_ONLY)
    return place


MANAGERS = discord.Permissions(manage_guild=True)


def check_manages(interaction: discord.Interaction) -> None:
    """Raise RefusedError unless somebody manages the server.

    Commands and the menus that they open ask for the same, whomever Discord lets use a command.
    """
    if not interaction.permissions.is_superset(MANAGERS):
        raise RefusedError(common_texts.MANAGERS_ONLY)


def check_shares(interaction: discord.Interaction) -> None:
    """Raise RefusedError unless whoever presses *Share* may send messages in this channel."""
    if hides_answers(interaction):
        raise RefusedError(common_texts.HIDDEN_ANSWERS)
    if home(interaction) == ELSEWHERE and interaction.guild_id is None:
        return  # everybody in a conversation may write
    in_thread = isinstance(interaction.channel, discord.Thread)
    allowed = interaction.permissions
    if not (allowed.send_messages_in_threads if in_thread else allowed.send_messages):
        raise RefusedError(common_texts.MAY_NOT_SEND)


def parent_of(channel: object) -> int | None:
    """The channel that a thread belongs to."""
    return channel.parent_id if isinstance(channel, discord.Thread) else None


def time_out_end(guild: discord.Guild | None) -> Text | None:
    """When the bot's own time-out on a server ends, None unless it has one."""
    me = None if guild is None else guild.me
    if me is None or me.timed_out_until is None or not me.is_timed_out():
        return None
    return moment(round(me.timed_out_until.timestamp() * 1000), "f")


def missing_in(channel: discord.abc.GuildChannel | discord.Thread) -> list[Text]:
    """The missing permissions for a table there, by the names that Discord shows."""
    allowed = channel.permissions_for(channel.guild.me)
    return _missing(allowed, _needed(channel))


def missing_pictures(channel: discord.abc.GuildChannel | discord.Thread) -> list[Text]:
    """The missing permissions for a table's picture."""
    return _missing(channel.permissions_for(channel.guild.me), FOR_PICTURES)


def missing_for_thread(channel: discord.TextChannel) -> list[Text]:
    """The missing permissions for a thread of this table."""
    return _missing(channel.permissions_for(channel.guild.me), FOR_THREADS)


def role_problem(guild: discord.Guild, role: discord.Role) -> Text | None:
    """What keeps the bot from giving a role, in words that say what to do."""
    if not guild.me.guild_permissions.manage_roles:
        return common_texts.missing_permissions([MANAGE_ROLES])
    if role.managed or role.is_default():
        return common_texts.ROLE_TAKEN
    return None if role < guild.me.top_role else common_texts.ROLE_ABOVE


def may_plan(guild: discord.Guild) -> bool:
    """Whether the bot may create scheduled events there, and delete its own."""
    return guild.me.guild_permissions.create_events


def check_gives(interaction: discord.Interaction, role: discord.Role) -> None:
    """Raise RefusedError unless both the bot and the person who asks could give a role.

    Discord asks the same of people, so nobody gets a role through the bot that they couldn't give.
    What somebody may do in the channel doesn't count: there, the same bit is *Manage Permissions*.
    """
    if (problem := role_problem(role.guild, role)) is not None:
        raise RefusedError(problem)
    person = interaction.user
    is_owner = person.id == role.guild.owner_id
    if not is_owner and not (
        isinstance(person, discord.Member)
        and person.guild_permissions.manage_roles
        and role < person.top_role
    ):
        raise RefusedError(common_texts.ROLE_NOT_YOURS)


def _needed(channel: object) -> Mapping[str, Text]:
    """The permissions for a table in a channel or thread."""
    if isinstance(channel, discord.VoiceChannel | discord.StageChannel):
        return NEEDED | FOR_VOICE
    if not isinstance(channel, discord.Thread):
        return NEEDED
    own = {flag: name for flag, name in NEEDED.items() if flag != "send_messages"}
    return {**own, SEND_IN_THREADS: FOR_THREADS[SEND_IN_THREADS]}


def _missing(allowed: discord.Permissions, needed: Mapping[str, Text]) -> list[Text]:
    return [name for flag, name in needed.items() if not getattr(allowed, flag)]


def own_channel(interaction: discord.Interaction) -> int:
    """The channel of a practice table: the player's direct messages, or nowhere."""
    is_direct = server_of(interaction) is None
    return (interaction.channel_id or NOWHERE) if is_direct else NOWHERE
