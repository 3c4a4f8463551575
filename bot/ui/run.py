"""Starting and stopping: the database, the application and the client, in this order."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass

import discord

from bot.settings import Settings, SettingsError
from bot.tables.clocks import SystemClock
from bot.tables.desk import Pace
from bot.tables.ports import Clock
from bot.tables.service import Tables
from bot.ui.buttons import TableButtons
from bot.ui.client import TomatoClient
from bot.ui.commands import add_all
from bot.ui.commands.tools import Tools
from bot.ui.hands import Hands
from bot.ui.pictures import Pictures
from bot.ui.presses import Presses
from bot.ui.publics import Publics
from bot.ui.surfaces import Surfaces
from data.errors import DatabaseError
from data.store import Store, open_store

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Bot:
    """Everything that is running."""

    client: TomatoClient
    tables: Tables
    surfaces: Surfaces
    store: Store


@contextlib.asynccontextmanager
async def assembled(
    settings: Settings, *, clock: Clock | None = None, guild_ready_timeout: float = 2.0
) -> AsyncIterator[Bot]:
    """Put the parts together and take them apart again; raises DatabaseError."""
    store = await open_store(settings.database)
    pictures = Pictures(settings.painters, settings.language)
    try:
        client = TomatoClient(guild_ready_timeout=guild_ready_timeout)
        clock = clock or SystemClock()
        publics = Publics(client, store, pictures, settings.language)
        hands = Hands(client, store, clock, pictures, publics)
        surfaces = Surfaces(store, publics, hands)
        pace = Pace(bot_delay=round(settings.bot_seat_delay * 1000))
        tables = Tables(store, clock, surfaces, pace=pace)
        publics.tables = hands.tables = tables
        buttons = TableButtons(tables, hands, publics)
        client.listener = Presses(tables, hands, buttons)
        add_all(client.tree, Tools(tables, surfaces, publics, hands, buttons, pictures))
        try:
            yield Bot(client, tables, surfaces, store)
        finally:
            await surfaces.close()
            await client.close()
    finally:
        pictures.close()
        await store.close()


async def serve(bot: Bot, token: str) -> None:
    """Log in, take up every match where it stood, and go on until cancelled."""
    async with asyncio.TaskGroup() as group:
        connection = group.create_task(bot.client.start(token), name="gateway")
        await _ready(bot.client, connection)
        await bot.tables.recover()
        await bot.surfaces.catch_up()
        group.create_task(bot.tables.run(), name="scheduler")


async def _ready(client: TomatoClient, connection: asyncio.Task[None]) -> None:
    """Wait for the first READY, or for the log-in to fail."""
    ready = asyncio.create_task(client.wait_until_ready())
    await asyncio.wait({ready, connection}, return_when=asyncio.FIRST_COMPLETED)
    ready.cancel()


async def run_bot(settings: Settings) -> None:
    """Run the bot on Discord until it is cancelled; raises what `main` turns into sentences."""
    token = settings.token.get_secret_value()
    if not token:
        raise SettingsError("TOMATO_TOKEN is missing. Copy .env.example to .env and fill it in.")
    async with assembled(settings) as bot:
        await serve(bot, token)


def complaint(error: BaseException) -> str | None:
    """One clear line for what a host can mend; None for what is a bug of ours."""
    if isinstance(error, BaseExceptionGroup):
        return next((line for line in map(complaint, error.exceptions) if line), None)
    if isinstance(error, (SettingsError, DatabaseError)):
        return str(error)
    if isinstance(error, discord.LoginFailure):
        return "Discord refuses the token. Check TOMATO_TOKEN in .env, or reset it there."
    if isinstance(error, discord.PrivilegedIntentsRequired):
        return "Discord refuses the intents: the application must be allowed to see servers."
    if isinstance(error, (OSError, discord.GatewayNotFound)):
        return f"Discord cannot be reached: {error}. Check the connection and start again."
    return None


def main(settings: Settings) -> int:
    """Run until Ctrl-C; returns the exit code."""
    discord.utils.setup_logging(level=logging.getLevelName(settings.log_level))
    try:
        asyncio.run(run_bot(settings))
    except KeyboardInterrupt:
        return 0
    except Exception as error:
        line = complaint(error)
        if line is None:
            raise
        print(line, file=sys.stderr)
        return 1
    return 0
