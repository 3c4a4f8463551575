"""Where a table may stand, while Discord has not said what a server is like."""

from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.ui.sync.placement import Placement
from games.core.text import PLAIN


async def test_a_thread_waits_for_its_server() -> None:
    """At a start, a table whose server isn't known yet is shown later, and not without a thread."""
    unknown = SimpleNamespace(unavailable=True)
    client: Any = SimpleNamespace(get_guild=lambda _: unknown, get_channel=lambda _: None)
    summary: Any = SimpleNamespace(guild_id=1, channel_id=2)

    with pytest.raises(discord.ClientException):
        await Placement(client).open_thread(summary, cast("Any", None), PLAIN)
