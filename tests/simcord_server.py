"""SimCord's Discord behind real sockets: a second opinion on everything that crosses the wire.

Its backend was written apart from our playground. Here its routes are served over HTTP and its
events over a gateway, in real time, so that the unmodified bot runs against either. It uses more of
SimCord than the public names; therefore the version is pinned.
"""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import discord
from aiohttp import WSMsgType, web
from simcord._clock import Clock
from simcord.backend import Backend, serializers
from simcord.backend.errors import BackendError
from simcord.backend.models import Message
from simcord.enums import OptionType
from simcord.http import client as _routes  # noqa: F401 - importing it registers every route
from simcord.http import router
from simcord.intents import prune_guild_create, required_intent
from simcord.interactions import base_payload, nest_options, walk_to_subcommand

from bot.playground.messages.bodies import Body
from bot.playground.rest.call import read_body
from bot.playground.server import PlaygroundAddress
from bot.playground.testing.snapshots import ActionResult, ShownMessage
from bot.playground.world.signal import Signal
from bot.playground.world.world import LOADING, Interaction, World

COMMAND, COMPONENT, MODAL = 2, 3, 5
HELLO = {"op": 10, "d": {"heartbeat_interval": 41_250}}
HEARTBEAT, IDENTIFY, ACK = 1, 2, 11
TOKEN = "second"
"""Opens nothing but a server on loopback."""


class WallClock(Clock):
    """SimCord's clock, going by itself."""

    def now(self) -> datetime:
        return datetime.now(UTC)


@dataclass(eq=False)
class SecondDiscord:
    """A guild with one channel; `complaints` must be empty at the end."""

    backend: Backend = field(default_factory=lambda: Backend(clock=WallClock()))
    bell: Signal = field(default_factory=Signal)
    complaints: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.guild = self.backend.create_guild("Tomato Garden")
        self.channel = self.backend.create_channel(self.guild.id, "table-one")

    def person(self, name: str) -> SecondPerson:
        """Somebody new in the guild."""
        user = self.backend.make_user(name.lower(), global_name=name)
        self.backend.add_member(self.guild.id, user.id)
        return SecondPerson(self, user.id, name)

    def shown(self, message_id: int, viewer: int) -> ShownMessage:
        """A message as the playground's test client would hold it."""
        messages = {i: m for there in self.backend.messages.values() for i, m in there.items()}
        return ShownMessage(cast("World", SimpleNamespace(messages=messages)), message_id, viewer)

    async def until_ready(self) -> None:
        """Return once a bot is here and has told its commands. Raises AssertionError."""
        backend = self.backend
        if not await self.bell.until(lambda: bool(backend.commands and backend.subscribers), 20.0):
            raise AssertionError("\n".join(["No bot came.", *self.complaints]))

    def public(self) -> Message:
        """The channel's newest message that everybody sees."""
        messages = self.backend.messages[self.channel.id].values()
        return [message for message in messages if not message.is_ephemeral][-1]

    @asynccontextmanager
    async def served(self, database: Path) -> AsyncIterator[PlaygroundAddress]:
        """Listen while inside."""
        application = web.Application(client_max_size=40 * 1024 * 1024)
        application.add_routes(
            [web.route("*", "/api/v10/{path:.*}", self._rest), web.get("/gateway", self._gateway)]
        )
        application.add_routes([web.get("/gateway/", self._gateway)])
        runner = web.AppRunner(application, access_log=None, shutdown_timeout=1)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        try:
            yield PlaygroundAddress(runner.addresses[0][1], TOKEN, database)
        finally:
            await runner.cleanup()

    async def _rest(self, request: web.Request) -> web.Response:
        method, path = request.method, "/" + request.match_info["path"]
        raw, body = await read_body(request)
        try:
            answer = self._own(method, path)
            if answer is None:
                files = list(_files(body))
                query = dict(request.query)
                answer = router.dispatch(
                    self.backend, method, path, json=raw, params=query, files=files
                )
            status = 204 if answer is None else 200
        except (router.RouteNotImplemented, router.UnsupportedField) as missing:
            self.complaints.append(str(missing))
            status, answer = 501, {"message": str(missing), "code": 0}
        except BackendError as error:
            self.complaints.append(f"{method} {path}: {error}")
            status, answer = error.status, error.to_json()
        self.bell.ring()
        if answer is None:
            return web.Response(status=status)
        content = {"Content-Type": "application/json"}
        return web.Response(status=status, body=json.dumps(answer).encode(), headers=content)

    def _own(self, method: str, path: str) -> Any:
        """What SimCord answers without a route, as it replaces the client's login."""
        user = dict(serializers.user_payload(self.backend.bot_user))
        if (method, path) == ("GET", "/users/@me"):
            return user
        return None

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        line = _Line(self.backend, socket)
        writer = asyncio.create_task(line.write())
        try:
            await socket.send_json(HELLO)
            async for frame in socket:
                if frame.type is not WSMsgType.TEXT:
                    break
                payload = json.loads(frame.data)
                if payload["op"] == HEARTBEAT:
                    await socket.send_json({"op": ACK})
                elif payload["op"] == IDENTIFY:
                    line.identify(int(payload["d"]["intents"]))
                    self.bell.ring()
        finally:
            writer.cancel()
            line.leave()
        return socket


@dataclass
class _Line:
    """One bot's connection: what its intents let through, numbered, in order."""

    backend: Backend
    socket: web.WebSocketResponse
    intents: discord.Intents = field(default_factory=discord.Intents.none)
    number: int = 0
    frames: asyncio.Queue[str] = field(default_factory=asyncio.Queue)

    async def write(self) -> None:
        """Send what is heard, until cancelled."""
        while True:
            await self.socket.send_str(await self.frames.get())

    def identify(self, intents: int) -> None:
        self.intents = discord.Intents._from_value(intents)
        bot, guilds = self.backend.bot_user, self.backend.guilds
        self.hear(
            "READY",
            {
                "v": 10,
                "user": dict(serializers.user_payload(bot)),
                "guilds": [{"id": str(id), "unavailable": True} for id in guilds],
                "session_id": "second",
                "resume_gateway_url": "ws://127.0.0.1:1/gateway",
                "application": {"id": str(self.backend.application_id), "flags": 0},
                "private_channels": [],
            },
        )
        for guild in guilds.values():
            self.hear("GUILD_CREATE", serializers.guild_create_payload(self.backend, guild))
        self.backend.subscribers.append(self.hear)

    def hear(self, event: str, payload: Mapping[str, Any]) -> None:
        gate = required_intent(event, payload)
        if gate is not None and not getattr(self.intents, gate):
            return
        data = dict(payload)
        if event == "GUILD_CREATE":
            prune_guild_create(data, self.intents, self.backend.bot_user.id)
        self.number += 1
        frame = {"op": 0, "t": event, "s": self.number, "d": data}
        self.frames.put_nowait(json.dumps(frame))

    def leave(self) -> None:
        if self.hear in self.backend.subscribers:
            self.backend.subscribers.remove(self.hear)


@dataclass(frozen=True)
class SecondPerson:
    """Acts in SimCord's Discord as the playground's test client does in its own."""

    there: SecondDiscord
    id: int
    name: str

    async def slash(self, line: str, **options: int | str | bool) -> ActionResult:
        """Send a command in the one channel."""
        name, *path = line.split()
        commands = [
            command
            for scope in self.there.backend.commands.values()
            for (known, _), command in scope.items()
            if known == name
        ]
        leaf, nesting = walk_to_subcommand(commands[0], path)
        kinds = {option["name"]: OptionType(option["type"]) for option in leaf["options"]}
        typed = [
            {"name": name, "type": kinds[name], "value": value} for name, value in options.items()
        ]
        data = {"id": commands[0]["id"], "name": name, "type": 1}
        nested = nest_options(commands[0], nesting, typed)
        return await self._act(COMMAND, {**data, "options": nested})

    async def click(self, shown: ShownMessage, button: str) -> ActionResult:
        """Press the button of that label or custom id."""
        component = shown.component(button)
        data = {"custom_id": component["custom_id"], "component_type": 2, "id": component["id"]}
        return await self._act(COMPONENT, data, shown)

    async def select(self, shown: ShownMessage, menu: str, *values: str) -> ActionResult:
        """Choose from a menu."""
        component = shown.component(menu)
        data = {key: component[key] for key in ("custom_id", "id")}
        data |= {"component_type": component["type"], "values": list(values)}
        return await self._act(COMPONENT, data, shown)

    async def submit(self, answer: ActionResult, values: Mapping[str, str]) -> ActionResult:
        """Send a form whose fields are all texts; the values by their labels."""
        rows: list[dict[str, Any]] = []
        for label, value in values.items():
            asked = answer.modal.field(label)
            typed = {"type": asked["type"], "custom_id": asked["custom_id"], "value": value}
            rows.append({"type": 18, "component": typed})
        data = {"custom_id": answer.modal.value["custom_id"], "components": rows}
        return await self._act(MODAL, data, answer.shown)

    async def _act(
        self, kind: int, data: dict[str, Any], shown: ShownMessage | None = None
    ) -> ActionResult:
        backend = self.there.backend
        record, payload = base_payload(
            backend,
            type=kind,
            channel_id=self.there.channel.id,
            guild_id=self.there.guild.id,
            user_id=self.id,
            data=data,
        )
        if shown is not None:
            message = cast("Message", shown.value)
            payload["message"] = dict(serializers.message_payload(backend, message))
            record.source_message_id = message.id
        backend.emit("INTERACTION_CREATE", payload)

        def settled() -> bool:
            message = backend.messages[self.there.channel.id].get(record.message_id or 0)
            return record.responded and not (message and message.flags & LOADING)

        if not await self.there.bell.until(settled, 20.0):
            raise AssertionError(
                f"{self.name} did {data}; nobody answered. {self.there.complaints}"
            )
        came = record.message_id or record.source_message_id
        seen = None if came is None else self.there.shown(came, self.id)
        return ActionResult(cast("Interaction", record), seen)


def _files(body: Body) -> Sequence[Any]:
    """Uploads as SimCord takes them: with a file to read, and their descriptions."""
    listed = body.json.get("attachments") or (body.json.get("data") or {}).get("attachments") or []
    told = {int(entry["id"]): entry.get("description") for entry in listed}
    return [
        SimpleNamespace(
            fp=io.BytesIO(upload.data), filename=upload.filename, description=told.get(upload.index)
        )
        for upload in body.uploads
    ]
