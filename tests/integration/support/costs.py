"""Counts what a press costs: database trips, loads of a state, requests to Discord, pictures."""

import asyncio
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

import pytest
from aiohttp import web

from bot.tables.matches import moves
from bot.tables.matches.snapshot import Snapshot
from bot.ui.kit.message import OutgoingMessage
from bot.ui.match import hand_drawing, public_messages
from bot.ui.pictures import attachments
from data.engine.database import ReadConnection, Values
from data.engine.sqlite import _Connection
from playground.faults import Fault
from playground.rest.call import Call, Route
from playground.server import Playground
from render import paint
from render.paint import Picture

SCHEDULED = {"scheduler", "daily deals"}
"""The tasks whose queries no press makes: a slow start makes them among those of a press."""


@dataclass
class Costs:
    """The counts since `clear`, without the scheduler's own queries."""

    trips: list[str] = field(default_factory=list)
    """The calling functions of each trip."""
    scheduled: int = 0
    """The scheduler's own queries."""
    loads: int = 0
    """The number of states loaded from their rows."""
    requests: list[str] = field(default_factory=list)
    identical: list[str] = field(default_factory=list)
    """Files that replaced the same file of the same message."""
    unseen: list[str] = field(default_factory=list)
    """Edits after which a message looks as it did before."""
    kept: int = 0
    """The number of files that edits kept without sending them again."""
    on_loop: list[str] = field(default_factory=list)
    """The views, hands, tables and effects of moves that were made on the event loop."""
    kinds: list[str] = field(default_factory=list)
    """The kinds of pictures asked for; one that is asked for twice is there twice."""

    def clear(self) -> None:
        self.kinds.clear()
        self.trips.clear()
        self.requests.clear()
        self.identical.clear()
        self.unseen.clear()
        self.on_loop.clear()
        self.loads = self.kept = self.scheduled = 0

    @property
    def counts(self) -> tuple[int, int, int]:
        """Return trips, loads and requests."""
        return len(self.trips), self.loads, len(self.requests)


@contextmanager
def counted(playground: Playground, monkeypatch: pytest.MonkeyPatch) -> Iterator[Costs]:
    """Count all work of the bot inside this block."""
    costs = Costs()
    _count_trips(costs, monkeypatch)
    _count_requests(costs, playground, monkeypatch)
    _count_pictures(costs, monkeypatch)
    _count_drawing(costs, monkeypatch)
    yield costs


def _count_trips(costs: Costs, monkeypatch: pytest.MonkeyPatch) -> None:
    do, rows = _Connection.do, ReadConnection.rows

    async def counting_do(self: _Connection, work: Callable[[Any], Any]) -> Any:
        task = asyncio.current_task()
        if task is not None and task.get_name() in SCHEDULED:
            costs.scheduled += 1
        else:
            costs.trips.append(_caller())
        return await do(self, work)

    def counting_rows(self: ReadConnection, sql: str, values: Values = ()) -> Any:
        costs.loads += "FROM states" in sql
        return rows(self, sql, values)

    monkeypatch.setattr(_Connection, "do", counting_do)
    monkeypatch.setattr(ReadConnection, "rows", counting_rows)


def _count_requests(costs: Costs, playground: Playground, monkeypatch: pytest.MonkeyPatch) -> None:
    act = playground.rest._act
    shown: dict[tuple[str, str], str] = {}
    """The digest of each file by its message and name."""
    looks: dict[str, str] = {}
    """What each message looks like."""

    def counting_act(
        request: web.Request, route: Route, call: Call, fault: Fault | None
    ) -> tuple[int, Any]:
        answered = act(request, route, call, fault)
        names = [upload.filename for upload in call.body.uploads]
        costs.requests.append(" ".join([route.method, route.path, *names]))
        message = _message_of(answered[1])
        costs.kept += _kept(call)
        for upload in call.body.uploads:
            key, content = (message, upload.filename), sha256(upload.data).hexdigest()
            if shown.get(key) == content:
                costs.identical.append(upload.filename)
            shown[key] = content
        components = _seen(call.body.json.get("data", call.body.json).get("components"))
        look = repr((components, [key for key in shown.items() if key[0][0] == message]))
        if looks.get(message) == look:
            costs.unseen.append(costs.requests[-1])
        looks[message] = look
        return answered

    monkeypatch.setattr(playground.rest, "_act", counting_act)


def _count_pictures(costs: Costs, monkeypatch: pytest.MonkeyPatch) -> None:
    for place, kind in ((paint, "table"), (attachments, "hand")):
        work: Callable[..., Picture] = getattr(place, f"paint_{kind}")

        def counting(
            *given: Any, _work: Callable[..., Picture] = work, _kind: str = kind, **named: Any
        ) -> Picture:
            costs.kinds.append(_kind)
            return _work(*given, **named)

        monkeypatch.setattr(place, f"paint_{kind}", counting)


def _count_drawing(costs: Costs, monkeypatch: pytest.MonkeyPatch) -> None:
    for place, name in (
        (Snapshot, "_view"),
        (moves, "effects_of"),
        (hand_drawing, "hand_message"),
        (public_messages, "table_message"),
        (OutgoingMessage, "ready"),
    ):
        work: Callable[..., Any] = getattr(place, name)

        def counting(
            *given: Any, _work: Callable[..., Any] = work, _name: str = name, **named: Any
        ) -> Any:
            if threading.current_thread() is threading.main_thread():
                costs.on_loop.append(_name)
            return _work(*given, **named)

        monkeypatch.setattr(place, name, counting)


def _caller() -> str:
    """Return the functions that led to a trip, for a readable failure."""
    return " < ".join(frame.name for frame in reversed(traceback.extract_stack()[-9:-3]))


def _message_of(answer: Any) -> str:
    """Return the id of the message in a request's response."""
    if not isinstance(answer, dict):
        return ""
    if "resource" in answer:
        return str(answer["resource"].get("message", {}).get("id"))
    return str(answer.get("id"))


def _seen(part: Any) -> Any:
    """Return components without what nobody sees: the descriptions of their pictures."""
    if isinstance(part, list):
        return [_seen(item) for item in part]
    if not isinstance(part, dict):
        return part
    return {k: _seen(v) for k, v in part.items() if not ("media" in part and k == "description")}


def _kept(call: Call) -> int:
    """Return how many attachments an edit keeps by the ids they have already."""
    sent = {upload.index for upload in call.body.uploads}
    payload = call.body.json.get("data", call.body.json)
    return sum(int(item["id"]) not in sent for item in payload.get("attachments", []))
