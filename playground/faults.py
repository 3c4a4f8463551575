"""Faults on request: failures of the real Discord, at the moment a test chooses."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from playground.gateway.message_events import MessageEvents
from playground.gateway.sessions import Sessions
from playground.world.errors import RETRY_AFTER, refusal
from playground.world.permissions import Permission
from playground.world.serializers import channel_shape, guild_created, member_shape
from playground.world.world import (
    DIRECT,
    GUILD_TEXT,
    PRIVATE_THREAD,
    Channel,
    Guild,
    Json,
    Member,
    Message,
    Overwrite,
    Role,
    Thread,
    User,
)

CHANNEL_PATH = "/channels/{channel_id}"
DIRECT_PATH, THREAD_PATH = "/channels/{direct_id}", "/channels/{thread_id}"
"""What the prefix of channel routes is called for channels that are DMs or threads."""
RESET = -1
"""The status of a fault that resets the connection instead of closing it."""


@dataclass
class Fault:
    """One planned failure. `nth` counts matching requests from the moment of planning."""

    method: str  # or "*"
    path: str  # a route's path as written there, with its {names}, or "*"; see DIRECT_PATH
    status: int  # 0 closes the connection without an answer, RESET resets it
    body: Json
    nth: int = 1
    times: int = 1
    applied: bool = False  # the request is carried out, only its answer is lost
    stall: float = 0.0  # real seconds until the request is handled; status 200 then
    released: asyncio.Event | None = None  # the request is carried out, its answer waits for this
    seen: int = 0

    @property
    def is_over(self) -> bool:
        """Whether it has struck as often as planned."""
        return self.seen >= self.nth + self.times - 1

    def release(self) -> None:
        """Send the answers that are held back."""
        if self.released is not None:
            self.released.set()

    def strikes(self, method: str, *paths: str) -> bool:
        """Count a request, by any of its path's names, and tell whether the fault strikes it."""
        if self.method not in ("*", method) or self.path not in ("*", *paths):
            return False
        self.seen += 1
        return self.nth <= self.seen < self.nth + self.times


@dataclass
class Faults:
    posts: MessageEvents
    sessions: Sessions
    planned: list[Fault] = field(default_factory=list)
    watchers: list[Callable[[str, str], None]] = field(default_factory=list)
    """Called with method and path of every request before it is handled."""

    def answer(
        self,
        method: str = "*",
        path: str = "*",
        *,
        status: int = 500,
        nth: int = 1,
        times: int = 1,
        applied: bool = False,
        code: int = 0,
        retry_after: float = RETRY_AFTER,
        everywhere: bool = False,
    ) -> Fault:
        """Answer the nth matching request with this status: 500s, 429 with a retry, 0 for a cut.

        `everywhere` makes a 429 the bot's global one, which delays all its requests.
        """
        body: Json = {"message": f"{status}: planned by a test", "code": code}
        if status == 429:
            body |= {"retry_after": retry_after, "global": everywhere}
        return self._plan(Fault(method, path, status, body, nth, times, applied))

    def _plan(self, fault: Fault) -> Fault:
        self.planned.append(fault)
        return fault

    def refuse(
        self,
        code: int,
        method: str = "*",
        path: str = "*",
        *,
        nth: int = 1,
        times: int = 1,
        applied: bool = False,
    ) -> Fault:
        """Refuse the nth matching request with one of Discord's codes, such as 30046."""
        error = refusal(code)
        return self._plan(Fault(method, path, error.status, error.body(), nth, times, applied))

    def stall(
        self, seconds: float, method: str = "*", path: str = "*", *, nth: int = 1, times: int = 1
    ) -> Fault:
        """Delay the nth matching request this long before it is carried out."""
        return self._plan(Fault(method, path, 200, {}, nth, times, stall=seconds))

    def hold(self, method: str = "*", path: str = "*", *, nth: int = 1, times: int = 1) -> Fault:
        """Carry out the nth matching request, but hold its answer back until `release`."""
        return self._plan(Fault(method, path, 200, {}, nth, times, released=asyncio.Event()))

    def striking(self, method: str, path: str, channel_id: int | None = None) -> Fault | None:
        """Return the fault that this request meets, if any. Every plan counts the request.

        Watchers see the routes of DMs and threads with names of their own, such as DIRECT_PATH.
        """
        called = path.replace(CHANNEL_PATH, self._prefix(channel_id))
        for watcher in self.watchers:
            watcher(method, called)
        struck = [fault for fault in self.planned if fault.strikes(method, path, called)]
        return struck[0] if struck else None

    def _prefix(self, channel_id: int | None) -> str:
        """Return what the prefix of a channel's routes is called."""
        channel = self.posts.world.channels.get(channel_id or 0)
        if channel is None:
            return CHANNEL_PATH
        if channel.kind == DIRECT:
            return DIRECT_PATH
        return CHANNEL_PATH if channel.thread is None else THREAD_PATH

    def heal(self) -> None:
        """Drop all plans."""
        self.planned.clear()

    def cut(self) -> None:
        """Break the sockets; the bot may resume."""
        for line in self.sessions.lines():
            line.hang_up(4000)

    def refuse_resume(self) -> None:
        """Break the sockets and end the sessions; the bot misses all events until it is back."""
        lines = self.sessions.lines()
        self.sessions.forget_all()
        for line in lines:
            line.hang_up(4000)

    def ask_to_reconnect(self) -> None:
        """Send op 7: the bot must reconnect."""
        for line in self.sessions.lines():
            line.send({"op": 7, "s": None, "t": None, "d": None})

    def invalidate(self) -> None:
        """Send op 9: the sessions are gone and the bot must identify again."""
        for line in self.sessions.lines():
            line.send({"op": 9, "s": None, "t": None, "d": False})
        self.sessions.forget_all()

    def delete_message(self, message: Message) -> None:
        """Delete a message as a moderator."""
        self.posts.delete(message)

    def forbid(self, user: User, channel: Channel, *permissions: Permission) -> None:
        """Take these permissions from one user in one channel; without any, give all back."""
        others = [o for o in channel.overwrites if o.id != user.id]
        deny = sum(permissions)
        channel.overwrites = [*others, Overwrite(user.id, 1, deny=deny)] if deny else others
        self.posts.world.keep(channel)
        self._dispatch("CHANNEL_UPDATE", channel_shape(self.posts.world, channel), channel.guild_id)

    def change_bot(self, guild: Guild, *roles: Role, silent_until: float | None = None) -> None:
        """Give the bot these roles and no others, and a time-out until then."""
        world = self.posts.world
        member = guild.members[world.bot.id]
        member.roles, member.silent_until = [role.id for role in roles], silent_until
        guild.roles |= {role.id: role for role in roles}
        world.keep(guild)
        changed = member_shape(world, member) | {"guild_id": str(guild.id)}
        self._dispatch("GUILD_MEMBER_UPDATE", changed, guild.id)

    def delete_channel(self, channel: Channel) -> None:
        """Delete a channel or thread with all its messages, as a moderator."""
        world = self.posts.world
        for thread in world.threads_in(channel):
            self.delete_channel(thread)
        for message in world.history(channel.id):
            world.forget(message)
        world.forget(channel)
        event = "THREAD_DELETE" if channel.thread else "CHANNEL_DELETE"
        self._dispatch(event, channel_shape(world, channel), channel.guild_id)

    def open_channel(self, guild: Guild, name: str, kind: int = GUILD_TEXT) -> Channel:
        """Add a channel to a server, as somebody who manages it."""
        world = self.posts.world
        channel = Channel(world.new_id(), kind, name, guild.id, len(world.channels))
        world.keep(channel)
        self._dispatch("CHANNEL_CREATE", channel_shape(world, channel), guild.id)
        return channel

    def open_thread(self, owner: User, parent: Channel, name: str) -> Channel:
        """Create a private thread in a person's name."""
        world = self.posts.world
        now = world.clock.now()
        facts = Thread(parent.id, owner.id, now, members={owner.id: now})
        thread = Channel(world.new_id(), PRIVATE_THREAD, name, parent.guild_id, thread=facts)
        self.posts.begin_thread(thread)
        return thread

    def archive(self, thread: Channel, *, locked: bool = False) -> None:
        """Archive a thread, by itself or (locked) as a moderator."""
        assert thread.thread is not None  # a test archives nothing else
        thread.thread.locked = locked
        self.posts.change_thread(thread, archived=True)

    def lock(self, thread: Channel, *, locked: bool = True) -> None:
        """Lock or unlock a thread that stays active, as a moderator."""
        assert thread.thread is not None  # a test locks nothing else
        thread.thread.locked = locked
        self.posts.change_thread(thread, archived=thread.thread.archived)

    def expel_bot(self, guild: Guild) -> None:
        """Remove the bot from a guild."""
        world = self.posts.world
        guild.members.pop(world.bot.id)
        world.keep(guild)
        self._dispatch("GUILD_DELETE", {"id": str(guild.id)}, guild.id)

    def take_offline(self, guild: Guild) -> None:
        """Start an outage of a guild; its channels are unknown until it is back."""
        self._dispatch("GUILD_DELETE", {"id": str(guild.id), "unavailable": True}, guild.id)

    def bring_online(self, guild: Guild) -> None:
        """End the outage."""
        self._dispatch("GUILD_CREATE", guild_created(self.posts.world, guild), guild.id)

    def invite_bot(self, guild: Guild) -> None:
        """Add the bot (back) to a guild, with the permissions of its invitation."""
        world = self.posts.world
        roles = [role.id for role in guild.roles.values() if role.managed]
        guild.members[world.bot.id] = Member(world.bot.id, world.clock.now(), roles)
        world.keep(guild)
        joined = {**guild_created(world, guild)}
        joined.pop("unavailable")  # a guild that is new to the bot does not say so
        self._dispatch("GUILD_CREATE", joined, guild.id)

    def _dispatch(self, event: str, data: Json, guild_id: int | None) -> None:
        self.sessions.dispatch(event, data, guild_id=guild_id, direct=False)
