"""A playground for tests: the server in this process, on a free port, with a bot in it or not.

    async with playing(start) as playground:
        ana = playground.person("Ana")
        lobby = await ana.slash("table-one", "play", game="tomate")

Every request and answer is checked against Discord's description where there is one; a request
that no route answers, or an answer that the playground could not give, fails the test.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any

from discord.app_commands import Command, Group, Translator

from bot.ui.i18n.command_names import CommandTranslator
from bot.ui.program.local import pointed_at
from playground.gateway.sharding import ShardingRules
from playground.limits.commands import check_commands
from playground.rest import commands
from playground.rest.server import RestExchange
from playground.server import Playground, PlaygroundAddress
from playground.world.clock import ManualClock, PlaygroundClock
from playground.world.seed import PUBLIC_TOKEN
from playground.world.world import Json
from tests.support.openapi import description

StartBot = Callable[[PlaygroundAddress], Awaitable[None]]
"""Runs a bot until cancelled."""


@asynccontextmanager
async def opened(
    data: Path | None = None,
    clock: PlaygroundClock | None = None,
    patience: float = 60.0,
    sharding: ShardingRules | None = None,
    *,
    greets: bool = False,
) -> AsyncIterator[Playground]:
    """Open a playground without a bot; its clock stands still unless another is given.

    `data` is the folder of its world, for tests that open it again. Its server has no channel for
    greetings unless it `greets`. At the end, raises
    AssertionError
    for every request that Discord's description or the routes don't know.
    """
    playground = Playground(data, clock or ManualClock(), sharding, PUBLIC_TOKEN)
    playground.patience = patience
    if not greets:
        for guild in playground.world.guilds.values():
            guild.system_channel_id = None
    problems: list[str] = []
    known = description()

    def check(exchange: RestExchange) -> None:
        if known:
            problems.extend(known.problems(exchange))
        if exchange.status == 501:
            problems.append(f"{exchange.method} {exchange.path}: the playground failed")

    playground.rest.watchers.append(check)
    await playground.start()
    try:
        yield playground
    finally:
        await playground.stop()
    problems += [f"{request}: no such route" for request in playground.rest.unknown]
    assert not problems, "\n".join(problems)


def opening(game: str, **options: Any) -> dict[str, Any]:
    """Return the options of `/play` for a game; those without a name of their own are one line."""
    known = ("bots", "level", "clock")
    named: dict[str, Any] = {name: options.pop(name) for name in known if name in options}
    line = ", ".join(f"{name}={str(value).lower()}" for name, value in options.items())
    return {"game": game, **named, **({"options": line} if line else {})}


@cache
def prepare_commands_once() -> None:
    """Translate and check each slash command once in this process, not for every bot it starts.

    discord.py asks 17,000 times, for 33 languages, each time that a bot registers its commands.
    """
    for kind in (Group, Command):
        _remember_payloads(kind)
    setattr(commands, "check_commands", _remembering(check_commands))  # noqa: B010 - as below


def _remembering(check: Callable[[list[Json]], None]) -> Callable[[list[Json]], None]:
    """Return a check that skips lists which have passed."""
    passed: set[str] = set()

    def remembered(bodies: list[Json]) -> None:
        written = repr(bodies)
        if written not in passed:
            check(bodies)
            passed.add(written)

    return remembered


def _remember_payloads(kind: type[Group | Command[Any, Any, Any]]) -> None:
    translated, saved = kind.get_translated_payload, dict[str, dict[str, Any]]()

    async def remembered(command: Any, tree: Any, translator: Translator) -> dict[str, Any]:
        if not isinstance(translator, CommandTranslator):
            return await translated(command, tree, translator)
        text = repr(command.to_dict(tree))
        if text not in saved:
            saved[text] = await translated(command, tree, translator)
        return saved[text]

    setattr(kind, "get_translated_payload", remembered)  # noqa: B010 - a method of a library


@asynccontextmanager
async def running(playground: Playground, start: StartBot) -> AsyncIterator[asyncio.Task[None]]:
    """Run this bot in the playground inside the block; then cancel it and wait for its end."""
    prepare_commands_once()
    task = asyncio.create_task(_pointed(playground.address, start))
    task.add_done_callback(lambda _: playground.signal.ring())
    try:
        await playground.until(
            lambda: task.done() or (playground.sessions.online and playground.has_commands),
            "the bot to connect and tell its commands",
        )
        if task.done():
            await task  # raises the error that ended it
        yield task
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


async def _pointed(address: PlaygroundAddress, start: StartBot) -> None:
    with pointed_at(address):
        await start(address)


@asynccontextmanager
async def playing(
    start: StartBot,
    data: Path | None = None,
    clock: PlaygroundClock | None = None,
    patience: float = 60.0,
) -> AsyncIterator[Playground]:
    """Open a playground with this bot."""
    async with opened(data, clock, patience) as playground, running(playground, start):
        yield playground
