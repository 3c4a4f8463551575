"""Threads: created at a message or alone, changed, and their members."""

from typing import Any

from playground.gateway.intents import Intent
from playground.limits.shapes import CHANGED_THREAD, THREAD
from playground.rest.call import Call, Route
from playground.world.errors import ApiError, refuse
from playground.world.permissions import (
    Permission,
    demand,
    demand_awake,
    demand_unlocked,
    may,
    sees,
)
from playground.world.serializers import channel_shape, member_shape, thread_member_shape
from playground.world.world import (
    GUILD_TEXT,
    HAS_THREAD,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    Channel,
    Json,
    Thread,
)

MINUTES = (60, 1440, 4320, 10080)
LONGEST_NAME = 100


def begin(call: Call) -> Any:
    """Create a public thread at a message, with the message's id; one per message."""
    world, parent = call.world, call.world.channel(call.id("channel_id"))
    demand(world, parent, Permission.CREATE_PUBLIC_THREADS, Permission.READ_MESSAGE_HISTORY)
    message = world.message(parent.id, call.id("message_id"))
    if parent.kind != GUILD_TEXT or message.ephemeral:
        refuse(50003)
    if message.flags & HAS_THREAD:
        refuse(160004)
    thread = _begun(call, parent, message.id, PUBLIC_THREAD)
    message.flags |= HAS_THREAD
    call.posts.update(message, first=True)
    return channel_shape(world, thread)


def begin_alone(call: Call) -> Any:
    """Create a thread without a message, a private one by default."""
    world, parent = call.world, call.world.channel(call.id("channel_id"))
    kind = call.body.json.get("type") or PRIVATE_THREAD
    is_private = kind == PRIVATE_THREAD
    demand(
        world,
        parent,
        Permission.CREATE_PRIVATE_THREADS if is_private else Permission.CREATE_PUBLIC_THREADS,
    )
    if parent.kind != GUILD_TEXT or kind not in (PUBLIC_THREAD, PRIVATE_THREAD):
        refuse(50024)
    return channel_shape(world, _begun(call, parent, world.new_id(), kind))


def _begun(call: Call, parent: Channel, id: int, kind: int) -> Channel:
    """Store a new thread as the request describes it; the bot is its first member."""
    world, payload = call.world, call.body.json
    _check(payload)
    bot, now = world.bot.id, world.clock.now()
    facts = Thread(parent.id, bot, now, members={bot: now})
    facts.minutes = payload.get("auto_archive_duration") or facts.minutes
    facts.invitable = bool(payload.get("invitable", True))
    thread = Channel(id, kind, str(payload["name"]), parent.guild_id, thread=facts)
    call.posts.begin_thread(thread)
    return thread


def change(call: Call) -> Any:
    """Change a thread; only a moderator reopens one that a moderator locked."""
    world, payload = call.world, call.body.json
    thread = world.channel(call.id("channel_id"))
    if thread.thread is None:
        refuse(50003)
    _check(payload)
    facts = thread.thread
    reopens = payload.get("archived") is False and not payload.keys() - {"archived"}
    is_moderator = may(world, world.bot.id, thread, Permission.MANAGE_THREADS)
    if facts.locked or payload.get("locked") is not None:
        demand(world, thread, Permission.MANAGE_THREADS)
    elif not (reopens or is_moderator or facts.owner_id == world.bot.id):
        refuse(50013)
    demand(world, thread, Permission.SEND_MESSAGES_IN_THREADS)
    thread.name = str(payload.get("name") or thread.name)
    facts.minutes = payload.get("auto_archive_duration") or facts.minutes
    facts.locked = bool(payload.get("locked", facts.locked))
    facts.invitable = bool(payload.get("invitable", facts.invitable))
    call.posts.change_thread(thread, archived=bool(payload.get("archived", facts.archived)))
    return channel_shape(world, thread)


def _check(payload: Json) -> None:
    name = payload.get("name", "-")
    if not 1 <= len(str(name)) <= LONGEST_NAME:
        raise ApiError(400, 50035, "Invalid Form Body")
    if payload.get("auto_archive_duration") not in (None, *MINUTES):
        raise ApiError(400, 50035, "Invalid Form Body")


def _thread(call: Call) -> tuple[Channel, Thread]:
    """Return the path's thread, which the bot may see."""
    thread = call.world.channel(call.id("channel_id"))
    demand(call.world, thread)
    return (thread, thread.thread) if thread.thread else refuse(50003)


def members(call: Call) -> Any:
    """List a thread's members; needs the members intent."""
    thread, facts = _thread(call)
    if not call.world.application.privileged_intents & Intent.MEMBERS:
        refuse(50001)
    return [_member(call, thread, user) for user in facts.members]


def member(call: Call) -> Any:
    thread, facts = _thread(call)
    user = call.id("user_id")
    return _member(call, thread, user) if user in facts.members else refuse(10007)


def _member(call: Call, thread: Channel, user: int) -> Json:
    """Return a thread's member, with the server's member if the query asks for it."""
    shape = thread_member_shape(thread, user)
    guild = call.world.guild_of(thread)
    if guild and call.query.get("with_member") in ("1", "true") and user in guild.members:
        shape["member"] = member_shape(call.world, guild.members[user])
    return shape


def join(call: Call) -> None:
    thread, _ = _thread(call)
    demand_awake(thread)
    call.posts.add_members(thread, call.world.bot.id)


def add(call: Call) -> None:
    """Add somebody to a thread. A private one may be closed to all but its owner's guests."""
    thread, facts = _thread(call)
    world, user = call.world, call.id("user_id")
    demand(world, thread, Permission.SEND_MESSAGES_IN_THREADS)
    demand_awake(thread)
    demand_unlocked(world, thread)
    if user not in world.users:
        refuse(10013)
    is_moderator = may(world, world.bot.id, thread, Permission.MANAGE_THREADS)
    if not (facts.invitable or is_moderator or facts.owner_id == world.bot.id):
        refuse(50013)
    if not sees(world, user, world.channels[facts.parent_id]):
        refuse(50001)
    call.posts.add_members(thread, user)


def leave(call: Call) -> None:
    thread, _ = _thread(call)
    demand_awake(thread)
    call.posts.remove_member(thread, call.world.bot.id)


def remove(call: Call) -> None:
    """Remove somebody from a thread, as a moderator or as the owner of a private one."""
    thread, facts = _thread(call)
    is_owner = thread.kind == PRIVATE_THREAD and facts.owner_id == call.world.bot.id
    if not is_owner:
        demand(call.world, thread, Permission.MANAGE_THREADS)
    demand_awake(thread)
    if call.id("user_id") not in facts.members:
        refuse(10007)
    call.posts.remove_member(thread, call.id("user_id"))


MEMBERS = "/channels/{channel_id}/thread-members"
ROUTES = (
    Route(
        "POST",
        "/channels/{channel_id}/messages/{message_id}/threads",
        begin,
        status=201,
        body=THREAD,
    ),
    Route("POST", "/channels/{channel_id}/threads", begin_alone, status=201, body=THREAD),
    Route("PATCH", "/channels/{channel_id}", change, body=CHANGED_THREAD),
    Route("GET", MEMBERS, members),
    Route("PUT", MEMBERS + "/@me", join),
    Route("DELETE", MEMBERS + "/@me", leave),
    Route("GET", MEMBERS + "/{user_id}", member),
    Route("PUT", MEMBERS + "/{user_id}", add),
    Route("DELETE", MEMBERS + "/{user_id}", remove),
)
