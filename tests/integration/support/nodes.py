"""Several processes of the bot over one PostgreSQL database, at a playground in this process."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import partial

import psycopg
import pytest
from pydantic import SecretStr

from bot.playground.gateway.sessions import SocketQueue
from bot.playground.gateway.sharding import ShardingRules, falls_on
from bot.playground.run import run_bot
from bot.playground.server import PlaygroundAddress
from bot.playground.testing.people import PlaygroundUser
from bot.playground.testing.snapshots import NothingShownError, ShownMessage
from bot.playground.world.clock import ManualClock
from bot.playground.world.seed import PUBLIC_TOKEN, add_guild
from bot.playground.world.world import Channel
from bot.settings import Settings
from bot.stopping import run_until_stopped
from bot.ui.app import node as node_module
from bot.ui.app.compose import assembled
from bot.ui.app.serving import HAND_OVER_WITHIN, serve
from data.engine import claims
from data.engine.database import BeforeWrite
from data.engine.postgres_values import LockKind
from tests.crash.child import CONTEXT
from tests.crash.story_run import until
from tests.integration.support.hurry import AMPLE, hurried, unhurried
from tests.integration.support.named_pictures import name_pictures
from tests.integration.support.running_bot import TABLE, UNHURRIED, RunningBot, SameDeals, sits
from tests.playground import opened

POLL = 0.2
SHORT_IDLE, LONG_IDLE = 3, 60
"""Seconds after which a node that was not heard of loses its claims, in tests that freeze one.

The others have long ones: a node that a busy machine stops for seconds ignores presses, and nobody
repeats them.
"""
_OWNERS = (
    "SELECT count(*), count(DISTINCT pid) FROM pg_locks WHERE classid = %s AND granted"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
_SHARD = (int(LockKind.SHARD),)
_BEHIND = (
    "SELECT kind FROM surfaces JOIN matches USING (match_id) WHERE retired = 0"
    " AND coalesce(shown_revision, -1) < revision"
)


def run_node(port: int, database: str, freeze_at: str | None, idle: int) -> None:
    """Run one node at a playground; with `freeze_at`, it stops before the first such write.

    It loses its claims if it is not heard of for `idle` seconds.
    """
    logging.disable(logging.CRITICAL)
    name_pictures(patch := pytest.MonkeyPatch())
    unhurried(patch)
    node_module.POLL, claims.IDLE_SECONDS = POLL, idle
    with hurried():
        address = PlaygroundAddress(port, PUBLIC_TOKEN, database)
        bot = run_bot(address, partial(_start, freeze_at=freeze_at))
        asyncio.run(run_until_stopped(bot, ends_within=AMPLE + HAND_OVER_WITHIN))


async def _start(address: PlaygroundAddress, freeze_at: str | None) -> None:
    settings = Settings(
        _env_file=None,
        token=SecretStr(address.token),
        database=str(address.database),
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
        await serve(bot, address.token)


def _freezing(label: str) -> BeforeWrite:
    left = [label]

    def before_write(write: str) -> None:
        if left and write.startswith(left[0]):
            left.clear()
            os.kill(os.getpid(), signal.SIGSTOP)

    return before_write


@dataclass
class TwoShards:
    """A playground with a server on each of two shards."""

    env: RunningBot
    database: str

    @property
    def people(self) -> tuple[PlaygroundUser, PlaygroundUser]:
        return self.env.person("Ana"), self.env.person("Ben")

    @contextmanager
    def node(self, freeze_at: str | None = None, idle: int = LONG_IDLE) -> Iterator[int]:
        """Run a node inside the block; yield its process id."""
        port = self.env.playground.address.port
        process = CONTEXT.Process(
            target=run_node, args=(port, self.database, freeze_at, idle), daemon=True
        )
        process.start()
        assert process.pid is not None
        try:
            yield process.pid
        finally:
            process.kill()
            process.join()

    async def until_split(self) -> None:
        """Wait until two nodes own a shard each, and no shard is connected twice."""
        await self.until_owned_by(2)

    async def until_owned_by(self, nodes: int, before: Sequence[SocketQueue] = ()) -> None:
        """Wait until so many nodes own both shards, and each shard is connected once.

        One of the connections must be newer than those `before`: a dead one can outlive its lock.
        """
        with psycopg.connect(self.database, autocommit=True) as connection:
            await until(lambda: connection.execute(_OWNERS, _SHARD).fetchall() == [(2, nodes)])
        sessions = self.env.playground.sessions
        await until(lambda: any(line not in before for line in sessions.lines()))
        await self.until_connected(0, 1)

    async def until_connected(self, *shards: int) -> None:
        """Wait until exactly these shards are connected, each once."""
        playground = self.env.playground
        await playground.until(lambda: sorted(playground.sessions.shards) == sorted(shards))

    async def until_ended(self, pid: int) -> None:
        """Wait until a node's process has ended by itself."""
        process = next(one for one in multiprocessing.active_children() if one.pid == pid)
        await asyncio.to_thread(process.join, AMPLE)
        assert process.exitcode == 0, process.exitcode

    def place(self, shard: int) -> Channel:
        """Return the channel for tables of the server on a shard."""
        world = self.env.playground.world
        guild = next(one for one in world.guilds.values() if falls_on(one.id, shard, 2))
        channels = world.channels.values()
        return next(one for one in channels if (one.guild_id, one.name) == (guild.id, TABLE))

    def shown(self, shard: int, button: str) -> list[ShownMessage]:
        """Return the public messages with this button in that channel, oldest first."""
        messages = self.env.person("Ana").sees(self.place(shard))
        return [one for one in messages if not one.ephemeral and button in one.buttons]

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
        with psycopg.connect(self.database) as connection:
            return [kind for (kind,) in connection.execute(_BEHIND).fetchall()]

    async def match(self, shard: int) -> dict[PlaygroundUser, ShownMessage]:
        """Start a short match of two in the server on a shard; return their hands."""
        ana, ben = self.people
        place = self.place(shard)
        await ana.slash(place, "play tomate", cycles=1)
        lobby = self.env.public(ana, place)
        await ben.click(lobby, "Join")
        await ben.until(lambda: sits(ben, lobby), "Ben to sit")
        await ana.click(lobby, "Start")
        await ana.until(lambda: "My hand" in lobby.buttons, "the table")
        return {one: (await one.click(lobby, "My hand")).message for one in (ana, ben)}


@asynccontextmanager
async def two_shards(database: str) -> AsyncIterator[TwoShards]:
    clock = ManualClock()
    async with opened(clock=clock, sharding=ShardingRules(2, spacing=0)) as playground:
        clock.advance(0.001)  # a server's shard follows from its creation time
        add_guild(playground.world, "Second Garden", playground.world.people)
        yield TwoShards(RunningBot(playground, database), database)
