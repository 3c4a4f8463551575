"""Counts what goes to Discord's REST API, with aiohttp's own tracing."""

import re
from collections.abc import Callable
from types import SimpleNamespace

from aiohttp import (
    ClientError,
    ClientSession,
    TraceConfig,
    TraceRequestEndParams,
    TraceRequestStartParams,
)

from bot.metrics.meters import Meters

CALLBACK = re.compile(r"/interactions/(\d+)/[^/]+/callback$")


class UnsentError(ClientError):
    """A request that this process may not make now, which is as if it could not be sent."""

    def __init__(self, method: str) -> None:
        super().__init__(f"{method}: not sent, since another process may have taken over")


def request_trace(metrics: Meters, may_send: Callable[[], bool] | None = None) -> TraceConfig:
    """Return what a session needs so that its requests are counted.

    While `may_send` says no, they raise UnsentError instead.
    """

    async def started(
        _session: ClientSession, _context: SimpleNamespace, params: TraceRequestStartParams
    ) -> None:
        if may_send is not None and "/api/" in params.url.path and not may_send():
            raise UnsentError(params.method)

    async def ended(
        _session: ClientSession, _context: SimpleNamespace, params: TraceRequestEndParams
    ) -> None:
        path = params.url.path
        if "/api/" not in path:
            return  # a file, or the gateway's socket
        status = params.response.status
        metrics.answered(status, params.response.headers.get("X-RateLimit-Scope"))
        callback = CALLBACK.search(path)
        if callback is not None and status < 300:
            metrics.acknowledged(int(callback[1]))

    trace = TraceConfig()
    trace.on_request_start.append(started)
    trace.on_request_end.append(ended)
    return trace
