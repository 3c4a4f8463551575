"""The client without its sockets, and what it does when it may write in a server again."""

import asyncio
import logging
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.ui.program.client import TomatoClient
from bot.ui.program.guild_events import GuildEvents
from tests.integration.support.hurry import AMPLE


async def test_a_client_that_is_closed_hears_of_nothing_more() -> None:
    """An event that arrives after the client was closed is ignored."""
    async with TomatoClient() as client:
        await client.close()
        client.dispatch("ready")

    assert not client.is_in.is_set()


async def test_an_event_that_fails_while_the_bot_stops_is_no_error(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """An event that finds the database closed leaves one line, but a traceback at other times."""
    caplog.set_level(logging.INFO)
    client = TomatoClient()

    async def on_fault() -> None:
        raise RuntimeError("planned by a test")

    async def run() -> str:
        caplog.clear()
        await client._run_event(on_fault, "on_fault")
        return caplog.text

    running = await run()
    await client.stop_answering()
    stopping = await run()

    assert "Traceback" in running
    assert "Traceback" not in stopping
    assert "before on_fault was done" in stopping


async def test_a_client_that_stops_answers_what_has_arrived() -> None:
    """A client that stops completes its answers, and leaves later presses to another process."""
    client = TomatoClient()

    async def answer(until: asyncio.Event) -> None:
        async with client.answering():
            await until.wait()

    async def is_news(number: int) -> bool:
        press = SimpleNamespace(id=number, guild_id=None)
        return await client.is_news(cast(discord.Interaction[Any], press))

    ended = asyncio.Event()
    assert await is_news(1)
    answering = asyncio.create_task(answer(ended))
    await asyncio.sleep(0)
    stopping = asyncio.create_task(client.stop_answering())
    for _ in range(5):
        await asyncio.sleep(0)
    assert not stopping.done()
    assert not await is_news(2)
    ended.set()
    await stopping

    assert answering.done()


GUILD = 7


class Messages:
    """Notes the servers whose messages are tried again."""

    def __init__(self) -> None:
        self.guilds: asyncio.Queue[int | None] = asyncio.Queue()

    async def catch_up(self, guild_id: int | None) -> None:
        await self.guilds.put(guild_id)


async def test_the_end_of_a_time_out_is_not_missed() -> None:
    """At the end of the last known time-out of a server, its messages are tried again, once."""
    messages, nothing = Messages(), None
    unused: Any = nothing
    surfaces: Any = messages
    events = GuildEvents(unused, surfaces, unused)
    now = datetime.now(UTC)
    events.time_out_changed(GUILD, now)
    events.time_out_changed(GUILD, now + timedelta(days=1))
    events.time_out_changed(GUILD + 1, now)
    events.time_out_changed(GUILD + 1, None)
    events.time_out_changed(GUILD + 2, now + timedelta(milliseconds=1))
    async with asyncio.timeout(AMPLE):
        first = await messages.guilds.get()

    assert first == GUILD + 2
    assert messages.guilds.empty()
