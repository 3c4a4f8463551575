"""What all parts of the application share: where matches are kept, the time, who is told."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Protocol
from weakref import WeakValueDictionary

from bot.tables.domain.match_secrets import SecretSource
from bot.tables.domain.table_state import TableState
from bot.tables.errors import TableError
from bot.tables.heartbeat import Heartbeat
from bot.tables.limits import Limits
from bot.tables.matches.deadlines import NOBODY, DeadlinePlanner, mask_of
from bot.tables.matches.reminder_retries import Retries
from bot.tables.matches.repository import MatchRepository
from bot.tables.matches.snapshot import Snapshot
from bot.tables.ports import Clock, Reminder
from data.records.matches import Deadline, DeadlineMask, Extra
from data.store import Store
from games.core.errors import UnknownVersionError

log = logging.getLogger(__name__)

Act = Callable[[Deadline], Awaitable[None]]
"""What is done when a row is due. It takes the row away when that is done, or in vain."""


class Messenger(Protocol):
    """Whoever shows tables to people."""

    async def changed(self, snapshot: Snapshot) -> None:
        """Hear what a match has become; called after the commit and outside of every lock.

        Whatever it raises is logged and forgotten: what is shown can be rebuilt at any time.
        """

    async def remind(self, reminder: Reminder) -> Mapping[int, str]:
        """Tell some players that they are waited for; called outside of every lock.

        Returns the players it did not reach, each with the reason for the log. The reminder comes
        again for them, and after a crash for everybody.
        """


class MatchContext:
    """One per `Tables`; holds nothing that could not be lost."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        messenger: Messenger,
        *,
        repository: MatchRepository,
        secret_source: SecretSource,
        limits: Limits,
    ) -> None:
        self.store = store
        self.clock = clock
        self.secret_source = secret_source
        self.limits = limits
        self.wake = asyncio.Event()
        """Set when a nearer deadline was written."""
        self._messenger = messenger
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.heartbeat = Heartbeat(store, clock, limits)
        self.retries = Retries(store, clock, limits)
        self.planner = DeadlinePlanner(store, clock, secret_source, limits)
        self.repository = repository

    @asynccontextmanager
    async def lock(self, match_id: str) -> AsyncIterator[None]:
        """Hold the lock of one match while it changes; never take two.

        After a suspension all deadlines are put off first.
        """
        await self.heartbeat.look()
        async with self._locks.setdefault(match_id, asyncio.Lock()):
            yield

    def left_alone(self, match_id: str, table_state: TableState) -> Extra:
        """What becomes of a table that nobody sits at any more: it rests, and is given up soon."""
        patience = max(self.limits.nobody_patience, table_state.time_control.milliseconds)
        given_up = Deadline(
            kind=NOBODY,
            match_id=match_id,
            seat=None,
            ticket="",
            due_at=self.clock.now() + patience,
        )
        return Extra(
            drop_deadlines=(DeadlineMask(match_id=match_id),),
            deadlines=(given_up,),
            table_state=table_state.changed(paused=True).saved(),
        )

    async def tell(self, match_id: str) -> None:
        """Tell the messenger what a match has become; never while holding a lock."""
        try:
            snapshot = await self.repository.open(match_id)
        except Exception:  # whatever fails here, what was committed stands
            log.exception("match %s cannot be shown; its next change shows it again", match_id)
        else:
            await self.publish(snapshot)

    async def publish(self, snapshot: Snapshot) -> None:
        """Tell the messenger what a match has become; never while holding a lock."""
        try:
            await self._messenger.changed(snapshot)
        except Exception:  # whatever fails there, what was committed stands
            match_id = snapshot.match.match_id
            log.exception("showing match %s failed; the next change shows it again", match_id)

    async def remind(self, reminder: Reminder) -> Mapping[int, str]:
        """Pass a reminder on; returns the players it did not reach, each with the reason."""
        try:
            return await self._messenger.remind(reminder)
        except Exception as error:  # noqa: BLE001 - whatever fails there is tried again, then logged
            return dict.fromkeys((*reminder.mention, *reminder.write), repr(error))

    async def attempt(self, act: Act, row: Deadline) -> None:
        """Do what a row says; one whose match is gone, or cannot be read, is dropped."""
        try:
            await act(row)
        except (TableError, UnknownVersionError) as error:
            log.warning("a %s row of match %s is dropped: %s", row.kind, row.match_id, error)
            await self.drop(row)

    async def drop(self, row: Deadline) -> None:
        """Take one row from the scheduler, as done."""
        await self.store.clock.drop(mask_of(row))
