"""The HTTP and WebSocket side of the page; README.md describes the messages."""

import asyncio
import base64
import json
import secrets
import sys
import traceback
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aiohttp import WSMsgType, web

from playground.background import background
from playground.interactions.interactions import InteractionSender
from playground.interactions.localized import command_list
from playground.interactions.options import Typed
from playground.interactions.user_actions import LOCALES, UserActions
from playground.world.errors import HumanError, is_id
from playground.world.permissions import sees
from playground.world.serializers import guild_shape, member_shape
from playground.world.signal import Signal
from playground.world.world import DIRECT, Channel, Json, Message, User

LARGEST_MESSAGE = 16 * 1024 * 1024  # bytes; a file of 10 MiB in base64 and what names it
PAGE = Path(__file__).parents[1] / "page"


@dataclass
class Pages:
    interactions: InteractionSender
    signal: Signal
    origin: str

    def link(self, user: User) -> str:
        return f"{self.origin}/?as={user.id}&key={user.key}"

    async def index(self, _request: web.Request) -> web.StreamResponse:
        page = PAGE / "index.html"
        if not page.exists():
            return web.Response(text="The page's files are missing.", status=404)
        return web.FileResponse(page, headers={"Cache-Control": "no-cache"})

    async def asset(self, request: web.Request) -> web.StreamResponse:
        """An ES module, style sheet or picture of the page."""
        try:
            file = (PAGE / request.match_info["file"]).resolve(strict=True)
        except FileNotFoundError:
            return web.Response(text="There is no such file.", status=404)
        except (ValueError, OSError):
            return web.Response(text="This is no name of a file.", status=400)
        if not file.is_relative_to(PAGE.resolve()) or not file.is_file():
            return web.Response(text="There is no such file.", status=404)
        return web.FileResponse(file, headers={"Cache-Control": "no-cache"})

    async def socket(self, request: web.Request) -> web.StreamResponse:
        """Serve one tab from its opening to its end."""
        user = self._visitor(request)
        if user is None:
            return web.Response(text="This link does not open a page here.", status=403)
        socket = web.WebSocketResponse(heartbeat=30, max_msg_size=LARGEST_MESSAGE)
        await socket.prepare(request)
        await TabSocket(self, user, socket).run()
        return socket

    def _visitor(self, request: web.Request) -> User | None:
        """Return the tab's user; None for a wrong key."""
        id = request.query.get("as", "")
        if not is_id(id):
            raise web.HTTPBadRequest(text="This link names nobody.")
        user = self.interactions.posts.world.users.get(int(id))
        if user is None or user.bot:
            return None
        key = request.query.get("key", "")
        return user if secrets.compare_digest(user.key.encode(), key.encode()) else None


class TabSocket:
    """One tab: answers its operations in order and sends it events."""

    def __init__(self, pages: Pages, user: User, socket: web.WebSocketResponse) -> None:
        self._pages = pages
        self._posts = pages.interactions.posts
        self._world = self._posts.world
        self._user = user
        self._socket = socket
        self._outgoing: asyncio.Queue[Json] = asyncio.Queue()
        self._tab = self._posts.audience.join(user.id, self._hear)
        self._acts = UserActions(pages.interactions, pages.signal, user, self._tab.id)
        self._asking: set[asyncio.Task[None]] = set()
        self._operations: dict[str, Callable[[Json], Awaitable[Json]]] = {
            "hello": self._hello,
            "history": self._history,
            "send": self._send,
            "open_dm": self._open_dm,
            "dms": self._dms,
            "locale": self._locale,
            "slash": self._slash,
            "menu": self._menu,
            "autocomplete": self._autocomplete,
            "press": self._press,
            "select": self._select,
            "submit": self._submit,
            "dismiss": self._dismiss,
            "read": self._read,
        }

    def _hear(self, event: str, data: Json) -> None:
        self._outgoing.put_nowait({"t": event, "d": data})

    async def run(self) -> None:
        writer = background(self._write(), "write to a page")
        try:
            async for message in self._socket:
                if message.type is WSMsgType.TEXT:
                    # An autocompletion waits for the bot; nothing else may wait behind it.
                    task = background(self._answer(message.data), "answer a page")
                    self._asking.add(task)
                    task.add_done_callback(self._asking.discard)
        finally:
            self._posts.audience.leave(self._tab)
            for task in (writer, *self._asking):
                task.cancel()

    async def _write(self) -> None:
        while True:
            item = await self._outgoing.get()
            try:
                await self._socket.send_str(json.dumps(item, separators=(",", ":")))
            except ConnectionError:
                return  # the tab is gone; the reader ends it

    async def _answer(self, text: str) -> None:
        number: Any = None
        try:
            asked = json.loads(text)
            number = asked["n"]
            operation = self._operations[asked["op"]]
            reply = {"re": number, "ok": True, "d": await operation(asked.get("d") or {})}
        except HumanError as error:
            reply = {"re": number, "ok": False, "error": str(error)}
        except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
            traceback.print_exc(file=sys.stderr)
            reply = {"re": number, "ok": False, "error": f"This was not understood: {error!r}."}
        self._outgoing.put_nowait(reply)
        self._pages.signal.ring()

    def _shown(self, message: Message) -> Json:
        return self._posts.page_shape(message, self._user.id)

    def _channel(self, d: Json) -> Channel:
        return self._acts.channel(int(d["channel"]))

    def _message(self, d: Json) -> Message:
        return self._acts.message(int(d["message"]))

    async def _hello(self, _d: Json) -> Json:
        world, user, posts = self._world, self._user, self._posts
        guild = world.guild
        channels = [
            channel
            for channel in world.channels.values()
            if (channel.kind != DIRECT or channel.last_message_id) and sees(world, user.id, channel)
        ]
        return {
            "me": {**posts.person_shape(user), "dms_open": user.dms_open, "locale": user.locale},
            "locales": list(LOCALES),
            "people": [posts.person_shape(each) for each in world.users.values()],
            "guild": {
                **guild_shape(world, guild),
                "members": [member_shape(world, member) for member in guild.members.values()],
            },
            "other_guilds": [
                {"id": str(other.id), "name": other.name}
                for other in world.guilds.values()
                if other is not guild and user.id in other.members
            ],
            "channels": [posts.page_channel(channel, user.id) for channel in channels],
            "commands": command_list(world, user),
            "links": {str(each.id): self._pages.link(each) for each in world.people},
            "bot": {"id": str(world.bot.id), "online": posts.sessions.online},
        }

    async def _history(self, d: Json) -> Json:
        before = int(d["before"]) if d.get("before") else None
        messages = self._acts.history(self._channel(d), before)
        return {"messages": [self._shown(message) for message in messages]}

    async def _send(self, d: Json) -> Json:
        message = self._acts.send(self._channel(d), str(d["content"]))
        return {"message": self._shown(message)}

    async def _open_dm(self, d: Json) -> Json:
        user = self._world.users.get(int(d["user"]))
        if user is None or user is self._user:
            raise HumanError("There is nobody like that to write to.")
        channel = self._acts.open_dm(user)
        return {"channel": self._posts.page_channel(channel, self._user.id)}

    async def _dms(self, d: Json) -> Json:
        self._acts.set_dms(allow=bool(d["allow"]))
        return {"allow": self._user.dms_open}

    async def _locale(self, d: Json) -> Json:
        self._acts.set_locale(str(d["locale"]))
        return {"locale": self._user.locale}

    def _typed(self, d: Json) -> Typed:
        options = {name: _value(value) for name, value in (d.get("options") or {}).items()}
        return Typed(str(d["command"]), tuple(d.get("path") or ()), options, d.get("focused"))

    async def _slash(self, d: Json) -> Json:
        return _opened(self._acts.slash(self._channel(d), self._typed(d)).id)

    async def _menu(self, d: Json) -> Json:
        user = self._world.users.get(int(d.get("user") or 0))
        target = self._message(d) if user is None else user
        return _opened(self._acts.use_menu(self._channel(d), str(d["command"]), target).id)

    async def _autocomplete(self, d: Json) -> Json:
        return {"choices": await self._acts.autocomplete(self._channel(d), self._typed(d))}

    async def _press(self, d: Json) -> Json:
        return _opened(self._acts.press(self._message(d), str(d["custom_id"])).id)

    async def _select(self, d: Json) -> Json:
        opened = self._acts.select(self._message(d), str(d["custom_id"]), list(d["values"]))
        return _opened(opened.id)

    async def _submit(self, d: Json) -> Json:
        return _opened(self._acts.submit(int(d["interaction"]), d.get("values") or {}).id)

    async def _dismiss(self, d: Json) -> Json:
        self._acts.dismiss(self._message(d))
        return {}

    async def _read(self, d: Json) -> Json:
        self._acts.read(self._channel(d))
        return {}


def _value(value: Any) -> Any:
    """Return an option's value; a file, as its name and content."""
    if not isinstance(value, dict):
        return value
    return str(value["name"]), base64.b64decode(value["content"], validate=True)


def _opened(id: int) -> Json:
    return {"interaction": str(id)}
