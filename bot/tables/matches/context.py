"""Shared by all parts of the application: match repository, clock and messenger."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from typing import Protocol
from weakref import WeakValueDictionary

from bot.tables.domain.match_secrets import SecretSource
from bot.tables.domain.table_state import TableState
from bot.tables.errors import OVERTAKEN, MissingGameError, TableError
from bot.tables.heartbeat import Heartbeat
from bot.tables.matches.deadlines import NOBODY, DeadlinePlanner, mask_of
from bot.tables.matches.reminder_retries import Retries
from bot.tables.matches.repository import MatchRepository
from bot.tables.matches.snapshot import Snapshot
from bot.tables.ownership import Ownership
from bot.tables.ports import Clock, Reminder
from bot.tables.time_limits import Limits
from data.records.matches import Deadline, DeadlineMask, Extra
from data.store import Store
from games.core.errors import UnknownVersionError

log = logging.getLogger(__name__)

FOREVER = 1 << 62

Act = Callable[[Deadline], Awaitable[None]]
"""Handles a due row, and deletes the row when it is done or no longer useful."""


class Messenger(Protocol):
    """Shows tables to people."""

    async def changed(self, snapshot: Snapshot) -> None:
        """Show a changed match; called after the commit and outside of every lock.

        Errors are logged and otherwise ignored, since messages can be rebuilt at any time.
        """

    def mark(self, match_id: str) -> None:
        """Show a match again: something changed that its messages show."""

    async def competition_changed(self, guild_id: int, tournament_id: str) -> None:
        """Show a changed tournament of a server; the same holds as for `changed`."""

    async def deal_changed(self, guild_id: int, post_id: str) -> None:
        """Show a day's deal in a server; the same holds as for `changed`."""

    async def remind(self, reminder: Reminder) -> Mapping[int, str]:
        """Notify some players that they are waited for; called outside of every lock.

        Returns the players it did not reach, each with the reason for the log. They are notified
        again later; after a crash, everybody is.
        """


class MatchContext:
    """One per `Tables`; holds only state that may be lost."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        messenger: Messenger,
        *,
        repository: MatchRepository,
        secret_source: SecretSource,
        limits: Limits,
        ownership: Ownership,
    ) -> None:
        self.store = store
        self.ownership = ownership
        self.clock = clock
        self.secret_source = secret_source
        self.limits = limits
        self.wake = asyncio.Event()
        """Set when an earlier deadline was written."""
        self.next_round = FOREVER
        """When the scheduler looks again by itself; while it is looking, the end of time."""
        self.deal_ended = False
        """Set when an attempt at a daily deal has ended; its result is written soon."""
        self.deals_wanted = False
        """Set when somebody looks at a deal whose opening bots haven't played yet."""
        self._messenger = messenger
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.heartbeat = Heartbeat(store, clock, limits, ownership)
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
        """Pause a table without people, and schedule its end soon."""
        patience = max(self.limits.nobody_patience, table_state.time_control.milliseconds)
        given_up = Deadline(
            kind=NOBODY, match_id=match_id, seat=None, ticket="", due_at=self.clock.now() + patience
        )
        return Extra(
            drop_deadlines=(DeadlineMask(match_id=match_id),),
            deadlines=(given_up,),
            table_state=table_state.changed(paused=True).saved(),
        )

    def armed(self, rows: Iterable[Deadline]) -> None:
        """Wake the scheduler if it has to look sooner because of these new deadlines."""
        if self.heartbeat.was_suspended or any(row.due_at < self.next_round for row in rows):
            self.wake.set()

    async def tell(self, match_id: str) -> None:
        """Inform the messenger about a changed match; never while holding a lock."""
        try:
            snapshot = await self.repository.open(match_id)
        except (*OVERTAKEN, MissingGameError) as error:
            log.debug("match %s is not shown: %s", match_id, error)
        except Exception:  # an error here never undoes the commit
            log.exception("match %s cannot be shown; its next change shows it again", match_id)
        else:
            await self.publish(snapshot)

    async def publish(self, snapshot: Snapshot) -> None:
        """Inform the messenger about a changed match; never while holding a lock.

        If it is over, its tournament may be due, or a day's deal has one more result.
        """
        if snapshot.match.ended_at is not None:
            self.deal_ended |= snapshot.table_state.daily is not None
            self.wake.set()
        try:
            await self._messenger.changed(snapshot)
        except Exception:  # an error there never undoes the commit
            match_id = snapshot.match.match_id
            log.exception("showing match %s failed; the next change shows it again", match_id)

    async def tell_competition(self, guild_id: int, tournament_id: str) -> None:
        """Inform the messenger about a changed tournament."""
        try:
            await self._messenger.competition_changed(guild_id, tournament_id)
        except Exception:  # an error there never undoes the commit
            log.exception("showing tournament %s failed; its next change shows it", tournament_id)

    async def tell_deal(self, guild_id: int, post_id: str) -> None:
        """Inform the messenger about a deal that a server's message shows."""
        try:
            await self._messenger.deal_changed(guild_id, post_id)
        except Exception:  # an error there never undoes the commit
            log.exception("showing deal %s failed; its next change shows it", post_id)

    async def remind(self, reminder: Reminder) -> Mapping[int, str]:
        """Pass a reminder on; returns the players it did not reach, each with the reason."""
        try:
            return await self._messenger.remind(reminder)
        except Exception as error:  # noqa: BLE001 - a failure is retried, then logged
            return dict.fromkeys((*reminder.mention, *reminder.write), repr(error))

    async def attempt(self, act: Act, row: Deadline) -> None:
        """Handle a row; drop it if its match is gone or unreadable."""
        try:
            await act(row)
        except OVERTAKEN as error:
            log.debug("a %s row of match %s is out of date: %s", row.kind, row.match_id, error)
            await self.drop(row)
        except (TableError, UnknownVersionError) as error:
            log.warning("a %s row of match %s is dropped: %s", row.kind, row.match_id, error)
            await self.drop(row)

    async def drop(self, row: Deadline) -> None:
        """Delete one row of the scheduler as done."""
        await self.store.deadlines.drop(mask_of(row))
