"""Channels, and posting, reading, editing and deleting the bot's messages in them."""

from typing import Any

from playground.limits.messages import check_message
from playground.limits.problems import Problems
from playground.limits.shapes import MESSAGE
from playground.messages.bodies import fill
from playground.rest.call import Call, Route
from playground.world.errors import ID_END, id_of, is_id, refuse
from playground.world.permissions import (
    Permission,
    demand,
    demand_awake,
    demand_unlocked,
    may,
    onlookers,
    to_send,
)
from playground.world.serializers import channel_shape, reference
from playground.world.world import DIRECT, REPLY, Channel, Json, Message, World

LATE = 3600.0  # seconds after which a message is old
LATE_EDITS = 3  # edits of an old message; Discord limits them too, its number is not published
NONCE_LIVES = 300.0  # seconds in which the same nonce gives the same message


def _channel(call: Call, *wanted: Permission) -> Channel:
    """Return the path's channel if the bot has these permissions there."""
    channel = call.world.channel(call.id("channel_id"))
    demand(call.world, channel, *wanted)
    return channel


def _message(call: Call, channel: Channel) -> Message:
    """Return the path's message; ephemeral ones need their interaction's token instead."""
    message = call.world.message(channel.id, call.id("message_id"))
    return refuse(10008) if message.ephemeral else message


def channel(call: Call) -> Any:
    return channel_shape(call.world, _channel(call))


def typing(call: Call) -> None:
    channel = _channel(call, to_send(call.world.channel(call.id("channel_id"))))
    data = {"channel": str(channel.id), "user": str(call.world.bot.id)}
    for viewer in onlookers(call.world, channel):
        call.posts.audience.tell(viewer, "typing", data)


def post(call: Call) -> Any:
    """Post a message; the same nonce within five minutes returns the existing one."""
    world, payload = call.world, call.body.json
    channel = _channel(call, *_needed(call))
    if channel.kind == DIRECT:
        _demand_open(world, channel)
    demand_unlocked(world, channel)
    check_message(call.body, None, call.world.emojis)
    bot = world.bot.id
    nonce = payload.get("nonce")
    if nonce is not None and payload.get("enforce_nonce"):
        same = _posted_with(world, channel, str(nonce))
        if same:
            return call.posts.api_shape(same)
    message = Message(world.new_id(), channel.id, bot, world.clock.now())
    message.nonce = None if nonce is None else str(nonce)
    if payload.get("message_reference"):
        _refer(call, channel, message, payload["message_reference"])
    fill(world, message, call.body, channel)
    call.posts.publish(message)
    return call.posts.api_shape(message)


def _needed(call: Call) -> list[Permission]:
    """Return the permissions that the new message needs."""
    needed = [to_send(call.world.channel(call.id("channel_id")))]
    if call.body.uploads:
        needed.append(Permission.ATTACH_FILES)
    if call.body.json.get("embeds"):
        needed.append(Permission.EMBED_LINKS)
    return needed


def _demand_open(world: World, channel: Channel) -> None:
    """Check that a DM has a guild in common and a person who accepts DMs from bots."""
    person = next(user for user in channel.recipients if user != world.bot.id)
    if not any(person in guild.members for guild in world.joined):
        refuse(50278)
    if not world.users[person].dms_open:
        refuse(50007)


def _posted_with(world: World, channel: Channel, nonce: str) -> Message | None:
    since = world.clock.now() - NONCE_LIVES
    for message in reversed(world.history(channel.id)):
        if message.created_at < since:
            return None
        if message.author_id == world.bot.id and message.nonce == nonce:
            return message
    return None


def _refer(call: Call, channel: Channel, message: Message, asked: Json) -> None:
    """Make the message a reply. A missing original is an error unless the bot allows it."""
    if not may(call.world, call.world.bot.id, channel, Permission.READ_MESSAGE_HISTORY):
        refuse(160002)
    asked_id = id_of(asked.get("message_id"), "message_reference", "message_id")
    original = call.world.messages.get(asked_id)
    if original is None or original.channel_id != channel.id:
        if asked.get("fail_if_not_exists", True):
            refuse(10008)
        return
    message.kind = REPLY
    message.reference = reference(channel, original.id)


def history(call: Call) -> Any:
    """Return messages, newest first; `before`, `after` or `around` an id, 50 by default."""
    channel = _channel(call)
    if not may(call.world, call.world.bot.id, channel, Permission.READ_MESSAGE_HISTORY):
        return []
    messages = [m for m in call.world.history(channel.id) if not m.ephemeral]
    limit = _limit(call)
    if "after" in call.query:
        after = id_of(call.query["after"], "after")
        messages = [m for m in messages if m.id > after][:limit]
    elif "around" in call.query:
        around = id_of(call.query["around"], "around")
        nearest = sorted(messages, key=lambda m: abs(m.id - around))[:limit]
        messages = sorted(nearest, key=lambda m: m.id)
    else:
        before = id_of(call.query.get("before", ID_END - 1), "before")
        messages = [m for m in messages if m.id < before][-limit:]
    return [call.posts.api_shape(message) for message in reversed(messages)]


def _limit(call: Call) -> int:
    """Return how many messages are asked for."""
    limit = id_of(call.query.get("limit", 50), "limit")
    problems = Problems()
    problems.number(("limit",), limit, 1, 100)
    problems.refuse()
    return limit


def message(call: Call) -> Any:
    channel = _channel(call, Permission.READ_MESSAGE_HISTORY)
    return call.posts.api_shape(_message(call, channel))


def edit(call: Call) -> Any:
    """Change one of the bot's messages; old ones can be edited only a few times."""
    channel = _channel(call)
    message = _message(call, channel)
    if message.author_id != call.world.bot.id:
        refuse(50005)
    demand_awake(channel)
    demand_unlocked(call.world, channel)
    if call.body.uploads:
        demand(call.world, channel, Permission.ATTACH_FILES)
    check_message(call.body, message, call.world.emojis)
    if call.world.clock.now() - message.created_at > LATE:
        if message.late_edits >= LATE_EDITS:
            refuse(30046)
        message.late_edits += 1
    fill(call.world, message, call.body, channel)
    call.posts.update(message)
    return call.posts.api_shape(message)


def delete(call: Call) -> None:
    channel = _channel(call)
    message = _message(call, channel)
    if message.author_id != call.world.bot.id:
        demand(call.world, channel, Permission.MANAGE_MESSAGES)
    demand_awake(channel)
    call.posts.delete(message)


def bulk_delete(call: Call) -> None:
    channel = _channel(call, Permission.MANAGE_MESSAGES)
    for index, id in enumerate(call.body.json.get("messages") or []):
        message = call.world.messages.get(id_of(id, "messages", index))
        if message and message.channel_id == channel.id and not message.ephemeral:
            call.posts.delete(message)


MESSAGES = "/channels/{channel_id}/messages"
ROUTES = (
    Route("GET", "/channels/{channel_id}", channel),
    Route("POST", "/channels/{channel_id}/typing", typing),
    Route("GET", MESSAGES, history),
    Route("POST", MESSAGES, post, body=MESSAGE),
    Route("POST", MESSAGES + "/bulk-delete", bulk_delete, body={"messages!": [is_id]}),
    Route("GET", MESSAGES + "/{message_id}", message),
    Route("PATCH", MESSAGES + "/{message_id}", edit, body=MESSAGE),
    Route("DELETE", MESSAGES + "/{message_id}", delete),
)
