"""The types of the fields that bots send, checked before a route reads them.

A shape is a type or types, a test, a list with the shape of each entry, or a dict with the shape of
each field; "*" stands for every field. Fields without a shape are not checked. A name that ends
with "!" is required; every other field may be absent or null.
"""

from typing import Any

from playground.limits.problems import Path, Problems
from playground.world.errors import is_id

DEEPEST = 40
"""Fields and list entries inside each other; the deepest message that Discord takes has 12."""


def check_shape(value: object, shape: Any) -> None:
    """Refuse a body whose fields have other types than Discord's. Raises ApiError 50035."""
    problems = Problems()
    _check(problems, (), value, shape)
    problems.refuse()


def _check(problems: Problems, path: Path, value: Any, shape: Any) -> None:
    if isinstance(shape, dict) and isinstance(value, dict) and len(path) < DEEPEST:
        every = shape.get("*")
        for name, part in (dict.fromkeys(value, every) if every else shape).items():
            field = name.removesuffix("!")
            if value.get(field) is not None:
                _check(problems, (*path, field), value[field], part)
            elif field != name:
                problems.add((*path, field), "BASE_TYPE_REQUIRED", "This field is required")
    elif isinstance(shape, list) and isinstance(value, list):
        for index, entry in enumerate(value):
            _check(problems, (*path, index), entry, shape[0])
    elif isinstance(shape, dict | list) or not _fits(value, shape):
        problems.add(path, "BASE_TYPE_COERCE", f"{type(value).__name__!r} is the wrong type.")


def _fits(value: object, shape: Any) -> bool:
    if not isinstance(shape, type | tuple):
        return bool(shape(value))
    return isinstance(value, shape) and (type(value) is not bool or shape is bool)


_EMOJI = {"id": is_id, "name": str, "animated": bool}
_MEDIA = {"url!": str}
_OPTION = {"label": str, "value": str, "description": str, "emoji": _EMOJI, "default": bool}
_COMPONENT: dict[str, Any] = {
    **dict.fromkeys(("type!", "id", "style", "min_values", "max_values"), int),
    **dict.fromkeys(("min_length", "max_length", "spacing", "accent_color"), int),
    **dict.fromkeys(("custom_id", "label", "url", "placeholder", "content", "description"), str),
    "emoji": _EMOJI,
    "options": [_OPTION],
    "default_values": [{"id!": is_id, "type": str}],
    "channel_types": [int],
    "items": [{"media!": _MEDIA, "description": str}],
    "media": _MEDIA,
    "file": _MEDIA,
}
_COMPONENT |= {"accessory": _COMPONENT, "component": _COMPONENT, "components": [_COMPONENT]}
_EMBED = {
    **dict.fromkeys(("title", "description", "url", "timestamp"), str),
    "color": int,
    "footer": {"text": str, "icon_url": str},
    "author": {"name": str, "url": str, "icon_url": str},
    "image": _MEDIA,
    "thumbnail": _MEDIA,
    "fields": [{"name": str, "value": str, "inline": bool}],
}
MESSAGE = {
    "content": str,
    "nonce": (str, int),
    "flags": int,
    "embeds": [_EMBED],
    "components": [_COMPONENT],
    "attachments": [{"id!": is_id, "filename": str, "description": str}],
    "allowed_mentions": {"parse": [str], "users": [is_id], "roles": [is_id]},
    "message_reference": {"message_id": is_id, "channel_id": is_id},
}
_NAMED = {
    "name": str,
    "name_localizations": {"*": str},
    "description": str,
    "description_localizations": {"*": str},
}
_CHOICE = {**_NAMED, "value!": (str, int, float)}
_COMMAND_OPTION: dict[str, Any] = {
    **_NAMED,
    "type!": int,
    **dict.fromkeys(("required", "autocomplete"), bool),
    **dict.fromkeys(("min_length", "max_length"), int),
    **dict.fromkeys(("min_value", "max_value"), (int, float)),
    "channel_types": [int],
    "choices": [_CHOICE],
}
_COMMAND_OPTION["options"] = [_COMMAND_OPTION]
COMMAND = {
    **_NAMED,
    "name!": str,
    "type": int,
    "default_member_permissions": is_id,
    "contexts": [int],
    "integration_types": [int],
    "options": [_COMMAND_OPTION],
}
CHANGED_COMMAND = {**COMMAND, "name": str}
del CHANGED_COMMAND["name!"]
ANSWER = {"type!": int, "data": {**MESSAGE, "title": str, "custom_id": str, "choices": [_CHOICE]}}
CHANGED_THREAD = {
    **dict.fromkeys(("type", "auto_archive_duration"), int),
    **dict.fromkeys(("archived", "locked", "invitable"), bool),
    "name": str,
}
THREAD = {**CHANGED_THREAD, "name!": str}
EVENT_TIMES = {"scheduled_start_time!": str, "scheduled_end_time!": str}
SCHEDULED_EVENT = {
    "name!": str,
    "description": str,
    "privacy_level!": int,
    "entity_type!": int,
    "scheduled_start_time!": str,
    "scheduled_end_time": str,
    "entity_metadata": {"location": str},
    "channel_id": is_id,
    "image": str,
}
