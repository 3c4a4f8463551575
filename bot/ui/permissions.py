"""What the bot needs to be allowed in a channel, and how it says what is missing."""

from __future__ import annotations

import discord

from bot.ui import words
from bot.ui.errors import RefusedError
from games.core.text import Text, say

NEEDED: dict[str, Text] = {
    "view_channel": say("View Channel"),
    "send_messages": say("Send Messages"),
    "attach_files": say("Attach Files"),
    "read_message_history": say("Read Message History"),
}
"""Permissions by their names in discord.py, with the names that Discord shows."""

THREAD = say("Send Messages in Threads")

INVITED = discord.Permissions(send_messages_in_threads=True, **dict.fromkeys(NEEDED, True))
"""Exactly what the invite link asks for."""


def may_host(interaction: discord.Interaction) -> None:
    """Raise RefusedError with what is missing, unless a table can stand in this channel."""
    if interaction.guild_id is None:
        raise RefusedError(words.IN_SERVERS_ONLY)
    allowed = interaction.app_permissions
    needed = dict(NEEDED)
    if isinstance(interaction.channel, discord.Thread):
        del needed["send_messages"]
        needed["send_messages_in_threads"] = THREAD
    missing = [name for flag, name in needed.items() if not getattr(allowed, flag)]
    if missing:
        raise RefusedError(words.missing_permissions(missing))
