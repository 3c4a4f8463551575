"""The gateway socket: hello, identify, resume, heartbeats, zlib-stream."""

import json
import traceback
import zlib
from dataclasses import dataclass
from typing import Any

from aiohttp import WSMsgType, web

from playground.background import background
from playground.gateway.intents import PRIVILEGED, Intent
from playground.gateway.sessions import Session, Sessions, SocketQueue, ready
from playground.world.serializers import guild_created, me_shape, member_shape
from playground.world.world import Json, World

HEARTBEAT, IDENTIFY, PRESENCE, VOICE, RESUME, MEMBERS = 1, 2, 3, 4, 6, 8
INVALID, HELLO, ACK = 9, 10, 11
GOODBYE = (1000, 1001)  # the close codes of a bot that will not come back
INTERVAL = 41_250  # milliseconds between heartbeats


@dataclass
class Gateway:
    world: World
    sessions: Sessions
    address: str  # ws://…/gateway, where a bot comes back to

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """One bot connection from hello to close."""
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        connection = Connection(self, socket, request.query.get("compress") == "zlib-stream")
        await connection.run()
        return socket


class Connection:
    """One socket: reads here and writes in its own task, so that a slow bot delays nobody."""

    def __init__(self, gateway: Gateway, socket: web.WebSocketResponse, compressed: bool) -> None:
        self._gateway = gateway
        self._world = gateway.world
        self._socket = socket
        # One deflate stream for the whole connection: each frame builds on those before it.
        self._deflate = zlib.compressobj() if compressed else None
        self._line = SocketQueue()
        self._session: Session | None = None

    async def run(self) -> None:
        self._line.send({"op": HELLO, "s": None, "t": None, "d": {"heartbeat_interval": INTERVAL}})
        writer = background(self._write(), "write to the gateway")
        goodbye = False
        try:
            while True:
                message = await self._socket.receive()
                if message.type in (WSMsgType.TEXT, WSMsgType.BINARY):
                    self._read(message.data)
                else:
                    goodbye = message.type is WSMsgType.CLOSE and message.data in GOODBYE
                    return
        finally:
            writer.cancel()
            if self._session:
                self._gateway.sessions.leave(self._session, self._line, for_good=goodbye)

    async def _write(self) -> None:
        while True:
            item = await self._line.queue.get()
            if isinstance(item, int):
                await self._socket.close(code=item)
                return
            text = json.dumps(item, separators=(",", ":"))
            try:
                if self._deflate is None:
                    await self._socket.send_str(text)
                    continue
                frame = self._deflate.compress(text.encode())
                await self._socket.send_bytes(frame + self._deflate.flush(zlib.Z_SYNC_FLUSH))
            except ConnectionError:
                return  # the reader notices the same and cleans up

    def _read(self, text: str | bytes) -> None:
        """Read one frame; some libraries send their JSON in binary ones."""
        try:
            payload = json.loads(text)
            self._obey(payload["op"], payload.get("d"))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            traceback.print_exc()
            self._line.hang_up(4002)

    def _obey(self, op: int, data: Any) -> None:
        """Carry out what a frame asks for; raises what its data lacks."""
        if op == HEARTBEAT:
            self._line.send({"op": ACK, "s": None, "t": None, "d": None})
        elif op == IDENTIFY:
            self._identify(data)
        elif op == RESUME:
            self._resume(data)
        elif self._session is None:
            self._line.hang_up(4003)
        elif op == MEMBERS:
            self._members(self._session, data)
        elif op not in (PRESENCE, VOICE):
            self._line.hang_up(4001)

    def _identify(self, data: Json) -> None:
        application = self._world.application
        intents = int(data["intents"])
        if data["token"] != application.token:
            self._line.hang_up(4004)
            return
        if self._session:
            self._line.hang_up(4005)
            return
        if intents & PRIVILEGED & ~application.privileged_intents:
            self._line.hang_up(4014)
            return
        shard = data.get("shard") or (0, 1)
        refused = self._gateway.sessions.gate.close_code(shard)
        if refused is not None:
            self._line.hang_up(refused)
            return
        number, count = shard
        if not self._gateway.sessions.gate.takes(number):
            self._line.send({"op": INVALID, "s": None, "t": None, "d": False})
            return
        session = self._gateway.sessions.open(self._line, intents, (number, count))
        self._session = session
        welcome = ready(self._world, session, self._gateway.address)
        session.tell("READY", {**welcome, "user": me_shape(self._world.bot)})
        for known in welcome["guilds"] if intents & Intent.GUILDS else []:
            guild = self._world.guilds[int(known["id"])]
            self._gateway.sessions.welcome(session, guild_created(self._world, guild))

    def _resume(self, data: Json) -> None:
        if data["token"] != self._world.application.token:
            self._line.hang_up(4004)
            return
        session = self._gateway.sessions.resume(
            str(data["session_id"]), int(data["seq"] or 0), self._line
        )
        if session is None:
            self._line.send({"op": INVALID, "s": None, "t": None, "d": False})
            return
        self._session = session

    def _members(self, session: Session, data: Json) -> None:
        """Send members by name or id, in one chunk; all members need the members intent."""
        guild = self._world.guilds.get(int(data["guild_id"]))
        wanted = {int(user) for user in _listed(data.get("user_ids"))}
        query = str(data.get("query") or "").casefold()
        everybody = not wanted and not query
        if guild is None or (everybody and not session.intents & Intent.MEMBERS):
            return
        members = [
            member
            for member in guild.members.values()
            if member.user_id in wanted
            or (not wanted and self._world.users[member.user_id].username.startswith(query))
        ]
        chunk: Json = {
            "guild_id": str(guild.id),
            "members": [member_shape(self._world, member) for member in members],
            "not_found": [str(user) for user in wanted - {m.user_id for m in members}],
            "chunk_index": 0,
            "chunk_count": 1,
        }
        if data.get("nonce"):
            chunk["nonce"] = data["nonce"]
        session.tell("GUILD_MEMBERS_CHUNK", chunk)


def _listed(value: Any) -> list[Any]:
    if value is None:
        return []
    return list(value) if isinstance(value, list) else [value]
