"""Where a table can be opened, and the reason why not."""

from typing import Any

import discord
import pytest

from bot.ui.i18n.texts import common_texts
from bot.ui.interactions.bot_permissions import INVITED, may_host
from bot.ui.interactions.errors import RefusedError
from games.core.text import PLAIN, Text, speak
from tests.bot.ui.interactions.test_moderation import (
    OPEN_THREAD,
    PRIVATE_THREAD,
    TEXT,
    VIEW,
    channel,
    pressed,
    thread,
)

VOICE, STAGE = 2, 13


ELSEWHERE = 999
"""A channel or thread that the bot knows from the press alone."""


CONNECTED = discord.Permissions(INVITED.value | discord.Permissions(connect=True).value)


Place = dict[str, Any]


@pytest.mark.parametrize(
    ("place", "ours", "refusal"),
    [
        (channel(ELSEWHERE), INVITED, None),
        (thread(ELSEWHERE, OPEN_THREAD, TEXT), INVITED, None),
        (thread(ELSEWHERE, OPEN_THREAD, TEXT, locked=True), INVITED, common_texts.THREAD_LOCKED),
        (thread(ELSEWHERE, PRIVATE_THREAD, TEXT), INVITED, common_texts.NOT_IN_THREAD),
        (
            thread(ELSEWHERE, PRIVATE_THREAD, TEXT),
            discord.Permissions(INVITED.value | discord.Permissions(manage_threads=True).value),
            None,
        ),
        (channel(ELSEWHERE, kind=VOICE), CONNECTED, None),
        (channel(ELSEWHERE, kind=VOICE), INVITED, "Connect"),
        (channel(ELSEWHERE, kind=STAGE), INVITED, "Connect"),
        (channel(ELSEWHERE), discord.Permissions(), "View Channel, Send Messages, and Read"),
    ],
)
async def test_a_table_is_refused_where_it_cannot_be(
    place: Place, ours: discord.Permissions, refusal: Text | str | None
) -> None:
    """/play refuses at once, with what is missing: a permission, membership, or an open thread."""
    interaction = pressed(ELSEWHERE, VIEW, ours=ours, place=place)
    if refusal is None:
        may_host(interaction)
        return
    with pytest.raises(RefusedError) as refused:
        may_host(interaction)
    text = speak(refused.value.text, PLAIN)

    assert refusal in text if isinstance(refusal, str) else text == speak(refusal, PLAIN)
