"""Requests whose bodies no library sends: every field with values of other types."""

from collections.abc import Iterator
from typing import Any

import aiohttp
import pytest

from playground.server import Playground
from tests.playground.raw_bot import RawBot

WRONG: tuple[Any, ...] = (None, -1, True, "x", [None], {"a": 1})
EMOJI = {"id": None, "name": "🍅"}
OPTION = {"label": "A", "value": "a", "description": "A", "default": False, "emoji": EMOJI}
BUTTON = {"type": 2, "style": 1, "label": "Go", "custom_id": "go", "emoji": EMOJI}
TEXT = {"type": 10, "content": "A"}
MEDIA = {"url": "https://example.org/a.png"}
COMPONENTS = [
    {"type": 17, "accent_color": 5, "components": [TEXT]},
    {"type": 9, "components": [TEXT], "accessory": BUTTON},
    {"type": 12, "items": [{"media": MEDIA, "description": "A"}]},
    {
        "type": 1,
        "components": [
            {
                "type": 3,
                "custom_id": "menu",
                "placeholder": "A",
                "min_values": 1,
                "max_values": 1,
                "options": [OPTION],
            }
        ],
    },
    {"type": 1, "components": [{"type": 5, "custom_id": "who", "default_values": [{"id": "1"}]}]},
]
EMBED = {
    "title": "A",
    "color": 1,
    "footer": {"text": "A"},
    "image": MEDIA,
    "author": {"name": "A"},
    "fields": [{"name": "A", "value": "A", "inline": True}],
}
CHOICES = [{"name": "A", "value": "a", "name_localizations": {"de": "A"}}]
COMMAND = {
    "name": "go",
    "description": "Go",
    "name_localizations": {"de": "los"},
    "default_member_permissions": "32",
    "contexts": [0],
    "options": [
        {
            "type": 1,
            "name": "on",
            "description": "On",
            "options": [
                {"type": 3, "name": "a", "description": "A", "required": True, "choices": CHOICES},
                {"type": 4, "name": "b", "description": "B", "min_value": 1, "max_value": 5},
                {"type": 3, "name": "c", "description": "C", "min_length": 1, "max_length": 5},
                {"type": 7, "name": "d", "description": "D", "channel_types": [0]},
            ],
        }
    ],
}
LEGACY = {
    "content": "A",
    "nonce": "1",
    "flags": 0,
    "embeds": [EMBED],
    "allowed_mentions": {"parse": ["users"], "users": ["1"], "roles": []},
    "message_reference": {"message_id": "1", "fail_if_not_exists": False},
    "attachments": [{"id": 0, "description": "A"}],
}
THREAD = {"name": "A", "type": 11, "auto_archive_duration": 60, "invitable": True}
REQUESTS: dict[str, tuple[str, str, Any]] = {
    "text": ("POST", "/channels/{here}/messages", LEGACY),
    "components": (
        "POST",
        "/channels/{here}/messages",
        {"flags": 1 << 15, "components": COMPONENTS},
    ),
    "bulk delete": ("POST", "/channels/{here}/messages/bulk-delete", {"messages": ["1", "2"]}),
    "thread": ("POST", "/channels/{here}/threads", THREAD),
    "thread at a message": ("POST", "/channels/{here}/messages/{message}/threads", THREAD),
    "changed thread": ("PATCH", "/channels/{message}", {"name": "A", "archived": False}),
    "commands": ("PUT", "/applications/{application}/commands", [COMMAND]),
    "command": ("POST", "/applications/{application}/commands", COMMAND),
    "direct messages": ("POST", "/users/@me/channels", {"recipient_id": "1"}),
    "emoji": ("POST", "/applications/{application}/emojis", {"name": "abc", "image": "data:"}),
}


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of every field and entry of a body, and of the body itself."""
    yield path
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from paths(value[key], (*path, key))


def replaced(body: Any, path: tuple[Any, ...], value: Any) -> Any:
    """Return the body with another value at a path."""
    if not path:
        return value
    copy = dict(body) if isinstance(body, dict) else list(body)
    copy[path[0]] = replaced(body[path[0]], path[1:], value)
    return copy


@pytest.mark.parametrize("name", REQUESTS)
async def test_a_field_of_the_wrong_type_is_the_senders_fault(raw: RawBot, name: str) -> None:
    """Whatever type a field of a body has, the answer is no error of the server."""
    method, path, body = REQUESTS[name]
    raw.playground.rest.limits.limit = 100_000
    # The description doesn't say which of these bodies Discord mends and which it refuses.
    raw.playground.rest.watchers.clear()
    ana = raw.playground.person("Ana")
    here = ana.channel("table-one")
    _, message = await raw.post(here, {"content": "A"})
    application = raw.playground.world.application.id
    path = path.format(here=here.id, message=message["id"], application=application)
    failed = []
    for place in paths(body):
        for value in WRONG:
            status, _ = await raw.call(method, path, replaced(body, place, value))
            if status >= 500:
                failed.append((place, value))
    assert failed == []


@pytest.mark.parametrize(
    "part",
    [
        b'name="files[a]"; filename="a.png"',
        b'name="files[' + b"9" * 5000 + b']"; filename="a.png"',
        b'name="file"; filename="a.png"',
        b'name="\xff"',
        b"",
    ],
)
async def test_a_form_that_names_no_file_is_a_bad_request(empty: Playground, part: bytes) -> None:
    """A part of a form has Discord's name for the JSON or for a numbered file."""
    assert await form_status(empty, b"form-data; " + part, b"A") == 400


@pytest.mark.parametrize("text", [b"{", b"[" * 100_000, b'{"content": "\\ud800"}', b"\xff"])
async def test_json_that_is_no_text_is_a_bad_request(empty: Playground, text: bytes) -> None:
    """JSON that is cut off, nested without end or no Unicode is refused."""
    assert await form_status(empty, b'form-data; name="payload_json"', text) == 400


async def form_status(playground: Playground, disposition: bytes, content: bytes) -> int:
    """Send a form with one part, and return the status of the answer."""
    head = b"--x\r\nContent-Disposition: " + disposition + b"\r\n\r\n"
    here = playground.person("Ana").channel("table-one").id
    headers = {
        "Authorization": f"Bot {playground.address.token}",
        "Content-Type": "multipart/form-data; boundary=x",
    }
    async with aiohttp.ClientSession() as http:
        address = f"{playground.address.api}/channels/{here}/messages"
        data = head + content + b"\r\n--x--"
        async with http.post(address, data=data, headers=headers) as response:
            return response.status
