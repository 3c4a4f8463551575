"""A playground on a bad day: error pages, sign-in pages, silence and broken connections."""

import asyncio
import socket
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web
from aiohttp.typedefs import Handler

from playground.server import HOST, Playground
from playground.world.clock import PlaygroundClock
from playground.world.seed import PUBLIC_TOKEN

API = "/api/v10"
GATEWAY = "/gateway"
PAGE = "<html>Attention Required!</html>"
SILENCE, CUT, HANG_UP = "silence", "cut", "hang up"


class BadDiscord(Playground):
    """Gives the planned answers to the next requests of a path, then works as usual.

    An answer is the status of a page, SILENCE, CUT for a broken connection, or HANG_UP for a socket
    that is closed before its greeting.
    """

    plans: dict[str, deque[int | str]]
    always: dict[str, int | str]
    """Answers that are given to every request of a path, or of the whole API."""
    asked: Counter[str]
    """How often each path was asked for."""
    over: asyncio.Event
    """Ends the silences."""

    def plan(self, path: str, *answers: int | str) -> None:
        self.plans[path] = deque(answers)

    async def stop_listening(self) -> None:
        """Refuse new connections, and cut those of requests that still arrive."""
        self.always[API] = CUT
        assert self._runner is not None  # it was started
        for site in list(self._runner.sites):
            await site.stop()

    async def heal(self, *, ends_silences: bool = True) -> None:
        """Answer everything as usual again; silent requests are cut, or stay silent for good."""
        self.always.clear()
        if ends_silences:
            self.over.set()
        self.over = asyncio.Event()
        assert self._runner is not None  # it was started
        if not self._runner.sites:
            listener = socket.create_server((HOST, self.address.port))
            await web.SockSite(self._runner, listener).start()

    def _application(self) -> web.Application:
        self.plans, self.always = {}, {}
        self.asked, self.over = Counter(), asyncio.Event()
        application = super()._application()
        application.middlewares.append(self._strike)
        return application

    @web.middleware
    async def _strike(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        path = request.path.removeprefix(API).rstrip("/")
        plan = self.plans.get(path)
        every = self.always.get(API) if request.path.startswith(API) else None
        answer = plan.popleft() if plan else self.always.get(path, every)
        self.asked[path] += 1
        self.signal.ring()
        if answer is None:
            return await handler(request)
        if answer == SILENCE:
            await self.over.wait()
        elif answer == HANG_UP:
            socket = web.WebSocketResponse()
            await socket.prepare(request)
            await socket.close(code=1001)
            return socket
        elif answer != CUT:
            return web.Response(status=int(answer), text=PAGE, content_type="text/html")
        if request.transport is not None:
            request.transport.abort()
        return web.Response()


@asynccontextmanager
async def bad_discord(clock: PlaygroundClock | None = None) -> AsyncIterator[BadDiscord]:
    playground = BadDiscord(clock=clock, token=PUBLIC_TOKEN)
    await playground.start()
    try:
        yield playground
    finally:
        playground.over.set()
        await playground.stop()
