"""The client without its sockets."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import discord

from bot.ui.app.client import TomatoClient


async def test_a_client_that_is_closed_hears_of_nothing_more() -> None:
    """An event that arrives after the client was closed is ignored."""
    async with TomatoClient() as client:
        await client.close()
        client.dispatch("ready")

    assert not client.is_in.is_set()


async def test_a_client_that_stops_answers_what_has_arrived() -> None:
    """A client stops once nothing is being answered, and ignores what arrives afterwards."""
    client = TomatoClient()

    async def answer(until: asyncio.Event) -> None:
        async with client.answering():
            await until.wait()

    async def is_news(number: int) -> bool:
        press = SimpleNamespace(id=number, guild_id=None)
        return await client.is_news(cast(discord.Interaction[Any], press))

    first, second = asyncio.Event(), asyncio.Event()
    answers = [asyncio.create_task(answer(first))]
    await asyncio.sleep(0)
    stopping = asyncio.create_task(client.stop_answering())
    await asyncio.sleep(0)
    assert await is_news(1)
    answers.append(asyncio.create_task(answer(second)))
    first.set()
    await answers[0]
    for _ in range(5):
        await asyncio.sleep(0)
    assert not stopping.done()
    second.set()
    await stopping

    assert answers[1].done()
    assert not await is_news(2)
