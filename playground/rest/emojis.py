"""The application's own emojis, shown in every server that has the bot."""

import base64
import binascii
import re
from typing import Any

from playground.limits.problems import Problems
from playground.rest.call import Call, Route
from playground.world.errors import refuse
from playground.world.serializers import emoji_shape
from playground.world.world import ApplicationEmoji

MOST, BYTES = 2000, 256 * 1024
_NAME = re.compile(r"\w{2,32}", re.ASCII)
_IMAGE = re.compile(r"data:image/(?:png|webp|gif|jpeg);base64,(.*)", re.DOTALL)


def listed(call: Call) -> Any:
    return {"items": [emoji_shape(call.world, emoji) for emoji in call.world.emojis.values()]}


def get_emoji(call: Call) -> Any:
    return emoji_shape(call.world, _found(call))


def create(call: Call) -> Any:
    """Store a new emoji; each name is taken once."""
    name, image = str(call.body.json.get("name")), str(call.body.json.get("image"))
    picture = _picture(image)
    problems = Problems()
    if not _NAME.fullmatch(name):
        problems.add(("name",), "BASE_TYPE_BAD_LENGTH", "2 to 32 letters, digits or underscores.")
    if name in {emoji.name for emoji in call.world.emojis.values()}:
        taken = "An emoji with this name already exists."
        problems.add(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", taken)
    if picture is None:
        problems.add(("image",), "IMAGE_INVALID", "Invalid image data")
    elif len(picture) > BYTES:
        problems.add(("image",), "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
    problems.refuse()
    if len(call.world.emojis) >= MOST:
        refuse(30008)
    emoji = ApplicationEmoji(call.world.new_id(), name)
    call.world.store.put_file(emoji.id, picture or b"")
    call.world.keep(emoji)
    return emoji_shape(call.world, emoji)


def delete(call: Call) -> None:
    emoji = _found(call)
    call.world.store.drop_file(emoji.id)
    call.world.forget(emoji)


def _found(call: Call) -> ApplicationEmoji:
    return call.world.emojis.get(call.id("emoji_id")) or refuse(10014)


def _picture(image: str) -> bytes | None:
    """Return the bytes of a data URI; None if it is not one."""
    match = _IMAGE.fullmatch(image)
    try:
        return base64.b64decode(match[1], validate=True) if match else None
    except binascii.Error:
        return None


ROUTES = (
    Route("GET", "/applications/{application_id}/emojis", listed),
    Route("POST", "/applications/{application_id}/emojis", create, status=201),
    Route("GET", "/applications/{application_id}/emojis/{emoji_id}", get_emoji),
    Route("DELETE", "/applications/{application_id}/emojis/{emoji_id}", delete),
)
