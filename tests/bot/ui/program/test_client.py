"""The client without its sockets."""

import asyncio
import logging
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.ui.program.client import TomatoClient


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
