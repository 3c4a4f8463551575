"""One request, parsed, as every route receives it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from aiohttp import BodyPartReader, web

from bot.playground.messages.bodies import Body, Upload
from bot.playground.world.errors import refuse

if TYPE_CHECKING:
    from bot.playground.gateway.message_events import MessageEvents
    from bot.playground.interactions.callbacks import Callbacks
    from bot.playground.world.world import World


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


async def read_body(request: web.Request) -> tuple[Any, Body]:
    """The JSON and the files of a request. Raises ApiError 50109 for broken JSON."""
    if not request.can_read_body:
        return None, Body()
    if not request.content_type.startswith("multipart/"):
        raw = _parsed(await request.text())
        return raw, Body(raw if isinstance(raw, dict) else {})
    uploads: list[Upload] = []
    raw = None
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            refuse(50109)
        if part.name == "payload_json":
            raw = _parsed(await part.text())
        else:
            index = int((part.name or "files[0]").removeprefix("files[").removesuffix("]"))
            data = bytes(await part.read(decode=False))
            uploads.append(Upload(index, part.filename or "file", data))
    return raw, Body(raw if isinstance(raw, dict) else {}, tuple(uploads))


def _parsed(text: str) -> Any:
    try:
        return json.loads(text) if text else None
    except ValueError:
        refuse(50109)
