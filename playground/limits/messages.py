"""Limits of messages: text, embeds, files and the shape of the whole."""

from collections.abc import Container

from playground.limits.components import check_components, check_emojis
from playground.limits.problems import Path, Problems
from playground.messages.bodies import Body, references, safe_name
from playground.world.errors import id_of, refuse
from playground.world.world import COMPONENTS_V2, Json, Message

CONTENT, EMBEDS, EMBED_TEXT, FILES = 2000, 10, 6000, 10
FILE_BYTES, REQUEST_BYTES = 10 * 1024 * 1024, 25 * 1024 * 1024
DESCRIPTION = 1024  # characters of a file's alt text
NONCE = 25


def check_message(body: Body, old: Message | None, emojis: Container[int]) -> None:
    """Refuse a message Discord would refuse; `old` is the message that an edit changes.

    `emojis` are those the bot may use.
    """
    _check_sizes(body)
    payload = body.json
    problems = Problems()
    flags = int(payload.get("flags") or 0) | (old.flags if old else 0)
    content = payload.get("content", old.content if old else "") or ""
    embeds = payload.get("embeds", old.embeds if old else []) or []
    components = payload.get("components", old.components if old else []) or []
    problems.length(("content",), content, 0, CONTENT)
    problems.length(("nonce",), str(payload.get("nonce") or ""), 0, NONCE)
    _check_embeds(problems, embeds)
    check_components(problems, components, v2=bool(flags & COMPONENTS_V2))
    check_emojis(problems, components, emojis)
    if flags & COMPONENTS_V2:
        for place, value in (("content", content), ("embeds", embeds)):
            if value:
                problems.add(
                    (place,),
                    "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                    f"The '{place}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
                )
    stored = _check_files(problems, body, old)
    for name in sorted(references({"embeds": embeds, "components": components}) - stored):
        where = "components" if flags & COMPONENTS_V2 else "embeds"
        problems.add(
            (where,),
            "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
            f"The referenced attachment {name!r} was not found",
        )
    problems.refuse()
    if not (content or embeds or components or stored):
        refuse(50006)


def _check_sizes(body: Body) -> None:
    sizes = [len(upload.data) for upload in body.uploads]
    if sum(sizes) > REQUEST_BYTES or any(size > FILE_BYTES for size in sizes):
        refuse(40005)


def _check_files(problems: Problems, body: Body, old: Message | None) -> set[str]:
    """Check the attachments; return the names of all files the message will have."""
    listed = body.json.get("attachments")
    present = {attachment.id: attachment.filename for attachment in old.attachments} if old else {}
    uploaded = {upload.index: safe_name(upload.filename) for upload in body.uploads}
    stored = dict(present) if listed is None else {}
    for index, entry in enumerate(listed or []):
        id = id_of(entry.get("id"), "attachments", index, "id")
        problems.length(
            ("attachments", index, "description"), entry.get("description"), 0, DESCRIPTION
        )
        if id in present:
            stored[id] = present[id]
        elif id not in uploaded:
            problems.add(
                ("attachments", index, "id"),
                "ATTACHMENT_NOT_FOUND",
                f"No file and no kept attachment has the id {id}.",
            )
    problems.count(("attachments",), [*stored, *uploaded], 0, FILES)
    return {*stored.values(), *uploaded.values()}


def _check_embeds(problems: Problems, embeds: list[Json]) -> None:
    problems.count(("embeds",), embeds, 0, EMBEDS)
    total = 0
    for index, embed in enumerate(embeds):
        total += _check_embed(problems, ("embeds", index), embed)
    if total > EMBED_TEXT:
        message = f"Embed size exceeds maximum size of {EMBED_TEXT}"
        problems.add(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", message)


def _check_embed(problems: Problems, path: Path, embed: Json) -> int:
    """Check one embed; return the number of its characters that count."""
    footer, author = embed.get("footer") or {}, embed.get("author") or {}
    fields = embed.get("fields") or []
    bounded = (
        (("title",), embed.get("title"), 256),
        (("description",), embed.get("description"), 4096),
        (("footer", "text"), footer.get("text"), 2048),
        (("author", "name"), author.get("name"), 256),
    )
    for place, text, most in bounded:
        problems.length((*path, *place), text, 0, most)
    problems.count((*path, "fields"), fields, 0, 25)
    for number, field in enumerate(fields):
        problems.length((*path, "fields", number, "name"), field.get("name"), 1, 256)
        problems.length((*path, "fields", number, "value"), field.get("value"), 1, 1024)
    pictured = any(embed.get(place) for place in ("image", "thumbnail"))
    texts = [text for _, text, _ in bounded if text]
    texts += [field.get(part) or "" for field in fields for part in ("name", "value")]
    if not texts and not pictured:
        problems.add(path, "EMBED_EMPTY", "An embed needs a text, a field or a picture.")
    return sum(len(text) for text in texts)
