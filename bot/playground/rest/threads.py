"""Threads: created at a message, archived, reopened."""

from __future__ import annotations

from typing import Any

from bot.playground.rest.call import Call, Route
from bot.playground.world.errors import ApiError, refuse
from bot.playground.world.permissions import Permission, demand
from bot.playground.world.serializers import channel_shape
from bot.playground.world.world import GUILD_TEXT, HAS_THREAD, PUBLIC_THREAD, Channel, Thread

MINUTES = (60, 1440, 4320, 10080)
LONGEST_NAME = 100


def begin(call: Call) -> Any:
    """Create a public thread at a message, with the message's id; one per message."""
    world, payload = call.world, call.body.json
    parent = world.channel(call.id("channel_id"))
    demand(world, parent, Permission.CREATE_PUBLIC_THREADS, Permission.READ_MESSAGE_HISTORY)
    message = world.message(parent.id, call.id("message_id"))
    if parent.kind != GUILD_TEXT or message.ephemeral:
        refuse(50003)
    if message.flags & HAS_THREAD:
        refuse(160004)
    _check(payload)
    facts = Thread(parent.id, world.bot.id, world.clock.now())
    facts.minutes = payload.get("auto_archive_duration") or facts.minutes
    thread = Channel(message.id, PUBLIC_THREAD, str(payload["name"]), parent.guild_id, thread=facts)
    call.posts.begin_thread(thread)
    message.flags |= HAS_THREAD
    call.posts.update(message, first=True)
    return channel_shape(world, thread)


def change(call: Call) -> Any:
    """Archive or reopen a thread; only a moderator reopens one that a moderator locked."""
    thread = call.world.channel(call.id("channel_id"))
    if thread.thread is None:
        refuse(50003)
    _check(call.body.json)
    if thread.thread.locked:
        demand(call.world, thread, Permission.MANAGE_THREADS)
    demand(call.world, thread, Permission.SEND_MESSAGES_IN_THREADS)
    call.posts.change_thread(thread, archived=bool(call.body.json.get("archived")))
    return channel_shape(call.world, thread)


def _check(payload: dict[str, Any]) -> None:
    name = payload.get("name", "-")
    if not 1 <= len(str(name)) <= LONGEST_NAME:
        raise ApiError(400, 50035, "Invalid Form Body")
    if payload.get("auto_archive_duration") not in (None, *MINUTES):
        raise ApiError(400, 50035, "Invalid Form Body")


ROUTES = (
    Route("POST", "/channels/{channel_id}/messages/{message_id}/threads", begin, status=201),
    Route("PATCH", "/channels/{channel_id}", change),
)
