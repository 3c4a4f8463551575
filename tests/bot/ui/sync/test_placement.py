"""Where a table may stand: its thread, and the address of its message."""

from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import AsyncMock, Mock

import discord
import pytest

from bot.ui.i18n.texts import common_texts
from bot.ui.interactions import bot_permissions
from bot.ui.sync.placement import Placement, url_of
from data.records.matches import Surface, SurfaceKind
from games.core.text import PLAIN
from games.tomate import TOMATE
from tests.support.refusals import refusal


async def test_a_thread_waits_for_its_server() -> None:
    """At a start, a table whose server isn't known yet is shown later, and not without a thread."""
    unknown = SimpleNamespace(unavailable=True)
    client: Any = SimpleNamespace(get_guild=lambda _: unknown, get_channel=lambda _: None)
    summary: Any = SimpleNamespace(guild_id=1, channel_id=2)

    with pytest.raises(discord.ClientException):
        await Placement(client).open_thread(summary, cast("Any", None), PLAIN)


async def test_only_the_last_refusal_of_a_thread_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A channel that had too many threads is not said to have them once a thread opens there.

    Its server may be out of reach for a moment.
    """
    monkeypatch.setattr(bot_permissions, "missing_for_thread", lambda _: [])
    channel = Mock(spec=discord.TextChannel, id=2)
    opened = SimpleNamespace(id=3)
    channel.get_partial_message.return_value.create_thread = AsyncMock(
        side_effect=[refusal(400, 160006), opened]
    )
    client: Any = SimpleNamespace(
        get_guild=lambda _: SimpleNamespace(unavailable=True), get_channel=lambda _: channel
    )
    placement = Placement(client)
    summary: Any = SimpleNamespace(id="m", guild_id=1, channel_id=2, game=TOMATE, code="ABCD")
    threads, reasons = [], []
    for _ in range(2):
        threads.append(await placement.open_thread(summary, table(), PLAIN))
        reasons.append(placement.no_thread(summary))

    assert threads == [None, 3]
    assert reasons == [common_texts.TOO_MANY_THREADS, common_texts.NO_THREAD]


@pytest.mark.parametrize("is_deleted", [False, True])
def test_a_thread_that_is_gone_is_not_locked(is_deleted: bool) -> None:
    """A lock that the bot was told of lasts until it is taken off, or its thread is deleted."""
    client: Any = SimpleNamespace(get_channel=lambda _: None)
    placement = Placement(client)
    placement.note_locked(2, is_locked=True)
    before = placement.is_locked(table())
    if is_deleted:
        placement.note_deleted(2)
    else:
        placement.note_locked(2, is_locked=False)

    assert before
    assert not placement.is_locked(table())


@pytest.mark.parametrize(("guild_id", "server"), [(1, "1"), (None, "@me")])
def test_a_message_has_an_address(guild_id: int | None, server: str) -> None:
    """The address of a message leads to it in its server, or in direct messages."""
    assert url_of(table(guild_id)) == f"https://discord.com/channels/{server}/2/5"


def table(guild_id: int | None = 1) -> Surface:
    """Return the row of a table's message."""
    return Surface(
        surface_id="table",
        match_id="m",
        kind=SurfaceKind.TABLE,
        nonce="",
        guild_id=guild_id,
        channel_id=2,
        message_id=5,
    )
