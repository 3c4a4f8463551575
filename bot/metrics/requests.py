"""Counts what goes to Discord's REST API, with aiohttp's own tracing."""

from __future__ import annotations

import re
from types import SimpleNamespace

from aiohttp import ClientSession, TraceConfig, TraceRequestEndParams

from bot.metrics.meters import Metrics

CALLBACK = re.compile(r"/interactions/(\d+)/[^/]+/callback$")


def request_trace(metrics: Metrics) -> TraceConfig:
    """Return what a session needs so that its requests are counted."""

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
    trace.on_request_end.append(ended)
    return trace
