"""One request, parsed, as every route receives it."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from playground.gateway.message_events import MessageEvents
from playground.interactions.callbacks import Callbacks
from playground.messages.bodies import Body, Upload
from playground.world.errors import refuse
from playground.world.world import World

_GIVEN = re.compile(r'\b(name|filename)="((?:[^"\\]|\\.)*)"')
"""What the header of a form's part names; see `_ESCAPED`."""
_FILE = re.compile(r"files\[(\d{1,3})\]", re.ASCII)
_ESCAPED = re.compile(r"\\(.)")


@dataclass(frozen=True)
class Call:
    """The request's path values, query and body, and the world."""

    place: dict[str, str]  # the {names} of the route's path
    query: dict[str, str]
    body: Body
    raw: Any  # the JSON as it came, also where it is no object
    world: World
    posts: MessageEvents
    answers: Callbacks

    def id(self, name: str) -> int:
        return int(self.place[name])


@dataclass(frozen=True)
class Route:
    """A method, a path with {names}, and a handler. None as an answer is status 204."""

    method: str
    path: str
    answer: Callable[[Call], Any]
    open: bool = False  # needs no bot token: the path itself is the secret
    status: int = 200  # of an answer that is not None
    limited: bool = True  # has a rate limit
    body: Any = None  # the shape of its JSON


async def read_body(request: web.Request) -> tuple[Any, Body]:
    """The JSON and the files of a request. Raises ApiError 50109 for broken JSON."""
    kind, _, boundary = request.headers.get("Content-Type", "").partition("; boundary=")
    sent = await request.read()
    if kind != "multipart/form-data":
        raw = _parsed(sent)
        return raw, Body(raw if isinstance(raw, dict) else {})
    uploads: list[Upload] = []
    raw = None
    for name, filename, data in _parts(sent, boundary.strip('"').encode()):
        if name == "payload_json":
            raw = _parsed(data)
        elif file := _FILE.fullmatch(name):
            uploads.append(Upload(int(file[1]), filename, data))
        else:
            refuse(50035)
    return raw, Body(raw if isinstance(raw, dict) else {}, tuple(uploads))


def _parts(sent: bytes, boundary: bytes) -> Iterator[tuple[str, str, bytes]]:
    """Yield the name, file name and content of each part of a form.

    aiohttp's own reader takes five times as long: it parses each header as an email's.
    """
    for part in sent.split(b"--" + boundary)[1:-1]:
        head, _, data = part.removesuffix(b"\r\n").partition(b"\r\n\r\n")
        headers = head.decode(errors="replace")
        given = {key: _ESCAPED.sub(r"\1", value) for key, value in _GIVEN.findall(headers)}
        yield given.get("name", ""), given.get("filename", "file"), data


def _parsed(text: bytes) -> Any:
    try:
        parsed = json.loads(text) if text else None
        if b"\\u" in text:
            json.dumps(parsed, ensure_ascii=False).encode()  # half a surrogate pair is no text
    except (ValueError, RecursionError):
        refuse(50109)
    return parsed
