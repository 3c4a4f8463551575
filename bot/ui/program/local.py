"""The bot at a local Discord, whose addresses are in environment variables."""

import asyncio
import logging
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, Protocol

import discord
import yarl
from pydantic import SecretStr

from bot.errors import HostError
from bot.settings import load_settings
from bot.stopping import run_until_stopped, watch_parent
from bot.ui.program.main import run
from render.icons.catalogue import KEYS as ICONS

VARIABLES = ("DISCORD_TOKEN", "DISCORD_API", "DISCORD_GATEWAY", "DISCORD_CDN", "PLAYGROUND_DATA")
"""What `python -m playground` sets for a bot."""


class DiscordAddress(Protocol):
    """Where a Discord listens."""

    @property
    def api(self) -> str: ...

    @property
    def gateway(self) -> str: ...

    @property
    def cdn(self) -> str: ...


class LocalDiscord(NamedTuple):
    """A Discord on this machine, and a folder for the bot's own data."""

    token: str
    api: str
    gateway: str
    cdn: str
    folder: Path


def local_discord() -> LocalDiscord:
    """Return the local Discord that the environment names; raises HostError."""
    if missing := [name for name in VARIABLES if not os.environ.get(name)]:
        raise HostError(
            f"{', '.join(missing)} must be set, as `python -m playground` sets them for the"
            " command that follows its --bot."
        )
    token, api, gateway, cdn, folder = (os.environ[name] for name in VARIABLES)
    return LocalDiscord(token, f"{api}/v10", gateway, cdn, Path(folder))


@contextmanager
def pointed_at(address: DiscordAddress) -> Iterator[None]:
    """Point every discord.py client of this process at that Discord while inside."""
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


async def run_locally(token: str, database: Path | str, icons: Sequence[str] = ICONS) -> None:
    """Run until cancelled at the Discord that discord.py is pointed at; raises HostError."""
    settings = load_settings(env_file=None).model_copy(
        update={
            "token": SecretStr(token),
            "drafts": True,
            "database": database if isinstance(database, Path) else SecretStr(database),
        }
    )
    logging.getLogger("discord").setLevel(logging.WARNING)
    await run(settings, guild_ready_timeout=0.05, icons=icons, tests_itself=False)


def main(database: Path | str | None = None) -> int:
    """Run at the local Discord until it ends, Ctrl-C or SIGTERM; returns the exit code.

    The database is a file in the local Discord's folder unless another is named. Raises HostError.
    """
    place = local_discord()
    working = run_locally(place.token, database or place.folder / "tomato-table.db")
    with pointed_at(place):
        asyncio.run(run_until_stopped(working, watch=watch_parent))
    return 0
