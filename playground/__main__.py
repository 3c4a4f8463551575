"""`python -m playground`: a local Discord for any bot, and a link per person."""

import argparse
import asyncio
import os
import sys
from collections.abc import Callable
from pathlib import Path

from playground.background import background
from playground.bots import running
from playground.errors import PlaygroundError
from playground.gateway.sharding import ShardingRules, spread_guilds
from playground.server import Playground
from playground.stopping import INTERRUPTED, Stop, run_until_stopped, watch_parent
from playground.world.seed import GUILD

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
    parser.add_argument("--name", help="the bot's name (default Bot, or its name so far)")
    parser.add_argument(
        "--shards", type=int, default=1, help="shards that this Discord recommends (default 1)"
    )
    parser.add_argument(
        "--bot",
        action="append",
        default=[],
        metavar="COMMAND",
        help="command that starts a bot, such as 'node bot.js'; may be repeated",
    )
    return parser.parse_args(line)


async def play(options: argparse.Namespace) -> int:
    """Serve, and run the bots, until cancelled or until all bots end; returns an exit status."""
    spacing = IDENTIFY_SPACING if options.shards > 1 else 0.0
    sharding = ShardingRules(options.shards, spacing=spacing)
    playground = Playground(options.data, sharding=sharding, name=options.name)
    if options.shards > 1:
        spread_guilds(playground.world, options.shards)
    await playground.start(options.port)
    variables = {**playground.address.variables, "PLAYGROUND_DATA": str(options.data.absolute())}
    try:
        async with running(options.bot, variables, report_end) as ended:
            greeting = background(greet(playground, options.bot, variables), "greet")
            if not options.bot:
                await asyncio.Event().wait()
            status = await asyncio.shield(ended)
            greeting.cancel()
            return status
    finally:
        await playground.stop()


async def greet(playground: Playground, bots: list[str], variables: dict[str, str]) -> None:
    """Print one link per person once a bot is there, or how a bot gets there."""
    if bots:
        print("Starting the bot.", flush=True)
        await playground.signal.until(
            lambda: playground.sessions.online and playground.has_commands, SLOWEST_START
        )
    else:
        print("A bot logs in here with these variables:\n")
        for name, value in variables.items():
            print(f"  {name}={value}")
        print()
    print(f"{GUILD} is open. Each link is a person; two tabs make a table:\n")
    for person in playground.world.people:
        print(f"  {person.display_name:6} {playground.pages.link(person)}")
    print("\nCtrl-C ends it; everything is kept.", flush=True)


def report_end(command: str, status: int) -> None:
    print(f"The bot ended with status {status}: {command}", file=sys.stderr, flush=True)


def main(line: list[str] | None = None, watch: Callable[[Stop], None] | None = None) -> int:
    """Return the exit code: 0 after a clean stop, 1 after one clear line about the error."""
    try:
        return asyncio.run(run_until_stopped(play(arguments(line)), watch))
    except PlaygroundError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:  # before it can be stopped
        return INTERRUPTED


def program() -> int:
    """Run as a program, which ends with its parent process."""
    return main(watch=watch_parent)


if __name__ == "__main__":
    sys.exit(program())
