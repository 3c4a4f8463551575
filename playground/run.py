"""Starts a bot in a playground: discord.py is pointed at loopback, and nothing else changes."""

from __future__ import annotations

import importlib
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

import discord
import yarl

from bot.errors import HostError
from bot.garbage import loading
from playground.server import PlaygroundAddress

StartBot = Callable[[PlaygroundAddress], Awaitable[None]]  # runs until it is cancelled

ENTRY = "bot.ui.program.main:run_in_playground"


class BotNotFoundError(HostError):
    """The bot's entry point cannot be imported; the text says which."""


@contextmanager
def pointed_at(address: PlaygroundAddress) -> Iterator[None]:
    """Point every discord.py client of this process at that playground while inside."""
    route, socket, asset = (
        discord.http.Route,
        discord.gateway.DiscordWebSocket,
        discord.asset.Asset,
    )
    before = route.BASE, socket.DEFAULT_GATEWAY, asset.BASE
    route.BASE = address.api
    socket.DEFAULT_GATEWAY = yarl.URL(address.gateway)
    asset.BASE = address.cdn
    try:
        yield
    finally:
        route.BASE, socket.DEFAULT_GATEWAY, asset.BASE = before


async def run_bot(address: PlaygroundAddress, start: StartBot) -> None:
    """Run that bot in that playground until it ends or is cancelled."""
    with pointed_at(address):
        await start(address)


def load_bot(entry: str = ENTRY) -> StartBot:
    """The coroutine function "module:function". Raises BotNotFoundError."""
    module, _, name = entry.partition(":")
    try:
        with loading():
            start: StartBot = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise BotNotFoundError(f"There is no bot at {entry}: {error}.") from error
    return start
