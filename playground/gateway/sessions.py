"""Gateway sessions: the events sent to each connection, numbered, and kept for a resume."""

import asyncio
import secrets
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playground.gateway.intents import trimmed, wants
from playground.gateway.sharding import ShardGate, ShardingRules, falls_on
from playground.world.world import Json, World

KEPT = 1000  # events a session keeps for a resume
LIVES = 120.0  # seconds a session waits for its bot to come back


@dataclass
class SocketQueue:
    """The queue to one socket: JSON payloads, or a close code."""

    queue: asyncio.Queue[Json | int] = field(default_factory=asyncio.Queue)

    def send(self, payload: Json) -> None:
        self.queue.put_nowait(payload)

    def hang_up(self, code: int) -> None:
        self.queue.put_nowait(code)


@dataclass
class Session:
    id: str
    intents: int
    shard: tuple[int, int]
    line: SocketQueue | None
    number: int = 0
    sent: deque[Json] = field(default_factory=lambda: deque(maxlen=KEPT))
    left_at: float | None = None

    def tell(self, event: str, data: Json) -> None:
        self.number += 1
        payload = {"op": 0, "t": event, "s": self.number, "d": data}
        self.sent.append(payload)
        if self.line:
            self.line.send(payload)

    def hears_of(self, guild_id: int | None) -> bool:
        """Whether this shard serves the guild; DMs go to the first shard."""
        return falls_on(guild_id, *self.shard)


class Sessions:
    """All sessions; `dispatch` sends an event to those that asked for it."""

    def __init__(
        self, world: World, on_presence: Callable[[bool], None], rules: ShardingRules | None = None
    ) -> None:
        self.gate = ShardGate(world, rules or ShardingRules())
        self._world = world
        self._on_presence = on_presence
        self._sessions: dict[str, Session] = {}

    @property
    def online(self) -> bool:
        return any(session.line for session in self._sessions.values())

    @property
    def shards(self) -> list[int]:
        """The shards of all connected sessions; two nodes may be connected to one shard."""
        return [session.shard[0] for session in self._sessions.values() if session.line]

    @property
    def reachable(self) -> bool:
        """Whether a bot is connected or may still come back to its session."""
        self._bury()
        return bool(self._sessions)

    def open(self, line: SocketQueue, intents: int, shard: tuple[int, int]) -> Session:
        session = Session(secrets.token_hex(16), intents, shard, line)
        self._sessions[session.id] = session
        self._on_presence(True)
        return session

    def resume(self, id: str, number: int, line: SocketQueue) -> Session | None:
        """Connect to a waiting session and replay missed events; None if it is gone."""
        self._bury()
        session = self._sessions.get(id)
        if session is None or number > session.number:
            return None
        missed = [payload for payload in session.sent if payload["s"] > number]
        if len(missed) < session.number - number:
            return None
        if session.line:
            session.line.hang_up(4000)
        session.line, session.left_at = line, None
        for payload in missed:
            line.send(payload)
        session.tell("RESUMED", {})
        self._on_presence(True)
        return session

    def leave(self, session: Session, line: SocketQueue, *, for_good: bool) -> None:
        """Handle a closed socket. A bot that said goodbye (code 1000 or 1001) ends its session."""
        if session.line is not line:
            return  # already resumed elsewhere
        session.line, session.left_at = None, self._world.clock.now()
        if for_good:
            self._sessions.pop(session.id, None)
        self._on_presence(self.online)

    def forget_all(self) -> None:
        """End every session, so that bots must identify again."""
        self._sessions.clear()

    def lines(self) -> list[SocketQueue]:
        return [session.line for session in self._sessions.values() if session.line]

    def dispatch(
        self, event: str, data: Json, *, guild_id: int | None, direct: bool, needed: int = 0
    ) -> None:
        """Send an event to every session whose shard and intents match, `needed` ones included."""
        self._bury()
        bot = self._world.bot.id
        for session in self._sessions.values():
            fits = session.hears_of(guild_id) and session.intents & needed == needed
            if fits and wants(session.intents, event, direct=direct):
                session.tell(event, trimmed(session.intents, event, data, bot, direct=direct))

    def welcome(self, session: Session, guild: Json) -> None:
        """Send one new session a guild that it is in."""
        session.tell(
            "GUILD_CREATE",
            trimmed(session.intents, "GUILD_CREATE", guild, self._world.bot.id, direct=False),
        )

    def _bury(self) -> None:
        now = self._world.clock.now()
        gone = [
            session.id
            for session in self._sessions.values()
            if session.left_at is not None and now - session.left_at > LIVES
        ]
        for id in gone:
            del self._sessions[id]


def ready(world: World, session: Session, gateway: str) -> dict[str, Any]:
    """Return the READY event's data without the user, whose shape the caller adds."""
    application = {"id": str(world.application.id), "flags": 0}
    return {
        "v": 10,
        "guilds": [
            {"id": str(guild.id), "unavailable": True}
            for guild in world.joined
            if session.hears_of(guild.id)
        ],
        "private_channels": [],
        "relationships": [],
        "presences": [],
        "user_settings": {},
        "session_type": "normal",
        "session_id": session.id,
        "resume_gateway_url": gateway,
        "shard": list(session.shard),
        "application": application,
    }
