"""Faults on request: what goes wrong on the real Discord, at the moment a test chooses."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from bot.playground.gateway.message_events import MessageEvents
from bot.playground.gateway.sessions import Sessions
from bot.playground.world.errors import RETRY_AFTER, refusal
from bot.playground.world.permissions import Permission
from bot.playground.world.serializers import channel_shape, guild_created
from bot.playground.world.world import (
    DIRECT,
    Channel,
    Guild,
    Json,
    Member,
    Message,
    Overwrite,
    User,
)

CHANNEL_PATH, DIRECT_PATH = "/channels/{channel_id}", "/channels/{direct_id}"
"""How routes of channels begin, and how they are called where the channel is somebody's DM."""


@dataclass
class Fault:
    """One planned failure. `nth` counts the requests that fit from the moment of planning."""

    method: str  # or "*"
    path: str  # a route's path as written there, with its {names}, or "*"; see DIRECT_PATH
    status: int  # 0 cuts the connection without an answer
    body: Json
    nth: int = 1
    times: int = 1
    applied: bool = False  # the request is carried out, only its answer is lost
    stall: float = 0.0  # real seconds until anything comes of the request; status 200 then
    released: asyncio.Event | None = None  # the request is carried out, its answer waits for this
    seen: int = 0

    @property
    def is_over(self) -> bool:
        """Whether it has struck as often as planned."""
        return self.seen >= self.nth + self.times - 1

    def release(self) -> None:
        """Let the answers that are held go."""
        if self.released is not None:
            self.released.set()

    def strikes(self, method: str, *paths: str) -> bool:
        """Count a request, by any of its path's names, and tell whether this strikes it."""
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
    """Who is told of every request, by method and path, before anything comes of it."""

    def answer(
        self,
        method: str = "*",
        path: str = "*",
        *,
        status: int = 500,
        nth: int = 1,
        times: int = 1,
        applied: bool = False,
        retry_after: float = RETRY_AFTER,
        everywhere: bool = False,
    ) -> Fault:
        """Answer the nth fitting request with that status: 500s, 429 with a retry, 0 for a cut.

        `everywhere` makes a 429 the one of the whole bot, which holds up all its requests.
        """
        body: Json = {"message": f"{status}: planned by a test", "code": 0}
        if status == 429:
            body |= {"retry_after": retry_after, "global": everywhere}
        fault = Fault(method, path, status, body, nth, times, applied)
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
        """Refuse the nth fitting request with one of Discord's codes, such as 30046."""
        error = refusal(code)
        fault = Fault(method, path, error.status, error.body(), nth, times, applied)
        self.planned.append(fault)
        return fault

    def stall(
        self, seconds: float, method: str = "*", path: str = "*", *, nth: int = 1, times: int = 1
    ) -> Fault:
        """Let the nth fitting request wait so long before it is carried out."""
        fault = Fault(method, path, 200, {}, nth, times, stall=seconds)
        self.planned.append(fault)
        return fault

    def hold(self, method: str = "*", path: str = "*", *, nth: int = 1, times: int = 1) -> Fault:
        """Carry out the nth fitting request, and keep its answer back until `release`."""
        fault = Fault(method, path, 200, {}, nth, times, released=asyncio.Event())
        self.planned.append(fault)
        return fault

    def striking(self, method: str, path: str, channel_id: int | None = None) -> Fault | None:
        """The fault that this request meets, if any. All plans count it.

        Watchers hear of a DM's routes by the names that begin with DIRECT_PATH.
        """
        channel = self.posts.world.channels.get(channel_id or 0)
        is_direct = channel is not None and channel.kind == DIRECT
        called = path.replace(CHANNEL_PATH, DIRECT_PATH) if is_direct else path
        for watcher in self.watchers:
            watcher(method, called)
        struck = [fault for fault in self.planned if fault.strikes(method, path, called)]
        return struck[0] if struck else None

    def heal(self) -> None:
        """Drop all plans."""
        self.planned.clear()

    def cut(self) -> None:
        """The sockets break; the bot may resume."""
        for line in self.sessions.lines():
            line.hang_up(4000)

    def refuse_resume(self) -> None:
        """The sockets break and the sessions are gone: what happens meanwhile is never told."""
        lines = self.sessions.lines()
        self.sessions.forget_all()
        for line in lines:
            line.hang_up(4000)

    def ask_to_reconnect(self) -> None:
        """Op 7: the gateway wants the bot to come back elsewhere."""
        for line in self.sessions.lines():
            line.send({"op": 7, "s": None, "t": None, "d": None})

    def invalidate(self) -> None:
        """Op 9: the sessions are gone and the bot must identify anew."""
        for line in self.sessions.lines():
            line.send({"op": 9, "s": None, "t": None, "d": False})
        self.sessions.forget_all()

    def delete_message(self, message: Message) -> None:
        """A moderator deletes a message by hand."""
        self.posts.delete(message)

    def forbid(self, user: User, channel: Channel, *permissions: Permission) -> None:
        """Take these permissions from one user in one channel; none gives all back."""
        others = [o for o in channel.overwrites if o.id != user.id]
        deny = sum(permissions)
        channel.overwrites = [*others, Overwrite(user.id, 1, deny=deny)] if deny else others
        self.posts.world.keep(channel)
        self._dispatch("CHANNEL_UPDATE", channel_shape(self.posts.world, channel), channel.guild_id)

    def delete_channel(self, channel: Channel) -> None:
        """A moderator deletes a channel or thread with all that was said in it."""
        world = self.posts.world
        for thread in world.threads_in(channel):
            self.delete_channel(thread)
        for message in world.history(channel.id):
            world.forget(message)
        world.forget(channel)
        event = "THREAD_DELETE" if channel.thread else "CHANNEL_DELETE"
        self._dispatch(event, channel_shape(world, channel), channel.guild_id)

    def archive(self, thread: Channel, *, locked: bool = False) -> None:
        """A thread falls asleep, by itself or (locked) by a moderator's hand."""
        assert thread.thread is not None  # a test archives nothing else
        thread.thread.locked = locked
        self.posts.change_thread(thread, archived=True)

    def expel_bot(self, guild: Guild) -> None:
        """The bot is thrown out of a guild."""
        world = self.posts.world
        guild.members.pop(world.bot.id)
        world.keep(guild)
        self._dispatch("GUILD_DELETE", {"id": str(guild.id)}, guild.id)

    def take_offline(self, guild: Guild) -> None:
        """A guild has an outage; its channels are not known until it is back."""
        self._dispatch("GUILD_DELETE", {"id": str(guild.id), "unavailable": True}, guild.id)

    def bring_online(self, guild: Guild) -> None:
        """The outage is over."""
        self._dispatch("GUILD_CREATE", guild_created(self.posts.world, guild), guild.id)

    def invite_bot(self, guild: Guild) -> None:
        """The bot comes (back) to a guild, with the permissions of its invitation."""
        world = self.posts.world
        roles = [role.id for role in guild.roles.values() if role.managed]
        guild.members[world.bot.id] = Member(world.bot.id, world.clock.now(), roles)
        world.keep(guild)
        joined = {**guild_created(world, guild)}
        joined.pop("unavailable")  # a guild that is new to the bot does not say so
        self._dispatch("GUILD_CREATE", joined, guild.id)

    def _dispatch(self, event: str, data: Json, guild_id: int | None) -> None:
        self.sessions.dispatch(event, data, guild_id=guild_id, direct=False)

    def close_dms(self, user: User, *, closed: bool = True) -> None:
        user.dms_open = not closed
        self.posts.world.keep(user)
