"""`python -m playground`: a local stand-in for Discord with the bot, and a link per person."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import socket
import sys
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from bot.background import background
from bot.errors import HostError
from bot.settings import load_settings
from bot.stopping import ENDS_WITHIN, INTERRUPTED, run_until_stopped
from playground.gateway.sharding import ShardingRules
from playground.nodes import NODES_END_WITHIN, node_database, nodes, spread_guilds
from playground.run import ENTRY, StartBot, load_bot, run_bot
from playground.server import HOST, WORLD_FILE, Playground, PlaygroundAddress
from playground.world.seed import stored_token

PORT = 8765
FOLDER = Path("playground-data")
IDENTIFY_SPACING = 5.0
"""Seconds between two identifies, as on Discord; a bot of one shard is spared the wait."""
SLOWEST_START = 60.0
"""Seconds after which the links are printed even without a bot."""


def arguments(line: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m playground", description=__doc__)
    port = os.environ.get("PLAYGROUND_PORT", str(PORT))
    parser.add_argument(
        "--port", type=int, default=port, help="port on this machine (default %(default)s)"
    )
    parser.add_argument(
        "--data",
        type=Path,
        default=FOLDER,
        help="folder for everything stored (default %(default)s)",
    )
    parser.add_argument(
        "--shards", type=int, default=1, help="shards that this Discord recommends (default 1)"
    )
    parser.add_argument(
        "--nodes",
        type=int,
        default=0,
        help="processes of the bot to run, on PostgreSQL, with a share each",
    )
    parser.add_argument(
        "--bot", default=ENTRY, help="what starts the bot, as module:function (default %(default)s)"
    )
    parser.add_argument(
        "--with-parent",
        action="store_true",
        help="stop when standard input ends, as it does when the parent process is gone",
    )
    half = parser.add_mutually_exclusive_group()
    half.add_argument(
        "--server-only", action="store_true", help="run the stand-in for Discord without the bot"
    )
    half.add_argument(
        "--bot-only", action="store_true", help="run only the bot, for a stand-in that is running"
    )
    half.add_argument(
        "--node",
        action="store_true",
        help="do the same as one of several processes, on the PostgreSQL of TOMATO_DATABASE",
    )
    return parser.parse_args(line)


async def play(options: argparse.Namespace, start: StartBot | None) -> None:
    """Serve, and run the bot if one is given, until cancelled or until the bot ends."""
    spacing = IDENTIFY_SPACING if options.shards > 1 else 0.0
    playground = Playground(options.data, sharding=ShardingRules(options.shards, spacing=spacing))
    await playground.start(options.port)
    ready = greet_when_ready(playground, with_bot=start is not None)
    greeting = background(ready, "greet when ready")
    try:
        if start is None:
            await asyncio.Event().wait()
        else:
            await run_bot(playground.address, start)
    finally:
        greeting.cancel()
        await playground.stop()


async def play_nodes(options: argparse.Namespace) -> None:
    """Serve, and run nodes in processes of their own, until cancelled or until all have ended."""
    shards = max(options.shards, options.nodes)
    playground = Playground(options.data, sharding=ShardingRules(shards, spacing=IDENTIFY_SPACING))
    spread_guilds(playground.world, shards)
    with node_database(options.data) as database:
        await playground.start(options.port)
        port = playground.address.port
        try:
            async with nodes(options, port, database) as (ids, ended):
                await greet_when_ready(playground, with_bot=True)
                listed = ", ".join(map(str, ids))
                print(
                    f"The bot runs in the processes {listed}, with a share of the shards each.",
                    flush=True,
                )
                await asyncio.shield(ended)
        finally:
            await playground.stop()


async def run_alone(options: argparse.Namespace, start: StartBot) -> None:
    """Run a bot for a playground in another process, until cancelled or until the bot ends."""
    database = load_settings().store_address if options.node else options.data / "tomato-table.db"
    address = PlaygroundAddress(options.port, stored_token(options.data / WORLD_FILE), database)
    await run_bot(address, start)


def watch_input(stop: Callable[[], None]) -> None:
    """Call `stop` when standard input ends, as it does when the parent process is gone."""
    threading.Thread(target=_read_input, args=(stop,), daemon=True).start()


def _read_input(stop: Callable[[], None]) -> None:
    with contextlib.suppress(OSError):  # a closed input has ended, too
        while os.read(0, 4096):
            pass
    stop()


def demand_server(port: int) -> None:
    """Raise HostError if no playground listens there."""
    try:
        socket.create_connection((HOST, port), timeout=5).close()
    except (OSError, OverflowError) as error:
        said = f"No playground answers on {HOST}:{port}; start one with --server-only."
        raise HostError(said) from error


async def greet_when_ready(playground: Playground, *, with_bot: bool) -> None:
    """Print the links once the bot and its commands are there."""
    if with_bot:
        await playground.signal.until(
            lambda: playground.sessions.online and playground.has_commands, SLOWEST_START
        )
    else:
        print(f"A bot logs in here with the token {playground.address.token}")
    greet(playground)


def greet(playground: Playground) -> None:
    """Print one link per person."""
    print("Tomato Garden is open. Each link is a person; two tabs make a table:\n")
    for person in playground.world.people:
        print(f"  {person.display_name:6} {playground.pages.link(person)}")
    print("\nCtrl-C ends it; everything is kept.", flush=True)


def main(line: list[str] | None = None) -> int:
    """Return the exit code: 0 after a clean stop, 1 after one clear line about the error."""
    options = arguments(line)
    if not options.server_only:
        print("Loading the games.", flush=True)
    try:
        start = None if options.server_only else load_bot(options.bot)
        watch = watch_input if options.with_parent else None
        work = run_until_stopped(_work(options, start), watch=watch, ends_within=_limit(options))
        asyncio.run(work)
    except HostError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:  # while it loads the games
        return INTERRUPTED
    return 0


def _work(options: argparse.Namespace, start: StartBot | None) -> Coroutine[Any, Any, None]:
    """Choose what to run until a signal comes."""
    if options.nodes:
        return play_nodes(options)
    if start is not None and (options.bot_only or options.node):
        demand_server(options.port)
        return run_alone(options, start)
    return play(options, start)


def _limit(options: argparse.Namespace) -> float:
    """Return the seconds in which the processes end after a signal."""
    return ENDS_WITHIN + NODES_END_WITHIN if options.nodes or options.node else ENDS_WITHIN


if __name__ == "__main__":
    sys.exit(main())
