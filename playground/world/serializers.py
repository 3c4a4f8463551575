"""The world's values as the JSON objects of Discord's API, ids as strings."""

from collections.abc import Iterable
from typing import Any

from playground.world.clock import iso
from playground.world.components import media_urls, resolved_components
from playground.world.permissions import allowed, sees
from playground.world.world import (
    DIRECT,
    GUILD_VOICE,
    HAS_THREAD,
    PRIVATE_THREAD,
    ApplicationEmoji,
    Attachment,
    Channel,
    Command,
    Guild,
    Json,
    Member,
    Message,
    Role,
    ScheduledEvent,
    Thread,
    User,
    World,
)

PREFIX = "attachment://"


def user_shape(user: User) -> Json:
    return {
        "id": str(user.id),
        "username": user.username,
        "discriminator": "0000" if user.bot else "0",
        "global_name": None if user.bot else user.display_name,
        "avatar": f"{user.id:x}",
        "bot": user.bot,
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
    }


def emoji_shape(world: World, emoji: ApplicationEmoji) -> Json:
    return {
        "id": str(emoji.id),
        "name": emoji.name,
        "user": user_shape(world.bot),
        "roles": [],
        "require_colons": True,
        "managed": False,
        "animated": False,
        "available": True,
    }


def me_shape(user: User) -> Json:
    """The bot as it sees itself."""
    absent = "email banner accent_color avatar_decoration_data banner_color collectibles"
    return {
        **user_shape(user),
        **dict.fromkeys(absent.split()),
        "mfa_enabled": True,
        "verified": True,
        "locale": user.locale,
        "premium_type": 0,
        "bio": "",
    }


def member_shape(world: World, member: Member) -> Json:
    return {
        "user": user_shape(world.users[member.user_id]),
        "nick": None,
        "avatar": None,
        "banner": None,
        "roles": [str(role) for role in member.roles],
        "joined_at": iso(member.joined_at),
        "premium_since": None,
        "communication_disabled_until": member.silent_until and iso(member.silent_until),
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
    }


def role_shape(role: Role, bot_id: int) -> Json:
    shape: Json = {
        "id": str(role.id),
        "name": role.name,
        "permissions": str(role.permissions),
        "position": role.position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": role.managed,
        "mentionable": False,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }
    if role.managed:
        shape["tags"] = {"bot_id": str(bot_id)}
    return shape


def event_shape(guild: Guild, event: ScheduledEvent) -> Json:
    return {
        "id": str(event.id),
        "guild_id": str(guild.id),
        "channel_id": None,
        "creator_id": str(event.creator_id),
        "name": event.name,
        "description": event.description,
        "image": None,
        "scheduled_start_time": iso(event.starts),
        "scheduled_end_time": iso(event.ends),
        "privacy_level": 2,
        "status": 1,
        "entity_type": 3,
        "entity_id": None,
        "entity_metadata": {"location": event.location},
        "recurrence_rule": None,
        "guild_scheduled_event_exceptions": [],
    }


def channel_shape(world: World, channel: Channel, viewer: int | None = None) -> Json:
    """A channel; a DM lists its users except `viewer` (the bot by default)."""
    last = channel.last_message_id
    shape: Json = {
        "id": str(channel.id),
        "type": channel.kind,
        "flags": 0,
        "last_message_id": str(last) if last else None,
    }
    if channel.guild_id is None:
        me = world.bot.id if viewer is None else viewer
        others = [user for user in channel.recipients if user != me]
        shape["recipients"] = [user_shape(world.users[user]) for user in others]
        return shape if channel.kind == DIRECT else {**shape, "name": channel.name, "icon": None}
    if channel.thread:
        return {**shape, **_thread_shape(world, channel, channel.thread)}
    if channel.kind == GUILD_VOICE:
        shape |= {"bitrate": 64_000, "user_limit": 0, "rtc_region": None}
    return {
        **shape,
        "guild_id": str(channel.guild_id),
        "name": channel.name,
        "position": channel.position,
        "topic": channel.topic or None,
        "nsfw": False,
        "parent_id": None,
        "rate_limit_per_user": 0,
        "permission_overwrites": [
            {"id": str(o.id), "type": o.kind, "allow": str(o.allow), "deny": str(o.deny)}
            for o in channel.overwrites
        ],
    }


def thread_member_shape(channel: Channel, user_id: int) -> Json:
    """Return a member of a thread."""
    joined_at = channel.thread.members[user_id] if channel.thread else 0
    return {
        "id": str(channel.id),
        "user_id": str(user_id),
        "join_timestamp": iso(joined_at),
        "flags": 0,
    }


def _thread_shape(world: World, channel: Channel, thread: Thread) -> Json:
    shape: Json = {
        "guild_id": str(channel.guild_id),
        "name": channel.name,
        "parent_id": str(thread.parent_id),
        "owner_id": str(thread.owner_id),
        "rate_limit_per_user": 0,
        "message_count": 0,
        "member_count": len(thread.members),
        "total_message_sent": 0,
        "thread_metadata": {
            "archived": thread.archived,
            "locked": thread.locked,
            "auto_archive_duration": thread.minutes,
            "archive_timestamp": iso(thread.changed_at),
        },
    }
    if channel.kind == PRIVATE_THREAD:
        shape["thread_metadata"]["invitable"] = thread.invitable
    if world.bot.id in thread.members:
        shape["member"] = thread_member_shape(channel, world.bot.id)
    return shape


def channel_for(world: World, channel: Channel, user_id: int) -> Json:
    """A channel with that user's permissions there."""
    shape = channel_shape(world, channel)
    return {**shape, "permissions": str(allowed(world, user_id, channel))}


def guild_shape(world: World, guild: Guild) -> Json:
    absent = (
        "icon description home_header splash discovery_splash banner application_id "
        "afk_channel_id widget_channel_id max_presences vanity_url_code "
        "rules_channel_id safety_alerts_channel_id public_updates_channel_id incidents_data "
        "hub_type"
    )
    zero = (
        "system_channel_flags verification_level default_message_notifications mfa_level "
        "explicit_content_filter premium_tier premium_subscription_count nsfw_level"
    )
    return {
        **dict.fromkeys(absent.split()),
        **dict.fromkeys(zero.split(), 0),
        "id": str(guild.id),
        "name": guild.name,
        "owner_id": str(guild.owner_id),
        "system_channel_id": guild.system_channel_id and str(guild.system_channel_id),
        "features": [],
        "region": "deprecated",
        "afk_timeout": 300,
        "widget_enabled": False,
        "max_members": 500000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "preferred_locale": guild.locale,
        "premium_progress_bar_enabled": False,
        "nsfw": False,
        "roles": [role_shape(role, world.bot.id) for role in guild.roles.values()],
        "emojis": [],
        "stickers": [],
    }


def guild_created(world: World, guild: Guild) -> Json:
    """The guild as the GUILD_CREATE event tells it."""
    bot = world.bot.id
    all_channels = [c for c in world.channels.values() if c.guild_id == guild.id]
    channels = [c for c in all_channels if not c.thread]
    threads = [
        c for c in all_channels if c.thread and not c.thread.archived and sees(world, bot, c)
    ]
    return {
        **guild_shape(world, guild),
        "unavailable": False,
        "large": False,
        "joined_at": iso(guild.members[bot].joined_at),
        "member_count": len(guild.members),
        "members": [member_shape(world, member) for member in guild.members.values()],
        "channels": [channel_shape(world, channel) for channel in channels],
        "threads": [channel_shape(world, thread) for thread in threads],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [event_shape(guild, event) for event in guild.events.values()],
        "soundboard_sounds": [],
    }


def command_shape(world: World, command: Command) -> Json:
    permissions = command.body.get("default_member_permissions")
    shape = {
        "description": "",
        "nsfw": False,
        **command.body,
        "id": str(command.id),
        "application_id": str(world.application.id),
        "version": str(command.version),
        "default_member_permissions": None if permissions is None else str(permissions),
        "integration_types": command.body.get("integration_types") or [0],
    }
    if command.guild_id:
        shape["guild_id"] = str(command.guild_id)
    return shape


def attachment_url(origin: str, channel_id: int, attachment: Attachment) -> str:
    return f"{origin}/cdn/attachments/{channel_id}/{attachment.id}/{attachment.filename}"


def attachment_shape(origin: str, channel_id: int, attachment: Attachment) -> Json:
    url = attachment_url(origin, channel_id, attachment)
    shape: Json = {
        "id": str(attachment.id),
        "filename": attachment.filename,
        "size": attachment.size,
        "url": url,
        "proxy_url": url,
        "content_type": attachment.content_type,
    }
    if attachment.width:
        shape |= {"width": attachment.width, "height": attachment.height}
    if attachment.description is not None:
        shape["description"] = attachment.description
    return shape


def file_named(message: Message, url: str) -> Attachment | None:
    """Return the message's own file that this address names, if any."""
    if not url.startswith(PREFIX):
        return None
    name = url.removeprefix(PREFIX)
    return next((file for file in message.attachments if file.filename == name), None)


def resolve_media(origin: str, message: Message, url: str) -> Json:
    """Return what a component or embed shows: one of the message's own files, or a link."""
    attachment = file_named(message, url)
    if attachment:
        place = attachment_url(origin, message.channel_id, attachment)
        return {
            "id": str(attachment.id),
            "attachment_id": str(attachment.id),
            "url": place,
            "proxy_url": place,
            "width": attachment.width,
            "height": attachment.height,
            "content_type": attachment.content_type,
        }
    blank = dict.fromkeys(("width", "height", "content_type"))
    return {"id": str(message.id), "url": url, "proxy_url": url, **blank}


def embed_shape(origin: str, message: Message, embed: Json) -> Json:
    shape = {**embed, "type": "rich"}
    for place in ("image", "thumbnail"):
        if embed.get(place):
            media = resolve_media(origin, message, embed[place]["url"])
            wanted = ("url", "proxy_url", "width", "height", "content_type")
            shape[place] = {key: media[key] for key in wanted if media[key] is not None}
    return shape


def in_embeds(embeds: list[Json]) -> list[str]:
    """The addresses of the pictures that embeds show."""
    places = ("image", "thumbnail")
    return [embed[place]["url"] for embed in embeds for place in places if embed.get(place)]


def file_names(urls: Iterable[str]) -> set[str]:
    """The names of the message's own files among these addresses."""
    return {url.removeprefix(PREFIX) for url in urls if url.startswith(PREFIX)}


def reference(channel: Channel, message_id: int) -> Json:
    """What a reply says of the message that it replies to."""
    shape: Json = {"type": 0, "channel_id": str(channel.id), "message_id": str(message_id)}
    return shape | ({"guild_id": str(channel.guild_id)} if channel.guild_id else {})


def message_shape(world: World, message: Message, origin: str) -> Json:
    """A message; `origin` is prepended to the addresses of its files."""
    # Discord lists only the files that neither embeds nor components show.
    shown = file_names([*in_embeds(message.embeds), *media_urls(message.components)])
    mentioned = [world.users[user] for user in message.mentions if user in world.users]
    shape: Json = {
        "id": str(message.id),
        "type": message.kind,
        "channel_id": str(message.channel_id),
        "author": user_shape(world.users[message.author_id]),
        "content": message.content,
        "timestamp": iso(message.created_at),
        "edited_timestamp": iso(message.edited_at) if message.edited_at else None,
        "flags": message.flags,
        "mentions": [user_shape(user) for user in mentioned],
        "mention_roles": [str(role) for role in message.mention_roles],
        "mention_everyone": message.mention_everyone,
        "attachments": [
            attachment_shape(origin, message.channel_id, attachment)
            for attachment in message.attachments
            if attachment.filename not in shown
        ],
        "embeds": [embed_shape(origin, message, embed) for embed in message.embeds],
        "components": resolved_components(
            message.components,
            lambda url: resolve_media(origin, message, url),
            lambda url: file_named(message, url),
        ),
        "pinned": False,
        "tts": False,
        **_relations(world, message, origin),
    }
    if message.flags & HAS_THREAD and message.id in world.channels:
        shape["thread"] = channel_shape(world, world.channels[message.id])
    if message.nonce is not None:
        shape["nonce"] = message.nonce
    if world.users[message.author_id].bot:
        shape["application_id"] = str(world.application.id)
    return shape


def _relations(world: World, message: Message, origin: str) -> Json:
    """Return what the message responds to: an interaction or another message."""
    shape: dict[str, Any] = {}
    interaction = world.interactions.get(message.interaction_id or 0)
    if interaction:
        shape["interaction_metadata"] = interaction.metadata
        shape["webhook_id"] = str(world.application.id)
        if interaction.name:
            shape["interaction"] = {
                "id": str(interaction.id),
                "type": interaction.kind,
                "name": interaction.name,
                "user": user_shape(world.users[interaction.user_id]),
            }
    if message.reference:
        shape["message_reference"], shape["referenced_message"] = message.reference, None
        original = world.messages.get(int(message.reference["message_id"]))
        if original is not None:
            referenced = message_shape(world, original, origin)
            for key in ("referenced_message", "message_reference"):
                referenced.pop(key, None)
            shape["referenced_message"] = referenced
    return shape
