"""Lets one process work, and another stand by that takes over as soon as the first has ended.

The same program, started a second time, logs in and waits for the lock of the first. It keeps the
presses of the last seconds, and answers those that nobody has answered once the lock is its own.
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Protocol

import discord

from bot import shards
from bot.background import background
from bot.tables.ownership import Ownership
from bot.ui.i18n.readers import to
from bot.ui.i18n.texts import common_texts
from bot.ui.interactions.reply import CONTESTED, harmless, is_harmless
from bot.ui.kit.discord_errors import FAILURES
from data.engine import errors
from data.engine.postgres_values import LockKind
from data.store import Store

if TYPE_CHECKING:  # it loads PostgreSQL's driver
    from data.engine.postgres_locks import PostgresLocks

log = logging.getLogger(__name__)

LOOK_EVERY = 0.1
"""Seconds between two tries to take the lock."""
FULL_DISK_PAUSE = 2.0
"""Seconds between two looks whether a full disk has room again."""
CONFIRM_EVERY = 1.5
"""Seconds between two confirmations of the lock."""
BUCKET_POLL = 0.25
"""Seconds between two looks whether a bucket is free for the next identify."""
LONG_LOGIN = 15.0
"""Seconds after which the log says who keeps a shard from logging in; several may be before it."""
KEPT_FOR = 2.0
"""Seconds for which a press is kept; Discord allows three until the first answer."""


class Work(Protocol):
    """What a process does while it holds the lock."""

    async def wake(self) -> None:
        """Prepare the stored matches, before anything is answered."""

    async def resume(self) -> None:
        """Continue every match."""

    async def halt(self) -> None:
        """Stop all work, because the lock is lost."""


class Standby:
    def __init__(self, store: Store, ownership: Ownership) -> None:
        self._store = store
        self._ownership = ownership
        ownership.is_idle = True
        self.active = asyncio.Event()
        """Set while this process works: it holds the lock, and the database is open."""
        self.idle = asyncio.Event()
        """Set while it doesn't, once it has tried."""
        self._was_active = False
        self.has_waited = False
        """Whether another process worked when this one was started."""

    @property
    def can_be_lost(self) -> bool:
        """Whether another process can take over while this one runs; a file's lock is lasting."""
        return self._store.locks is not None

    @property
    def is_sure(self) -> bool:
        """Whether this process works, and no other can have taken over."""
        return self.active.is_set() and self._store.lock.is_sure

    def may_send(self) -> bool:
        """Whether a request to Discord may be made: not by a process that others may replace."""
        return not self._was_active or self._store.lock.is_sure or is_harmless()

    async def tried(self) -> None:
        """Wait until this process works, or stands by."""
        waiting = [background(event.wait(), "lock") for event in (self.active, self.idle)]
        try:
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in waiting:
                task.cancel()

    async def run(self, work: Work) -> None:
        """Take the lock, and again whenever it is lost, until cancelled.

        Raises DatabaseError if the database is at fault at the first try.
        """
        while True:
            await self._taken(work.wake)
            self._ownership.is_idle = False
            self._was_active = True
            self.idle.clear()
            self.active.set()
            async with asyncio.TaskGroup() as turn:
                resuming = turn.create_task(work.resume(), name="resume")
                await self._lost()
                resuming.cancel()
            self.active.clear()
            self._ownership.is_idle = True
            self._store.lock.lose()
            self.idle.set()
            await work.halt()

    async def _taken(self, wake: Callable[[], Awaitable[None]]) -> None:
        """Return once the lock is ours, the database is open, and `wake` is done."""
        reported: object = None
        while True:
            level, pause = logging.INFO, LOOK_EVERY
            try:
                holder = await self._store.lock.take()
                if holder is None:
                    await self._store.begin()
                    await wake()
                    return
                plan = await self._store.lock.plan()
                reason = f"standing by until {holder} ends" + (plan and f"; {plan}")
            except errors.DatabaseBusyError as error:
                reason = f"standing by: {error}"
            except errors.DatabaseFullError as error:
                level, pause = logging.ERROR, FULL_DISK_PAUSE
                reason = f"{error} The bot starts by itself once there is room."
            except (errors.DatabaseNewerError, errors.MigrationError):
                raise
            except errors.DatabaseError as error:
                if not self.idle.is_set():
                    raise
                reason = f"cannot take the lock yet: {error}"
            if not self.idle.is_set() or reason != reported:
                log.log(level, "%s", reason)
            reported = reason
            self.has_waited = self.has_waited or not self._was_active
            self.idle.set()
            await asyncio.sleep(pause)

    async def _lost(self) -> None:
        """Confirm the lock until it has fallen."""
        while True:
            await asyncio.sleep(CONFIRM_EVERY)
            try:
                await self._store.lock.confirm()
            except errors.DatabaseError as error:
                log.warning("this process has lost its lock: %s", error)
                return

    async def book(self, bucket: int) -> None:
        """Wait until no other process identifies in a bucket, and keep others out for a while."""
        locks = self._store.locks
        if locks is None:
            return  # a second process on one file identifies rarely, and Discord lets it try again
        tries = 0
        with contextlib.suppress(errors.DatabaseError):  # as above
            while not await locks.claim(LockKind.IDENTIFY, bucket):
                tries += 1
                if tries * BUCKET_POLL == LONG_LOGIN:
                    holders = await locks.holders(LockKind.IDENTIFY, bucket)
                    log.warning("no shard can log in while %s holds the lock for it", holders)
                await asyncio.sleep(BUCKET_POLL)
            background(self._free(locks, bucket), "free an identify bucket")

    async def _free(self, locks: "PostgresLocks", bucket: int) -> None:
        await asyncio.sleep(shards.SPACING)
        with contextlib.suppress(errors.DatabaseError):  # then it is free already
            await locks.release(LockKind.IDENTIFY, bucket)

    async def admits(self, interaction: discord.Interaction[Any]) -> bool:
        """Return whether this process answers an interaction; waits for the lock for a moment."""
        if self.is_sure:
            return True
        interaction.extras[CONTESTED] = True
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(KEPT_FOR):
                while not self.is_sure:
                    await self.active.wait()
                    if not self.is_sure:  # a thread is about to hear of the lock
                        await asyncio.sleep(LOOK_EVERY)
                return True
        if self._was_active:
            await self._ask_to_repeat(interaction)
        return False

    async def _ask_to_repeat(self, interaction: discord.Interaction[Any]) -> None:
        """Say that nothing has changed, unless another process has answered."""
        if interaction.type is discord.InteractionType.autocomplete:
            return
        sentence = to(interaction, common_texts.TOO_SLOW_TO_ASK)
        with contextlib.suppress(*FAILURES), harmless():
            await interaction.response.send_message(sentence, ephemeral=True)
