"""Keeps messages up to date: after every change of a match, refreshes whatever shows it.

Public messages wait for their channel's rate limit and private ones don't, so each kind has its
own coalescer. Everything can be rebuilt from the database: a surface has a row before its message
exists.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterable, Mapping, Sequence

from bot.tables.matches.snapshot import Snapshot
from bot.tables.ports import Reminder
from bot.ui.surfaces.coalescer import Coalescer, Repainted
from bot.ui.surfaces.hands import Hands
from bot.ui.surfaces.public_messages import PublicMessages
from bot.ui.surfaces.reminder_messages import ReminderMessages
from data.records.matches import is_behind
from data.store import Store

LONGEST_WAIT = 10.0
"""Seconds that an answer waits for messages that show its effect."""


class SurfaceSync:
    """The application's messenger: shows every change of a match."""

    def __init__(
        self,
        store: Store,
        publics: PublicMessages,
        hands: Hands,
        reminders: ReminderMessages,
        repainted: Repainted | None = None,
    ) -> None:
        self._store = store
        self._publics = publics
        self._public = Coalescer("public", self._show, repainted)
        self._pictured = Coalescer("pictures", self._paint)
        self._reminders = reminders
        self._hands = hands
        self._private = Coalescer("private", hands.follow, repainted)
        self._called = Coalescer("reminders", reminders.tidy)

    async def changed(self, snapshot: Snapshot) -> None:
        """Show a match after a change; returns at once."""
        self._mark(snapshot.match.match_id, snapshot)

    def mark(self, match_id: str) -> None:
        """Schedule a match to be loaded and shown; returns at once."""
        self._mark(match_id, None)

    def _mark(self, match_id: str, snapshot: Snapshot | None) -> None:
        self._public.mark(match_id, snapshot)
        self._private.mark(match_id, snapshot)
        self._called.mark(match_id, snapshot)

    async def remind(self, reminder: Reminder) -> Mapping[int, str]:
        """Notify people about their table; returns those it did not reach, each with the reason."""
        return await self._reminders.remind(reminder)

    async def catch_up(self) -> None:
        """Mark every match that has an out-of-date message."""
        for match_id in {surface.match_id for surface in await self._store.surfaces.behind()}:
            self.mark(match_id)

    async def mend(self, match_id: str, snapshot: Snapshot | None = None) -> None:
        """Mark a match if one of its messages is out of date or lacks a picture.

        `snapshot` is the match before the press that asks for this; passing it saves a read.
        """
        if self._hands.lags(match_id):
            self._private.mark(match_id)
        behind = (
            await self._store.surfaces.behind(match_id)
            if snapshot is None
            else [one for one in snapshot.rows.surfaces if is_behind(one, snapshot.match)]
        )
        if behind:
            self.mark(match_id)

    async def sought(self, match_id: str) -> None:
        """Repost a table somebody looks for, if its message is gone or could not be sent."""
        if await self._publics.exists(match_id):
            await self.mend(match_id)
        else:
            self.mark(match_id)

    async def deliver(self, match_id: str, player_id: int) -> None:
        """Send a player's hand directly, now or as soon as possible."""
        await self._now_or_later(match_id, self._hands.deliver(match_id, player_id))

    async def refresh(self, match_id: str, player_id: int) -> None:
        """Update one player's hands after a change that only this player sees."""
        await self._now_or_later(match_id, self._hands.refresh(match_id, player_id))

    async def _now_or_later(self, match_id: str, shown: Awaitable[None]) -> None:
        """Show a committed change now, or leave it to the retries if showing it fails."""
        try:
            await shown
        except Exception:  # noqa: BLE001 - the private coalescer retries and reports it
            self._private.mark(match_id)

    async def posted(self, match_id: str) -> None:
        """Wait until a match's public messages are shown, for at most `LONGEST_WAIT`."""
        await _ended(self._public.under_way(match_id))

    async def followed(self, match_ids: Iterable[str]) -> bool:
        """Wait as long for all private hands of some matches; returns whether all are current."""
        return await _ended([t for one in match_ids for t in self._private.under_way(one)])

    async def settled(self, match_id: str | None = None) -> None:
        """Return when everything is shown, of one match or of all."""
        while tasks := [
            *self._public.under_way(match_id),
            *self._pictured.under_way(match_id),
            *self._private.under_way(match_id),
            *self._called.under_way(match_id),
        ]:
            await asyncio.wait(tasks)

    async def close(self) -> None:
        """Stop painting; unfinished messages are updated after the next start."""
        await self._public.close()
        await self._pictured.close()
        await self._private.close()
        await self._called.close()

    async def _show(self, match_id: str, snapshot: Snapshot | None) -> None:
        shown = await self._publics.show(match_id, snapshot)
        if shown.has_moved:
            # Hands link to the table, whose address has changed.
            self._private.mark(match_id)
        if not shown.is_painted:
            self._pictured.mark(match_id)

    async def _paint(self, match_id: str, _snapshot: Snapshot | None) -> None:
        """Paint a match's missing pictures; the next edit of its messages shows them."""
        await self._publics.paint(match_id)
        self._public.mark(match_id)


async def _ended(tasks: Sequence[asyncio.Task[None]]) -> bool:
    """Wait for tasks, for at most `LONGEST_WAIT`; returns whether all have ended."""
    if not tasks:
        return True
    _, late = await asyncio.wait(tasks, timeout=LONGEST_WAIT)
    return not late
