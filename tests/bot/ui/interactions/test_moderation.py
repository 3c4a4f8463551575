"""Which channels and threads a visitor views, known from one interaction."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.ui.interactions.bot_permissions import INVITED
from bot.ui.interactions.moderation import InteractionVisitor, may_moderate
from data.records.matches import ELSEWHERE

GUILD, TEXT, HIDDEN, PUBLIC, PRIVATE, BEHIND, GONE = range(900, 907)
USER, OTHER = 7, 8
VIEW = discord.Permissions(view_channel=True)
THREADS = discord.Permissions(view_channel=True, manage_threads=True)
OPEN_THREAD, PRIVATE_THREAD = 11, 12


def channel(number: int, deny: int = 0, kind: int = 0) -> dict[str, Any]:
    overwrites = [{"id": str(GUILD), "type": 0, "allow": "0", "deny": str(deny)}]
    return {
        "id": str(number),
        "type": kind,
        "bitrate": 64_000,
        "user_limit": 0,
        "name": f"channel-{number}",
        "position": 0,
        "permission_overwrites": overwrites,
    }


def thread(number: int, kind: int, parent: int, *, locked: bool = False) -> dict[str, Any]:
    facts = {
        "archived": False,
        "auto_archive_duration": 60,
        "archive_timestamp": "2026-01-01",
        "locked": locked,
    }
    return {
        "id": str(number),
        "type": kind,
        "name": f"thread-{number}",
        "guild_id": str(GUILD),
        "parent_id": str(parent),
        "owner_id": str(OTHER),
        "thread_metadata": facts,
        "message_count": 0,
        "member_count": 1,
        "rate_limit_per_user": 0,
    }


def pressed(
    inside: int,
    allowed: discord.Permissions,
    *,
    ours: discord.Permissions = INVITED,
    place: dict[str, Any] | None = None,
) -> discord.Interaction:
    """Return a press in this channel by a member with these permissions on the server.

    `ours` are the bot's own there. `place` is a channel that only the press tells the bot of.
    """
    state = discord.Client(intents=discord.Intents(guilds=True))._connection
    me: Any = {"id": "2", "username": "bot", "discriminator": "0", "avatar": None}
    state.user = discord.ClientUser(state=state, data=me)
    everyone = {"id": str(GUILD), "name": "@everyone", "permissions": str(allowed.value)}
    threads = [
        thread(PUBLIC, OPEN_THREAD, TEXT),
        thread(PRIVATE, PRIVATE_THREAD, TEXT),
        thread(BEHIND, OPEN_THREAD, HIDDEN),
    ]
    guild: Any = {
        "id": str(GUILD),
        "name": "Server",
        "owner_id": str(OTHER),
        "roles": [{**everyone, "position": 0, "color": 0, "hoist": False, "managed": False}],
        "channels": [channel(TEXT), channel(HIDDEN, deny=VIEW.value)],
        "threads": threads,
    }
    state._add_guild(discord.Guild(data=guild, state=state))
    user = {"id": str(USER), "username": "ana", "discriminator": "0", "avatar": None}
    member = {"user": user, "roles": [], "joined_at": "2026-01-01", "flags": 0}
    payload: Any = {
        "id": "1",
        "application_id": "2",
        "type": 3,
        "token": "",
        "version": 1,
        "data": {},
        "channel_id": str(inside),
        "guild_id": str(GUILD),
        "guild": {"id": str(GUILD)},
        "channel": place
        or next(item for item in (*guild["channels"], *threads) if item["id"] == str(inside)),
        "member": {**member, "permissions": str(allowed.value)},
        "app_permissions": str(ours.value),
        "locale": "en-US",
        "authorizing_integration_owners": {"0": str(GUILD)},
        "context": 0,
        "attachment_size_limit": 0,
    }
    return discord.Interaction(data=payload, state=state)


@pytest.mark.parametrize(
    ("inside", "allowed", "seen"),
    [
        (TEXT, VIEW, {TEXT, PUBLIC}),
        (PUBLIC, VIEW, {TEXT, PUBLIC}),
        (PRIVATE, VIEW, {TEXT, PUBLIC, PRIVATE}),
        (TEXT, THREADS, {TEXT, PUBLIC, PRIVATE}),
        (TEXT, discord.Permissions(administrator=True), {*range(TEXT, GONE)}),
    ],
    ids=["a member", "in a thread", "in a private thread", "a thread manager", "an administrator"],
)
async def test_a_thread_is_seen_as_its_channel(
    inside: int, allowed: discord.Permissions, seen: set[int]
) -> None:
    """Threads are viewed like their channel, private ones from inside or by thread managers."""
    visitor = InteractionVisitor(pressed(inside, allowed))

    assert {number for number in range(TEXT, GONE + 1) if visitor.views(number)} == seen
    assert visitor.viewable() == seen


@pytest.mark.parametrize("inside", [TEXT, PUBLIC, HIDDEN])
@pytest.mark.parametrize(
    ("guild_id", "channel_id", "moderates"),
    [
        (GUILD, TEXT, True),
        (ELSEWHERE, TEXT, True),
        (ELSEWHERE, GONE, False),
        (GUILD + 1, TEXT, False),
    ],
    ids=["a member", "since it is a member", "in another place", "in another server"],
)
async def test_moderators_moderate_what_is_in_their_server(
    inside: int, guild_id: int, channel_id: int, moderates: bool
) -> None:
    """Manage Messages in a table's channel is enough, also if the bot was added after its start."""
    place: Any = SimpleNamespace(guild_id=guild_id, channel_id=channel_id, parent_id=None)
    moderator = pressed(inside, discord.Permissions(view_channel=True, manage_messages=True))
    anybody = pressed(inside, VIEW)

    assert may_moderate(moderator, place) is moderates
    assert not may_moderate(anybody, place)
