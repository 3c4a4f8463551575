"""A bot without a library: its gateway events by hand, its requests over HTTP."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp

from playground.gateway.sessions import SocketQueue
from playground.server import Playground
from playground.testing.snapshots import ActionResult
from playground.world.world import Channel, Json

COMMANDS = [{"name": "go", "description": "Go", "options": []}]


class RawBot:
    """Sends exactly what a test wants, including what a library would refuse to send."""

    def __init__(self, playground: Playground, http: aiohttp.ClientSession, intents: int) -> None:
        self.playground = playground
        self._http = http
        self.line = SocketQueue()
        playground.sessions.open(self.line, intents, (0, 1))

    @property
    def here(self) -> Channel:
        return self.playground.person("Ana").channel("table-one")

    async def call(
        self, method: str, path: str, body: Any = None, files: dict[str, bytes] | None = None
    ) -> tuple[int, Any]:
        """Return the status and the JSON of a request's answer."""
        data: Any = None if body is None else json.dumps(body)
        headers = {"Authorization": f"Bot {self.playground.address.token}"}
        if files:
            data = aiohttp.FormData(quote_fields=False)
            data.add_field("payload_json", json.dumps(body))
            for index, (name, content) in enumerate(files.items()):
                data.add_field(f"files[{index}]", content, filename=name)
        elif body is not None:
            headers["Content-Type"] = "application/json"
        url = self.playground.address.api + path
        async with self._http.request(method, url, data=data, headers=headers) as response:
            text = await response.text()
            return response.status, json.loads(text) if text else None

    async def post(
        self, channel: Channel, body: Json, files: dict[str, bytes] | None = None
    ) -> tuple[int, Any]:
        return await self.call("POST", f"/channels/{channel.id}/messages", body, files)

    async def event(self, name: str) -> Json:
        """Return the next event of this name, skipping others."""
        async with asyncio.timeout(60):
            while True:
                item = await self.line.queue.get()
                if isinstance(item, dict) and item["t"] == name:
                    data: Json = item["d"]
                    return data

    def unread_events(self) -> list[str]:
        """Return the names of all unread events, and drop them."""
        names: list[str] = []
        while not self.line.queue.empty():
            item = self.line.queue.get_nowait()
            if isinstance(item, dict):
                names.append(item["t"])
        return names

    async def interaction(self) -> Json:
        return await self.event("INTERACTION_CREATE")

    async def used(self) -> tuple[asyncio.Task[ActionResult], Json]:
        """Let Ana use /go; return her action, which waits, and what the bot is told."""
        acting = asyncio.create_task(self.playground.person("Ana").slash("table-one", "go"))
        return acting, await self.interaction()

    async def answer(
        self, interaction: Json, kind: int, data: Json | None = None
    ) -> tuple[int, Any]:
        """Send the callback of an interaction."""
        path = f"/interactions/{interaction['id']}/{interaction['token']}/callback?with_response=1"
        return await self.call(
            "POST", path, {"type": kind} | ({} if data is None else {"data": data})
        )

    def hook(self, interaction: Json) -> str:
        """Return the path of an interaction's further messages."""
        return f"/webhooks/{interaction['application_id']}/{interaction['token']}"


def refusal(answer: tuple[int, Any]) -> tuple[int, int]:
    """Return the status and the code of a request that was refused."""
    status, body = answer
    return status, body["code"]


@asynccontextmanager
async def raw_bot(playground: Playground, intents: int = 1) -> AsyncIterator[RawBot]:
    """Open a raw bot with one command, /go, registered in the playground."""
    async with aiohttp.ClientSession() as http:
        bot = RawBot(playground, http, intents)
        application = playground.world.application.id
        await bot.call("PUT", f"/applications/{application}/commands", COMMANDS)
        yield bot
