"""`/metrics` for Prometheus and `/healthz` for whoever restarts or routes around a process."""

import contextlib
import errno
from collections.abc import AsyncIterator
from dataclasses import dataclass

from aiohttp import web

from bot.background import background
from bot.errors import HostError
from bot.metrics.address import read_address
from bot.metrics.loop_lag import measure_lag
from bot.metrics.prometheus import Metrics
from bot.metrics.readings import Probe

TEXT_FORMAT = "text/plain; version=0.0.4; charset=utf-8"


class PortInUseError(HostError):
    """Another process listens there already."""


@dataclass(frozen=True)
class MetricsServer:
    metrics: Metrics
    probe: Probe

    async def show_metrics(self, _request: web.Request) -> web.Response:
        body = self.metrics.render(await self.probe.read())
        return web.Response(body=body, headers={"Content-Type": TEXT_FORMAT})

    async def show_health(self, _request: web.Request) -> web.Response:
        """Answer 200 if the shards are ready and the database answers, else 503 and why not."""
        faults = (await self.probe.read()).faults
        return web.Response(status=503 if faults else 200, text="\n".join(faults or ("ok",)) + "\n")


@contextlib.asynccontextmanager
async def serving(address: str, metrics: Metrics, probe: Probe) -> AsyncIterator[int]:
    """Listen there while inside, and give the port; raises HostError if it can't be listened on.

    Measures the event loop as long.
    """
    host, port = read_address(address)
    server = MetricsServer(metrics, probe)
    application = web.Application()
    application.add_routes(
        [web.get("/metrics", server.show_metrics), web.get("/healthz", server.show_health)]
    )
    runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    lag = background(measure_lag(metrics), "event loop lag")
    try:
        site = web.TCPSite(runner, host, port)
        try:
            await site.start()
        except OSError as error:
            kind = PortInUseError if error.errno == errno.EADDRINUSE else HostError
            raise kind(
                f"TOMATO_METRICS: {address} can't be listened on ({error.strerror or error})."
                " Choose another port, or leave the setting empty."
            ) from error
        bound: tuple[str, int] = runner.addresses[0][:2]
        yield bound[1]
    finally:
        lag.cancel()
        await runner.cleanup()
