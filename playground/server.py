"""A whole local Discord: the world, its REST API, its gateway, its files and its page."""

import errno
import socket
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from aiohttp import web
from aiohttp.typedefs import Handler

from playground.errors import PlaygroundError
from playground.faults import Faults
from playground.gateway.gateway import Gateway
from playground.gateway.message_events import MessageEvents
from playground.gateway.sessions import Sessions
from playground.gateway.sharding import ShardingRules
from playground.interactions.callbacks import Callbacks
from playground.interactions.interactions import InteractionSender, forget_old_interactions
from playground.messages import cdn
from playground.rest.server import RestServer
from playground.testing.people import PlaygroundUser
from playground.testing.transcript import transcript
from playground.web.pages import Pages
from playground.world.audience import Audience
from playground.world.clock import PlaygroundClock, RealClock
from playground.world.errors import is_id
from playground.world.seed import add_demo_guild
from playground.world.signal import Signal
from playground.world.store import WorldFileError, WorldStore
from playground.world.world import World

HOST = "127.0.0.1"  # never another: nothing here would stand against strangers
WORLD_FILE = "world.db"
REQUEST_BYTES = 40 * 1024 * 1024


class PortError(PlaygroundError):
    """The port cannot be listened on; the text says why."""


class NeverCameError(AssertionError):
    """An event that a test waited for did not happen; the text holds every channel's transcript."""


@dataclass(frozen=True)
class PlaygroundAddress:
    """Everything a bot needs to connect to a playground."""

    port: int
    token: str = field(repr=False)

    @property
    def origin(self) -> str:
        return f"http://{HOST}:{self.port}"

    @property
    def api(self) -> str:
        return f"{self.origin}/api/v10"

    @property
    def gateway(self) -> str:
        return f"ws://{HOST}:{self.port}/gateway"

    @property
    def cdn(self) -> str:
        return f"{self.origin}/cdn"

    @property
    def variables(self) -> dict[str, str]:
        """The environment variables with which a bot in another process logs in."""
        return {
            "DISCORD_TOKEN": self.token,
            "DISCORD_API": f"{self.origin}/api",
            "DISCORD_GATEWAY": self.gateway,
            "DISCORD_CDN": self.cdn,
        }


class Playground:
    """A playground that can start and stop; a new one on the same folder continues the world."""

    def __init__(
        self,
        data: Path | None = None,
        clock: PlaygroundClock | None = None,
        sharding: ShardingRules | None = None,
        token: str | None = None,
        name: str | None = None,
    ) -> None:
        """Prepare the world; `data` is the folder of its file, None keeps it in memory.

        `token` is the bot's in a new world, instead of a random one, and `name` its name. Raises
        WorldFileError when the folder or file cannot be written.
        """
        path = None
        if data is not None:
            try:
                data.mkdir(mode=0o700, parents=True, exist_ok=True)
            except OSError as error:
                raise WorldFileError(f"Cannot use the folder {data}: {error.strerror}.") from error
            path = data / WORLD_FILE
        self.clock = clock or RealClock()
        self.signal = Signal()
        self.world = World(WorldStore(path), self.clock, self.signal.ring)
        add_demo_guild(self.world, token, name)
        forget_old_interactions(self.world)
        self.audience = Audience()
        self.sessions = Sessions(self.world, self._presence, sharding)
        self.posts = MessageEvents(self.world, self.sessions, self.audience)
        self.interactions = InteractionSender(self.posts)
        self.faults = Faults(self.posts, self.sessions)
        self.rest = RestServer(
            self.world, self.posts, Callbacks(self.interactions), self.faults, self.signal
        )
        self.patience = 60.0  # real seconds that the test client waits for an answer
        self._persons: dict[str, PlaygroundUser] = {}
        self._runner: web.AppRunner | None = None
        self.address = PlaygroundAddress(0, self.world.application.token)

    def _presence(self, online: bool) -> None:
        self.audience.tell_all("bot", {"online": online})
        self.signal.ring()

    async def start(self, port: int = 0) -> PlaygroundAddress:
        """Listen on loopback; port 0 takes a free one. Raises PortError."""
        listener = _listener(port)
        self.address = PlaygroundAddress(listener.getsockname()[1], self.world.application.token)
        self.posts.origin, self.posts.gateway = self.address.origin, self.address.gateway
        self.pages = Pages(self.interactions, self.signal, self.address.origin)
        self._runner = web.AppRunner(self._application(), access_log=None, shutdown_timeout=1)
        await self._runner.setup()
        await web.SockSite(self._runner, listener).start()
        return self.address

    async def stop(self) -> None:
        """Close all sockets and the world's file."""
        for line in self.sessions.lines():
            line.hang_up(1001)
        if self._runner:
            await self._runner.cleanup()
        self.world.store.close()

    def person(self, name: str) -> PlaygroundUser:
        """Return one of the people, such as "Ana", to act in their name."""
        if name not in self._persons:
            user = next(user for user in self.world.people if user.display_name == name)
            self._persons[name] = PlaygroundUser(self, user)
        return self._persons[name]

    async def until(self, condition: Callable[[], bool], what: str = "it") -> None:
        """Wait for something to happen. Raises NeverCameError after `patience` seconds."""
        if not await self.signal.until(condition, self.patience):
            channels = [c for c in self.world.channels.values() if c.last_message_id]
            transcripts = [transcript(self.world, channel) for channel in channels]
            lines = [f"Waited {self.patience} s for {what}.", *self.refusals(), *transcripts]
            raise NeverCameError("\n".join(lines))

    @property
    def has_commands(self) -> bool:
        """Whether a bot has ever registered commands."""
        return bool(self.world.commands)

    def refusals(self) -> list[str]:
        """The bot's newest refused requests, one line each."""
        refused = [exchange for exchange in self.rest.exchanges if exchange.status >= 400]
        return [f"{e.method} {e.path} was refused: {e.answer}" for e in refused[-5:]]

    def _application(self) -> web.Application:
        application = web.Application(client_max_size=REQUEST_BYTES, middlewares=[_own_pages_only])
        gateway = Gateway(self.world, self.sessions, self.address.gateway)
        application.add_routes(
            [
                web.route("*", "/api/v10/{path:.*}", self.rest.handle),
                web.get("/gateway", gateway.handle),
                web.get("/gateway/", gateway.handle),
                web.get("/cdn/attachments/{channel}/{id}/{name}", self._attachment),
                web.get("/cdn/avatars/{user}.svg", self._avatar),
                web.get("/cdn/avatars/{user}/{name}", self._avatar),
                web.get(r"/cdn/embed/avatars/{name}", self._avatar),
                web.get("/cdn/emojis/{id}.png", self._emoji),
                web.get("/page/socket", self.pages.socket),
                web.get("/page/{file:.+}", self.pages.asset),
                web.get("/", self.pages.index),
            ]
        )
        return application

    async def _attachment(self, request: web.Request) -> web.StreamResponse:
        return cdn.attachment(self.world, _id_in(request, "id"), request.match_info["name"])

    async def _emoji(self, request: web.Request) -> web.StreamResponse:
        return cdn.emoji(self.world, _id_in(request, "id"))

    async def _avatar(self, request: web.Request) -> web.StreamResponse:
        user = _id_in(request, "user") if "user" in request.match_info else 0
        suffix = "png" if "name" in request.match_info else "svg"
        return cdn.avatar(self.world, user, suffix)


def _id_in(request: web.Request, name: str) -> int:
    """Return an id in the path of a request; another text is a bad request."""
    text = request.match_info[name]
    if not is_id(text):
        raise web.HTTPBadRequest(text=f"{text[:50]!r} is no id.")
    return int(text)


def _listener(port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if sys.platform != "win32":  # there it would let two playgrounds listen on one port
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
    except (OSError, OverflowError) as error:
        listener.close()
        raise PortError(_complaint(port, error)) from error
    return listener


def _complaint(port: int, error: Exception) -> str:
    """Say what went wrong with a port, and what to do."""
    other = "To use another port, set PLAYGROUND_PORT or pass --port."
    if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
        return f"Port {port} is taken: the playground is probably running already. {other}"
    return f"Cannot listen on {HOST}:{port}: {error}. {other}"


@web.middleware
async def _own_pages_only(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse strange names of loopback (DNS rebinding), and what other sites' pages ask for.

    Browsers name the page that opens a socket or sends anything but a plain GET; bots name none.
    """
    if not request.headers.get("Sec-WebSocket-Key", "").isascii():
        return web.Response(status=400, text="This is no key of a WebSocket.")
    name = request.host.rsplit(":", 1)[0]
    if name not in (HOST, "localhost"):
        return web.Response(status=421, text="This server answers on loopback names only.")
    if request.headers.get("Origin", origin := f"http://{request.host}") != origin:
        return web.Response(status=403, text="This server answers its own page and bots only.")
    return await handler(request)
