"""A channel as text, as its viewer sees it, to explain why a test failed."""

from collections.abc import Iterator

from playground.world.components import (
    BUTTON,
    CONTAINER,
    GALLERY,
    SELECTS,
    STRING_SELECT,
    TEXT,
    THUMBNAIL,
    walk,
)
from playground.world.world import DIRECT, LOADING, Channel, Json, Message, World


def transcript(world: World, channel: Channel, viewer: int | None = None) -> str:
    """Return all messages of a channel; hidden ones only of `viewer`, or of everybody if None."""
    lines = [channel_title(world, channel)]
    for message in world.history(channel.id):
        if viewer is None or message.owner_id in (None, viewer):
            lines += _message(world, message)
    return "\n".join(lines)


def channel_title(world: World, channel: Channel) -> str:
    if channel.kind == DIRECT:
        names = " and ".join(world.users[user].display_name for user in channel.recipients)
        return f"== {names} =="
    return f"== #{channel.name} =="


def _message(world: World, message: Message) -> Iterator[str]:
    notes = []
    if message.owner_id:
        notes.append(f"only {world.users[message.owner_id].display_name}")
    if message.edited_at:
        notes.append("edited")
    interaction = world.interactions.get(message.interaction_id or 0)
    if interaction and interaction.name and not message.reference:
        yield f"{world.users[interaction.user_id].display_name} used /{interaction.name}"
    head = world.users[message.author_id].display_name
    head += f" ({', '.join(notes)})" if notes else ""
    yield f"{head}: {'thinking…' if message.flags & LOADING else message.content}"
    for embed in message.embeds:
        fields = [f"{f['name']}: {f['value']}" for f in embed.get("fields") or []]
        parts = [embed.get("title"), embed.get("description"), *fields]
        yield "    | " + " | ".join(part for part in parts if part)
    for attachment in message.attachments:
        yield f"    (file {attachment.filename}: {attachment.description or 'no alt text'})"
    for component in walk(message.components):
        line = _component(component)
        if line:
            yield f"    {line}"


def _component(component: Json) -> str:
    kind = component["type"]
    if kind == TEXT:
        return str(component["content"])
    if kind == BUTTON:
        name = component.get("label") or (component.get("emoji") or {}).get("name")
        return f"-{name}- (greyed out)" if component.get("disabled") else f"[{name}]"
    if kind in SELECTS:
        place = component.get("placeholder") or component["custom_id"]
        options = [option["label"] for option in component.get("options") or []]
        return f"{{{place}: {' / '.join(options)}}}" if kind == STRING_SELECT else f"{{{place}}}"
    if kind == GALLERY:
        return " ".join(f"(picture: {i.get('description')})" for i in component["items"])
    if kind == THUMBNAIL:
        return f"(thumbnail: {component.get('description')})"
    return "---" if kind == CONTAINER else ""
