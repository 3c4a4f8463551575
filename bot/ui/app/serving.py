"""Runs a bot that was built: logs in, resumes every match, and serves until it is cancelled."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence

from bot.background import background
from bot.garbage import freeze_heap
from bot.ui.app.client import TomatoClient
from bot.ui.app.compose import Bot
from bot.ui.app.emojis import maintain_emojis
from bot.ui.app.node import Node

HAND_OVER_WITHIN = 120.0
"""Seconds that a node may take to hand over its shards when it stops."""
SWITCH = 0.0005
"""Seconds a painter thread keeps the interpreter lock; a tenth of Python's default."""


async def serve(bot: Bot, token: str, icons: Sequence[str] = ()) -> None:
    """Log in, resume every match, and run until cancelled; pictures are painted when needed.

    `icons` are the keys of the icons to upload as application emojis, in the background.
    """
    sys.setswitchinterval(SWITCH)
    if bot.node is not None:
        await _serve_node(bot, bot.node, token, icons)
        return
    async with asyncio.TaskGroup() as group:
        await bot.client.login(token)
        await _update_commands(bot.client, group)
        bot.pictures.start()
        await bot.tables.recovery.wake()
        connection = group.create_task(bot.client.connect(), name="gateway")
        await _ready(bot.client, connection)
        await bot.guild_events.compare(
            frozenset(guild.id for guild in bot.client.guilds), bot.client.share
        )
        await bot.tables.recovery.recover()
        await bot.surfaces.catch_up()
        group.create_task(bot.tables.scheduler.run(), name="scheduler")
        group.create_task(bot.surfaces.watch(), name="watch messages")
        await bot.reviews.resume()
        bot.is_up.set()
        freeze_heap()
        group.create_task(maintain_emojis(bot.client, icons), name="emojis")


async def _serve_node(bot: Bot, node: Node, token: str, icons: Sequence[str]) -> None:
    """Run as one of several processes; when cancelled, hand everything over first."""

    async def run() -> None:
        async with asyncio.TaskGroup() as group:
            group.create_task(node.run(), name="node")
            await bot.client.login(token)
            await _update_commands(bot.client, group)
            bot.pictures.start()
            group.create_task(bot.client.connect(), name="gateway")
            node.may_claim.set()
            group.create_task(bot.tables.scheduler.run(), name="scheduler")
            group.create_task(bot.surfaces.watch(), name="watch messages")
            await node.is_up.wait()
            bot.is_up.set()
            freeze_heap()
            group.create_task(maintain_emojis(bot.client, icons), name="emojis")

    running = asyncio.create_task(run(), name="node")  # its errors are raised here
    try:
        await asyncio.shield(running)
    except asyncio.CancelledError:
        if not running.done():
            drain = background(node.drain(), "hand over all shards")
            await asyncio.wait({drain}, timeout=HAND_OVER_WITHIN)  # others take what is left
        raise
    finally:
        running.cancel()
        await asyncio.wait({running})


async def _update_commands(client: TomatoClient, group: asyncio.TaskGroup) -> None:
    """Begin to give Discord our commands; what fails is repeated in the background."""
    group.create_task(client.commands.keep_updated(), name="commands")
    await client.commands.tried()


async def _ready(client: TomatoClient, connection: asyncio.Task[None]) -> None:
    """Wait until every server is known; raises the error if the connection ends before that."""
    ready = background(client.is_in.wait(), "wait for all servers")
    try:
        await asyncio.wait({ready, connection}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        ready.cancel()
    if connection.done():
        await connection
