"""A message as a bot sends it: JSON and files, copied into a message's fields."""

import re
import struct
from dataclasses import dataclass, field

from playground.messages.cdn import content_type
from playground.world.components import media_urls, numbered, texts
from playground.world.errors import id_of
from playground.world.serializers import file_names, in_embeds
from playground.world.world import COMPONENTS_V2, Attachment, Channel, Json, Message, World

SETTABLE = 1 << 2 | 1 << 12 | COMPONENTS_V2  # message flags that a bot may choose itself
_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")
_USER = re.compile(r"<@!?(\d{1,19})>", re.ASCII)
_ROLE = re.compile(r"<@&(\d{1,19})>", re.ASCII)
_EVERYONE = re.compile(r"@(everyone|here)\b")


@dataclass(frozen=True)
class Upload:
    """One `files[n]` part of a request."""

    index: int
    filename: str
    data: bytes


@dataclass(frozen=True)
class Body:
    """A request's JSON and its files."""

    json: Json = field(default_factory=dict)
    uploads: tuple[Upload, ...] = ()


def fill(world: World, message: Message, body: Body, channel: Channel) -> None:
    """Copy the body's fields into the message; fields it does not name stay unchanged."""
    payload = body.json
    if "content" in payload:
        message.content = payload["content"] or ""
    if "embeds" in payload:
        message.embeds = payload["embeds"] or []
    if "components" in payload:
        message.components = numbered(payload["components"] or [])
    if "flags" in payload:
        flags = message.flags & ~SETTABLE | message.flags & COMPONENTS_V2
        message.flags = flags | int(payload["flags"] or 0) & SETTABLE
    _attach(world, message, body)
    if {"content", "components", "allowed_mentions"} & payload.keys():
        _mention(world, message, payload.get("allowed_mentions"), channel)


def _attach(world: World, message: Message, body: Body) -> None:
    """Handle attachments: `attachments` in an edit lists those to keep; without it all are kept."""
    listed = body.json.get("attachments")
    described = {int(a["id"]): a.get("description") for a in listed or [] if "id" in a}
    if "attachments" in body.json:
        for attachment in message.attachments:
            if attachment.id not in described:
                world.store.drop_file(attachment.id)
        message.attachments = [a for a in message.attachments if a.id in described]
        for attachment in message.attachments:
            attachment.description = described[attachment.id] or attachment.description
    for upload in body.uploads:
        width, height = _png_size(upload.data)
        attachment = Attachment(
            world.new_id(),
            safe_name(upload.filename),
            content_type(upload.filename),
            len(upload.data),
            described.get(upload.index),
            width,
            height,
        )
        world.store.put_file(attachment.id, upload.data)
        message.attachments.append(attachment)


def safe_name(filename: str) -> str:
    """A file's name as Discord keeps it: letters, digits, dots, dashes, underscores."""
    return _UNSAFE.sub("_", filename).strip("_") or "file"


def _png_size(data: bytes) -> tuple[int | None, int | None]:
    if data[:8] != b"\x89PNG\r\n\x1a\n" or len(data) < 24:
        return None, None
    width, height = struct.unpack(">II", data[16:24])
    return width, height


def _mention(world: World, message: Message, allowed: Json | None, channel: Channel) -> None:
    """Set whom the text mentions, as far as `allowed_mentions` permits."""
    text = "\n".join([message.content, *texts(message.components)])
    parse = set(allowed.get("parse") or []) if allowed else {"users", "roles", "everyone"}
    named_users, named_roles = _named(allowed, "users"), _named(allowed, "roles")
    users = dict.fromkeys(int(user) for user in _USER.findall(text))
    roles = dict.fromkeys(int(role) for role in _ROLE.findall(text))
    message.mentions = [
        user for user in users if user in world.users and ("users" in parse or user in named_users)
    ]
    guild = world.guild_of(channel)
    message.mention_roles = [
        role
        for role in roles
        if guild and role in guild.roles and ("roles" in parse or role in named_roles)
    ]
    message.mention_everyone = "everyone" in parse and bool(_EVERYONE.search(text))


def _named(allowed: Json | None, kind: str) -> set[int]:
    """Return the users or roles that `allowed_mentions` names."""
    ids = (allowed or {}).get(kind) or []
    return {id_of(id, "allowed_mentions", kind, index) for index, id in enumerate(ids)}


def references(payload: Json) -> set[str]:
    """The names of the files that embeds and components of a payload show."""
    urls = media_urls(payload.get("components") or []) + in_embeds(payload.get("embeds") or [])
    return file_names(urls)
