"""Keeps our messages true: after every change of a match, whatever shows it is shown anew.

Public messages wait for their channel's budget, private ones for nobody, so each has its own
repeater. Everything can be rebuilt from the database: a surface is a row before it is a message.
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
"""Seconds that an answer to a person waits for messages that show what it did."""


class SurfaceSync:
    """The application's messenger: it hears that a match changed, and shows it."""

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
        """Show what a match has become; returns at once."""
        self._mark(snapshot.match.match_id, snapshot)

    def mark(self, match_id: str) -> None:
        """See to it that a match is loaded and shown; returns at once."""
        self._mark(match_id, None)

    def _mark(self, match_id: str, snapshot: Snapshot | None) -> None:
        self._public.mark(match_id, snapshot)
        self._private.mark(match_id, snapshot)
        self._called.mark(match_id, snapshot)

    async def remind(self, reminder: Reminder) -> Mapping[int, str]:
        """Call people to their table; returns those it did not reach, each with the reason."""
        return await self._reminders.remind(reminder)

    async def catch_up(self) -> None:
        """Mark every match of which a message shows less than it has become."""
        for match_id in {surface.match_id for surface in await self._store.surfaces.behind()}:
            self.mark(match_id)

    async def mend(self, match_id: str, snapshot: Snapshot | None = None) -> None:
        """Mark a match if a message of it shows less than it has become, or lacks a picture.

        `snapshot` is the match before the press that asks for this, which saves a read.
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
        """Somebody looks for the table: post it if it was deleted, or could not be shown before."""
        if await self._publics.exists(match_id):
            await self.mend(match_id)
        else:
            self.mark(match_id)

    async def deliver(self, match_id: str, player_id: int) -> None:
        """Send a player's hand directly, now or as soon as that is possible."""
        await self._now_or_later(match_id, self._hands.deliver(match_id, player_id))

    async def refresh(self, match_id: str, player_id: int) -> None:
        """Bring one player's hands to what that player has just changed for nobody else."""
        await self._now_or_later(match_id, self._hands.refresh(match_id, player_id))

    async def _now_or_later(self, match_id: str, shown: Awaitable[None]) -> None:
        """What a person was told has happened, whatever becomes of the message that shows it."""
        try:
            await shown
        except Exception:  # noqa: BLE001 - the private repeater tries again, and tells what is wrong
            self._private.mark(match_id)

    async def posted(self, match_id: str) -> None:
        """Wait until a match's public messages are shown, or at most for `LONGEST_WAIT`."""
        await _ended(self._public.under_way(match_id))

    async def followed(self, match_ids: Iterable[str]) -> bool:
        """Wait as long for all private hands of some matches; tells whether they are up to date."""
        return await _ended([t for one in match_ids for t in self._private.under_way(one)])

    async def settled(self, match_id: str | None = None) -> None:
        """Return when nothing is left to show, of one match or of all."""
        while tasks := [
            *self._public.under_way(match_id),
            *self._pictured.under_way(match_id),
            *self._private.under_way(match_id),
            *self._called.under_way(match_id),
        ]:
            await asyncio.wait(tasks)

    async def close(self) -> None:
        """Stop painting; what is not shown yet is shown at the next start."""
        await self._public.close()
        await self._pictured.close()
        await self._private.close()
        await self._called.close()

    async def _show(self, match_id: str, snapshot: Snapshot | None) -> None:
        shown = await self._publics.show(match_id, snapshot)
        if shown.has_moved:
            # Hands link to the table, which has a new address.
            self._private.mark(match_id)
        if not shown.is_painted:
            self._pictured.mark(match_id)

    async def _paint(self, match_id: str, _snapshot: Snapshot | None) -> None:
        """Paint what a match's messages lack; their next edit shows it."""
        await self._publics.paint(match_id)
        self._public.mark(match_id)


async def _ended(tasks: Sequence[asyncio.Task[None]]) -> bool:
    """Wait for tasks, at most for `LONGEST_WAIT`; tells whether all have ended."""
    if not tasks:
        return True
    _, late = await asyncio.wait(tasks, timeout=LONGEST_WAIT)
    return not late
