"""The HTTP side of the REST API: tokens, faults, errors and observers."""

import asyncio
import json
import socket
import struct
import sys
import traceback
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from playground.faults import RESET, Fault, Faults
from playground.gateway.message_events import MessageEvents
from playground.interactions.callbacks import Callbacks
from playground.limits.shapes import check_shape
from playground.rest.call import Call, Route, read_body
from playground.rest.rate_limits import RateLimits
from playground.rest.router import find
from playground.world.errors import ApiError, refuse
from playground.world.signal import Signal
from playground.world.world import World


@dataclass(frozen=True)
class RestExchange:
    """One request and its answer, for tests that check them."""

    method: str
    path: str  # the route's, with its {names}
    query: dict[str, str]
    json: Any
    files: tuple[int, ...]  # the indices of the uploads
    status: int
    answer: Any


@dataclass
class RestServer:
    world: World
    posts: MessageEvents
    answers: Callbacks
    faults: Faults
    signal: Signal
    limits: RateLimits = field(default_factory=RateLimits)
    watchers: list[Callable[[RestExchange], None]] = field(default_factory=list)
    exchanges: deque[RestExchange] = field(default_factory=lambda: deque(maxlen=10_000))
    unknown: list[str] = field(default_factory=list)  # requests that no route answers

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Answer one request. Handlers do not await: a request is one transaction."""
        method, path = request.method, "/" + request.match_info["path"]
        try:
            matching = find(method, path)
        except ApiError as error:
            return _json(error.status, error.body(), {})
        if matching is None:
            self.unknown.append(f"{method} {path}")
            print(f"PLAYGROUND: no route for {method} {path}", file=sys.stderr, flush=True)  # noqa: T201 -- must be seen
            return _json(404, {"message": "404: Not Found", "code": 0}, {})
        route, place = matching
        limits = self.limits.headers(method, route.path, place) if route.limited else {}
        if "Retry-After" in limits:
            return _json(429, _too_fast(float(limits["Retry-After"])), limits)
        try:
            raw, body = await read_body(request)
            call = Call(place, dict(request.query), body, raw, self.world, self.posts, self.answers)
            channel_id = int(place["channel_id"]) if "channel_id" in place else None
            fault = self.faults.striking(method, route.path, channel_id)
            if fault and fault.stall:
                await asyncio.sleep(fault.stall)
                fault = None  # late, and else as ever
            held, fault = (fault.released, None) if fault and fault.released else (None, fault)
            status, answer = self._act(request, route, call, fault)
            if held is not None:
                await held.wait()
        except ApiError as error:
            fault, status, answer, raw, body = None, error.status, error.body(), None, None
        self._note(
            RestExchange(
                method,
                route.path,
                dict(request.query),
                raw,
                tuple(u.index for u in body.uploads) if body else (),
                status,
                answer,
            )
        )
        if status <= 0:
            _cut(request, reset=status == RESET)
            return web.Response()
        if status == 429 and fault is not None:
            limits |= _planned(answer)
        return _json(status, answer, limits)

    def _act(
        self, request: web.Request, route: Route, call: Call, fault: Fault | None
    ) -> tuple[int, Any]:
        """Carry the request out unless a fault strikes first."""
        if fault and not fault.applied:
            return fault.status, fault.body
        try:
            if not route.open:
                self._authorise(request)
            if route.body is not None:
                check_shape({} if call.raw is None else call.raw, route.body)
            with self.world.store.transaction():
                answer = route.answer(call)
        except ApiError as error:
            return error.status, error.body()
        except Exception:  # noqa: BLE001 -- a 500 would be retried for 25 s; print and say 501
            traceback.print_exc()
            return 501, {"message": "The playground failed; see its output.", "code": 0}
        finally:
            self.signal.ring()
        if fault:
            return fault.status, fault.body
        return (204, None) if answer is None else (route.status, answer)

    def _authorise(self, request: web.Request) -> None:
        if request.headers.get("Authorization") != f"Bot {self.world.application.token}":
            refuse(0)

    def _note(self, exchange: RestExchange) -> None:
        self.exchanges.append(exchange)
        for watcher in self.watchers:
            watcher(exchange)


def _cut(request: web.Request, *, reset: bool) -> None:
    """Close the connection without an answer, or reset it."""
    if request.transport is None:
        return
    if reset:
        connection = request.transport.get_extra_info("socket")
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    request.transport.abort()


def _too_fast(seconds: float) -> dict[str, Any]:
    """Return the body of a request that was refused by a rate limit."""
    return {"message": "You are being rate limited.", "retry_after": seconds, "global": False}


def _planned(answer: dict[str, Any]) -> dict[str, str]:
    """Return the headers of a 429 that a test planned."""
    everywhere = bool(answer.get("global"))
    headers = {"Retry-After": str(answer.get("retry_after", 1))}
    headers["X-RateLimit-Scope"] = "global" if everywhere else "user"
    return headers | ({"X-RateLimit-Global": "true"} if everywhere else {})


def _json(status: int, body: Any, limits: dict[str, str]) -> web.Response:
    """Return JSON with discord.py's content type, and a Via header on a 429 it should retry."""
    headers = {**limits, "Via": "1.1 playground"} if status == 429 else dict(limits)
    if body is None:
        return web.Response(status=status, headers=headers)
    headers["Content-Type"] = "application/json"
    return web.Response(status=status, body=json.dumps(body).encode(), headers=headers)
