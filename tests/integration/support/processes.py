"""Several processes of the bot over one database, at a playground in this process."""

import asyncio
import logging
import multiprocessing
import os
import signal
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest
from pydantic import SecretStr

from bot.settings import Settings
from bot.stopping import run_until_stopped
from bot.ui.program.compose import assembled
from bot.ui.program.local import pointed_at
from bot.ui.program.serving import serve
from data.engine import postgres_locks
from data.engine.database import BeforeWrite
from playground.gateway.sharding import ShardingRules, falls_on
from playground.server import PlaygroundAddress
from playground.testing.people import PlaygroundUser
from playground.testing.snapshots import NothingShownError, ShownMessage
from playground.world.clock import ManualClock
from playground.world.seed import PUBLIC_TOKEN, add_guild
from playground.world.world import Channel
from tests.crash.child import CONTEXT
from tests.integration.support.hurry import AMPLE, hurried, unhurried
from tests.integration.support.named_pictures import name_pictures
from tests.integration.support.running_bot import (
    TABLE,
    UNHURRIED,
    Hands,
    RunningBot,
    SameDeals,
    sits,
)
from tests.support.playground import opened

SHORT_IDLE, LONG_IDLE = 3, 60
"""Seconds after which a process that was not heard of loses its lock, in tests that freeze one.

The others have long ones: a process that a busy machine stops for seconds ignores presses, and
nobody repeats them.
"""
_BEHIND = (
    "SELECT kind FROM surfaces JOIN matches USING (match_id) WHERE retired = 0"
    " AND coalesce(shown_revision, -1) < revision"
)


def run_process(
    port: int, database: Path | str, shards: str, freeze_at: str | None, idle: int
) -> None:
    """Run the bot at a playground; with `freeze_at`, it stops before the first such write.

    It loses its lock if it is not heard of for `idle` seconds.
    """
    logging.disable(logging.CRITICAL)
    name_pictures(patch := pytest.MonkeyPatch())
    unhurried(patch)
    postgres_locks.IDLE_SECONDS = idle
    with hurried(), pointed_at(PlaygroundAddress(port, PUBLIC_TOKEN)):
        bot = _start(database, shards, freeze_at)
        asyncio.run(run_until_stopped(bot, ends_within=AMPLE))


async def _start(database: Path | str, shards: str, freeze_at: str | None) -> None:
    settings = Settings(
        _env_file=None,
        token=SecretStr(PUBLIC_TOKEN),
        database=database,
        shards=shards,
        bot_seat_delay=0,
        painters=0,
        postgres_connections=4,
    )
    async with assembled(
        settings,
        secret_source=SameDeals(),
        before_write=_freezing(freeze_at) if freeze_at else None,
        channel_changes=UNHURRIED,
        guild_ready_timeout=0.05,
    ) as bot:
        await serve(bot, PUBLIC_TOKEN)


def _freezing(label: str) -> BeforeWrite:
    left = [label]

    def before_write(write: str) -> None:
        if left and write.startswith(left[0]):
            left.clear()
            os.kill(os.getpid(), signal.SIGSTOP)

    return before_write


def rows(database: Path | str, query: str) -> list[tuple[Any, ...]]:
    """Ask a database about which a bot may be running."""
    if isinstance(database, Path):
        with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as file:
            return file.execute(query).fetchall()
    with psycopg.connect(database, autocommit=True) as connection:
        return connection.execute(query.encode()).fetchall()


@dataclass
class TwoShards:
    """A playground with a server on each of two shards."""

    env: RunningBot
    database: Path | str

    @property
    def people(self) -> tuple[PlaygroundUser, PlaygroundUser]:
        return self.env.person("Ana"), self.env.person("Ben")

    @contextmanager
    def process(
        self, shards: str = "", *, freeze_at: str | None = None, idle: int = LONG_IDLE
    ) -> Iterator[int]:
        """Run a process of the bot inside the block; yields its id."""
        port = self.env.playground.address.port
        process = CONTEXT.Process(
            target=run_process, args=(port, self.database, shards, freeze_at, idle), daemon=True
        )
        process.start()
        assert process.pid is not None
        try:
            yield process.pid
        finally:
            process.kill()
            process.join()

    async def until_connected(self, *shards: int) -> None:
        """Wait until these shards are connected, each as often as it is named."""
        playground = self.env.playground
        await playground.until(lambda: sorted(playground.sessions.shards) == sorted(shards))

    async def until_commands(self) -> None:
        """Wait until a bot works and has told its commands."""
        await self.env.playground.until(lambda: self.env.playground.has_commands)

    async def until_ended(self, pid: int) -> None:
        """Wait until a process has ended by itself."""
        process = next(item for item in multiprocessing.active_children() if item.pid == pid)
        await asyncio.to_thread(process.join, AMPLE)
        assert process.exitcode == 0, process.exitcode

    def place(self, shard: int) -> Channel:
        """Return the channel for tables of the server on a shard."""
        world = self.env.playground.world
        guild = next(entry for entry in world.guilds.values() if falls_on(entry.id, shard, 2))
        channels = world.channels.values()
        return next(
            channel for channel in channels if (channel.guild_id, channel.name) == (guild.id, TABLE)
        )

    def shown(self, shard: int, button: str) -> list[ShownMessage]:
        """Return the public messages with this button in that channel, oldest first."""
        messages = self.env.person("Ana").sees(self.place(shard))
        return [
            message for message in messages if not message.ephemeral and button in message.buttons
        ]

    def table(self, shard: int) -> ShownMessage:
        """Return the newest table of a running match."""
        tables = self.shown(shard, "My hand")
        if not tables:
            raise NothingShownError(f"no table on shard {shard}")
        return tables[-1]

    def is_over(self, shard: int) -> bool:
        return bool(self.shown(shard, "Rematch"))

    def behind(self) -> list[str]:
        """Return the kinds of the messages that don't show their match's newest revision."""
        return [kind for (kind,) in rows(self.database, _BEHIND)]

    async def match(self, shard: int) -> Hands:
        """Start a short match of two in the server on a shard; return their hands."""
        ana, ben = self.people
        place = self.place(shard)
        await ana.slash(place, "play", game="tomate", options="cycles=1")
        lobby = self.env.public(ana, place)
        await ben.click(lobby, "Join")
        await ben.until(lambda: sits(ben, lobby), "Ben to sit")
        await ana.click(lobby, "Start")
        await ana.until(lambda: "My hand" in lobby.buttons, "the table")
        return {person: (await person.click(lobby, "My hand")).message for person in (ana, ben)}


@asynccontextmanager
async def two_shards(database: Path | str) -> AsyncIterator[TwoShards]:
    clock = ManualClock()
    async with opened(clock=clock, sharding=ShardingRules(2, spacing=0)) as playground:
        clock.advance(0.001)  # a server's shard follows from its creation time
        add_guild(playground.world, "Second Garden", playground.world.people)
        yield TwoShards(RunningBot(playground, database), database)
