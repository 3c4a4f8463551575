"""Logs every request of the bot with its files, by who can see the result."""

import json
import logging
import re
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

import pytest
from aiohttp import web

from bot.logs import WarningsPerMinute
from playground.faults import Fault
from playground.rest.call import Call, Route
from playground.server import Playground
from playground.world.world import DIRECT

PUBLIC = 0
"""The audience of public messages."""
_SNOWFLAKE = re.compile(r"\d{15,}")
"""Numbers that Discord assigns in the order of all requests, including hidden ones."""


@dataclass
class Witness:
    """Records what was sent, edited and deleted, per person and for the public."""

    playground: Playground
    heard: dict[int, list[str]] = field(default_factory=lambda: defaultdict(list))

    def __post_init__(self) -> None:
        act = self.playground.rest._act

        def seen(
            request: web.Request, route: Route, call: Call, fault: Fault | None
        ) -> tuple[int, Any]:
            who = self._audience(call)
            answered = act(request, route, call, fault)
            if who is not None and route.method != "GET":
                self.heard[who].append(_line(route, call, answered[0]))
            return answered

        self.playground.rest._act = seen  # type: ignore[method-assign]  # every request passes through here

    def received(self, *people: int) -> list[str]:
        """Return what was sent to these people since the last call, and empty every list."""
        lines = [line for who in (PUBLIC, *people) for line in self.heard[who]]
        self.heard.clear()
        return lines

    def _audience(self, call: Call) -> int | None:
        """Return who sees the result of a request, or None if nobody does."""
        token = call.place.get("token")
        if token is not None:
            whose = (i for i in call.world.interactions.values() if i.token == token)
            return next((interaction.user_id for interaction in whose), None)
        channel = call.world.channels.get(int(call.place.get("channel_id", 0)))
        if channel is None:
            return None
        if channel.kind == DIRECT:
            return next(
                recipient for recipient in channel.recipients if recipient != call.world.bot.id
            )
        return PUBLIC


def _line(route: Route, call: Call, status: int) -> str:
    body = {name: value for name, value in call.body.json.items() if name != "nonce"}
    text = json.dumps(body, sort_keys=True, ensure_ascii=False)
    files = [f"{upload.filename} {sha256(upload.data).hexdigest()}" for upload in call.body.uploads]
    return _SNOWFLAKE.sub("#", f"{route.method} {route.path} {status} {text} {files}")


class Lines(logging.Handler):
    """Formats log lines as a host reads them."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.kept.append(_SNOWFLAKE.sub("#", f"{record.levelname} {record.getMessage()}"))


@contextmanager
def logged(level: int = logging.INFO) -> Iterator[list[str]]:
    """Collect all log lines inside this block, also those written a moment ago."""
    root, lines = logging.getLogger(), Lines()
    before = root.level
    root.addHandler(lines)
    root.setLevel(level)
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(WarningsPerMinute, "filter", lambda *_: True)
            yield lines.kept
    finally:
        root.removeHandler(lines)
        root.setLevel(before)
