"""Which events a gateway session receives: only those whose intents the bot asked for.

Without this a bot that forgot an intent would work here and fail in production.
"""

from enum import IntFlag
from typing import Any


class Intent(IntFlag):
    GUILDS = 1 << 0
    MEMBERS = 1 << 1
    PRESENCES = 1 << 8
    GUILD_MESSAGES = 1 << 9
    GUILD_REACTIONS = 1 << 10
    GUILD_TYPING = 1 << 11
    DIRECT_MESSAGES = 1 << 12
    DIRECT_REACTIONS = 1 << 13
    DIRECT_TYPING = 1 << 14
    MESSAGE_CONTENT = 1 << 15


PRIVILEGED = Intent.MEMBERS | Intent.PRESENCES | Intent.MESSAGE_CONTENT

# The intent an event needs in a guild and in a DM. Events not listed are always sent.
NEEDED: dict[str, tuple[int, int]] = {
    "GUILD_CREATE": (Intent.GUILDS, 0),
    "GUILD_UPDATE": (Intent.GUILDS, 0),
    "GUILD_DELETE": (Intent.GUILDS, 0),
    "CHANNEL_CREATE": (Intent.GUILDS, 0),
    "CHANNEL_UPDATE": (Intent.GUILDS, 0),
    "CHANNEL_DELETE": (Intent.GUILDS, 0),
    "THREAD_CREATE": (Intent.GUILDS, 0),
    "THREAD_UPDATE": (Intent.GUILDS, 0),
    "THREAD_DELETE": (Intent.GUILDS, 0),
    "THREAD_MEMBERS_UPDATE": (Intent.GUILDS | Intent.MEMBERS, 0),
    "GUILD_MEMBER_ADD": (Intent.MEMBERS, 0),
    "GUILD_MEMBER_REMOVE": (Intent.MEMBERS, 0),
    "MESSAGE_CREATE": (Intent.GUILD_MESSAGES, Intent.DIRECT_MESSAGES),
    "MESSAGE_UPDATE": (Intent.GUILD_MESSAGES, Intent.DIRECT_MESSAGES),
    "MESSAGE_DELETE": (Intent.GUILD_MESSAGES, Intent.DIRECT_MESSAGES),
    "MESSAGE_DELETE_BULK": (Intent.GUILD_MESSAGES, 0),
    "TYPING_START": (Intent.GUILD_TYPING, Intent.DIRECT_TYPING),
}
BLANKED: dict[str, Any] = {"content": "", "embeds": [], "attachments": [], "components": []}


def wants(intents: int, event: str, *, direct: bool) -> bool:
    """Whether a session with these intents receives the event."""
    needed = NEEDED.get(event, (0, 0))[1 if direct else 0]
    return not needed or bool(intents & needed)


def trimmed(
    intents: int, event: str, data: dict[str, Any], bot_id: int, *, direct: bool
) -> dict[str, Any]:
    """Return the event without fields that need missing intents: content and member lists."""
    if event == "GUILD_CREATE" and not intents & Intent.MEMBERS:
        members = [m for m in data["members"] if int(m["user"]["id"]) == bot_id]
        return {**data, "members": members}
    if event not in ("MESSAGE_CREATE", "MESSAGE_UPDATE") or intents & Intent.MESSAGE_CONTENT:
        return data
    own = int(data["author"]["id"]) == bot_id
    named = any(int(user["id"]) == bot_id for user in data["mentions"])
    return data if own or named or direct else {**data, **BLANKED}
