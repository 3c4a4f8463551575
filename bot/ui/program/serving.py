"""Runs a bot that was built: logs in, resumes every match, and serves until it is cancelled."""

import asyncio
import contextlib
import logging
import os
import socket
import sys
from collections.abc import Awaitable, Callable, Sequence

from bot.background import background
from bot.garbage import freeze_heap
from bot.machine import keep_heap_small, return_freed_memory
from bot.tables.ownership import CHANGED, COMPETITION_CHANGED
from bot.ui.program.client import TomatoClient
from bot.ui.program.compose import Bot
from bot.ui.program.emojis import maintain_emojis
from data.engine.errors import DatabaseError

log = logging.getLogger(__name__)

SWITCH = 0.0005
"""Seconds a painter thread keeps the interpreter lock; a tenth of Python's default."""


LOOK = 60.0
"""Seconds between two looks for freed memory, for roles to give or take back, and for events."""


async def serve(bot: Bot, token: str, icons: Sequence[str] = ()) -> None:
    """Log in, resume every match, and run until cancelled; pictures are painted when needed.

    While another process holds the lock, stand by. `icons` are the keys of the icons to upload as
    application emojis, in the background.
    """
    sys.setswitchinterval(SWITCH)
    keep_heap_small()
    client, standby, work = bot.client, bot.standby, BotWork(bot)
    async with asyncio.TaskGroup() as group:
        group.create_task(standby.run(work), name="lock")
        await standby.tried()
        await client.login(token)
        is_first = standby.active.is_set()
        if is_first:
            await _update_commands(client, group)
        bot.pictures.start()
        connection = group.create_task(client.connect(), name="gateway")
        await _ready(client, connection)
        report_ready()
        await standby.active.wait()
        if not is_first:  # until now, the commands were those of the process before
            await _update_commands(client, group)
        await work.resumed.wait()
        group.create_task(bot.tables.scheduler.run(), name="scheduler")
        group.create_task(bot.surfaces.watch(), name="watch messages")
        group.create_task(keep(trim, bot.roles.bring, bot.events.bring), name="every minute")
        bot.is_up.set()
        freeze_heap()
        group.create_task(maintain_emojis(client, icons), name="emojis")


async def trim() -> None:
    """Return memory that was freed since the last time."""
    await asyncio.to_thread(return_freed_memory)


async def keep(*looks: Callable[[], Awaitable[None]]) -> None:
    """Bring what Discord shows of a server in line, again and again, until cancelled."""
    while True:
        await asyncio.sleep(LOOK)
        for look in looks:
            try:
                await look()
            except Exception:
                log.exception("a server's roles or events are not up to date; trying again")


class BotWork:
    """What the bot does while its process holds the lock."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self.resumed = asyncio.Event()
        """Set once every match was continued for the first time."""

    async def wake(self) -> None:
        """Put deadlines off, and hear what the processes of other shards tell."""
        bot = self._bot
        await bot.tables.recovery.wake()
        if bot.ownership.share is not None and bot.store.locks is not None:
            bot.store.locks.listen(self._hear)

    async def resume(self) -> None:
        """Continue every match of this process, once all servers are known."""
        bot, share = self._bot, self._bot.ownership.share
        await bot.client.is_in.wait()
        try:
            for guild in bot.client.guilds:
                if not guild.unavailable:  # in an outage; `on_guild_available` comes at its end
                    bot.guild_events.time_out_changed(guild.id, guild.me.timed_out_until)
            present = frozenset(guild.id for guild in bot.client.guilds)
            await bot.guild_events.compare(present, bot.client.share)
            await bot.tables.recovery.recover(share)
            await bot.surfaces.catch_up()
            await bot.tables.reviews.resume(share)
        except DatabaseError as error:
            if bot.store.locks is None:
                raise
            log.warning("could not resume every match: %s", error)
            bot.store.lock.lose()
        else:
            self.resumed.set()

    async def halt(self) -> None:
        """Stop all work for matches that another process may look after now."""
        await self._bot.tables.scheduler.halt(0)
        await self._bot.tables.reviews.halt()
        await self._bot.surfaces.close()

    def _hear(self, message: str) -> None:
        """Look at what another process has changed."""
        bot = self._bot
        verb, guild_id, subject_id = message.split()
        if not bot.ownership.owns(int(guild_id)):
            return
        bot.tables.look_again()
        if verb == CHANGED:
            bot.surfaces.mark(subject_id)
        elif verb == COMPETITION_CHANGED:
            bot.surfaces.mark_competition(subject_id)


def report_ready() -> None:
    """Tell systemd that this process works or stands by; does nothing without systemd."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.connect("\0" + address[1:] if address.startswith("@") else address)
        line.sendall(b"READY=1")


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
