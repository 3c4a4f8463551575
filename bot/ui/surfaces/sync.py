"""Keeps messages up to date: after every change of a match, refreshes whatever shows it.

Public messages wait for their channel's rate limit and private ones don't, so each kind has its
own coalescer. Everything can be rebuilt from the database: a surface has a row before its message
exists.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence

from bot.tables.matches.snapshot import Snapshot
from bot.tables.ownership import COMPETITION_CHANGED, Ownership
from bot.tables.ports import Reminder
from bot.ui.pictures.paint_queue import Priority
from bot.ui.surfaces.coalescer import Coalescer, Repainted
from bot.ui.surfaces.hands import PRIVATE, Hands
from bot.ui.surfaces.placement import ChannelGoneError
from bot.ui.surfaces.public_messages import PUBLIC, PublicMessages
from bot.ui.surfaces.reminder_messages import ReminderMessages
from data.engine.errors import DatabaseError
from data.records.matches import is_behind
from data.store import Store

log = logging.getLogger(__name__)

ShowCompetition = Callable[[str], Awaitable[bool]]
PaintCompetition = Callable[[str], Awaitable[None]]
AnnounceWeeklyDeals = Callable[[int, int, int], Awaitable[None]]

RECONCILE = 60.0
"""Seconds between two looks for messages whose change was missed."""
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
        *,
        competitions: ShowCompetition | None = None,
        paint_competition: PaintCompetition | None = None,
        deals: AnnounceWeeklyDeals | None = None,
        repainted: Repainted | None = None,
        ownership: Ownership | None = None,
    ) -> None:
        """`competitions` brings the messages about a tournament up to date; `deals` announces.

        The former returns whether all have their pictures; `paint_competition` paints what they
        lack.
        """
        self._ownership = ownership or Ownership()
        self._store = store
        self._publics = publics
        self._public = Coalescer("public", self._show, repainted)
        self._pictured = Coalescer("pictures", self._paint)
        self._reminders = reminders
        self._hands = hands
        self._private = Coalescer("private", self._follow, repainted)
        self._hands_pictured = Coalescer("hand pictures", self._paint_hands)
        self._called = Coalescer("reminders", self._tidy)
        self._show_competition = competitions
        self._paint_competition = paint_competition
        self._announce_weekly_deals = deals
        self._competitions = Coalescer("tournaments", self._compete)
        self._standings = Coalescer("standings", self._paint_standings)
        self._all = (
            *(self._public, self._pictured, self._private, self._hands_pictured),
            *(self._called, self._competitions, self._standings),
        )

    async def changed(self, snapshot: Snapshot) -> None:
        """Show a match after a change, or tell the process that owns it; returns at once."""
        match = snapshot.match
        if self._ownership.owns(match.guild_id):
            self._mark(match.match_id, snapshot)
        else:
            await self._ownership.tell_owner(match.guild_id, match.match_id)

    def mark(self, match_id: str) -> None:
        """Schedule a match to be loaded and shown; returns at once."""
        self._mark(match_id, None)

    def _mark(self, match_id: str, snapshot: Snapshot | None) -> None:
        self._public.mark(match_id, snapshot)
        self._private.mark(match_id, snapshot)
        self._called.mark(match_id, snapshot)

    async def competition_changed(self, guild_id: int, tournament_id: str) -> None:
        """Show a tournament after a change, or tell the process that owns it; returns at once."""
        if self._ownership.owns(guild_id):
            self.mark_competition(tournament_id)
        else:
            await self._ownership.tell_owner(guild_id, tournament_id, COMPETITION_CHANGED)

    def mark_competition(self, tournament_id: str) -> None:
        """Schedule a tournament to be loaded and shown; returns at once."""
        self._competitions.mark(tournament_id)

    async def competition_shown(self, tournament_id: str) -> None:
        """Wait until a tournament's messages are shown, for at most `LONGEST_WAIT`."""
        await _ended(self._competitions.under_way(tournament_id))

    async def announce_weekly_deals(self, guild_id: int, channel_id: int, week: int) -> None:
        """Post a week's deals in a channel; raises if another try may succeed."""
        if self._announce_weekly_deals is not None:
            await self._announce_weekly_deals(guild_id, channel_id, week)

    async def remind(self, reminder: Reminder) -> Mapping[int, str]:
        """Notify people about their table; returns those it did not reach, each with the reason."""
        return await self._reminders.remind(reminder)

    async def watch(self) -> None:
        """Look for out-of-date messages again and again, until cancelled.

        What is being worked on is left alone, and so is what rests after a failure.
        """
        while True:
            await asyncio.sleep(RECONCILE)
            try:
                await self._for_each_behind(Coalescer.ensure)
            except DatabaseError as error:
                log.warning("cannot look for messages that are out of date: %s", error)

    async def catch_up(self, guild_id: int | None = None) -> None:
        """Show every owned match and tournament that is out of date, in one server or in all.

        What rests after a failure is tried again at once.
        """
        await self._for_each_behind(Coalescer.mark, guild_id)

    async def _for_each_behind(
        self, act: Callable[[Coalescer, str], None], guild_id: int | None = None
    ) -> None:
        share = self._ownership.share
        behind = await self._store.surfaces.behind(shards=share)
        for match_id in {one.match_id for one in behind if guild_id in (None, one.guild_id)}:
            for coalescer in (self._public, self._private, self._called):
                act(coalescer, match_id)
        for tournament_id in await self._store.tournaments.behind(share, guild_id):
            act(self._competitions, tournament_id)

    def wake(self) -> None:
        """Try again what rests after a failure: Discord has just carried out a request."""
        for one in self._all:
            one.wake()

    async def mend(self, match_id: str, snapshot: Snapshot | None = None) -> None:
        """Mark a match if one of its messages is out of date or lacks a picture.

        Messages that are just being updated need no mark: that work takes in every change so far,
        and is repeated if it fails. `snapshot` is the match before the press that asks for this;
        passing it saves a read.
        """
        if self._hands.needs_follow_up(match_id):
            self._private.mark(match_id)
        if snapshot is not None and not self._ownership.owns(snapshot.match.guild_id):
            # The owner may have shown the change before this answer covered it.
            await self._ownership.tell_owner(snapshot.match.guild_id, match_id)
            return
        behind = (
            await self._store.surfaces.behind(match_id)
            if snapshot is None
            else [one for one in snapshot.rows.surfaces if is_behind(one, snapshot.match)]
        )
        kinds = {surface.kind for surface in behind}
        for coalescer, shown in (
            (self._public, PUBLIC),
            (self._private, PRIVATE),
            (self._called, kinds.difference(PUBLIC, PRIVATE)),
        ):
            if kinds.intersection(shown) and not coalescer.is_at_work(match_id):
                coalescer.mark(match_id)

    async def post_if_gone(self, match_id: str) -> None:
        """Repost a table somebody looks for, if its message is gone or could not be sent."""
        if await self._publics.exists(match_id):
            await self.mend(match_id)
        else:
            self.mark(match_id)

    def note_locked(self, thread_id: int, *, is_locked: bool) -> None:
        """Note that a thread is locked or open now."""
        self._publics.note_locked(thread_id, is_locked=is_locked)

    def note_deleted(self, channel_id: int) -> None:
        """Note that a channel or thread was deleted."""
        self._publics.note_deleted(channel_id)

    async def deliver(self, match_id: str, player_id: int) -> bool:
        """Send a player's hand directly, now or as soon as possible; returns False if refused."""
        try:
            delivery = await self._hands.deliver(match_id, player_id)
        except Exception:  # noqa: BLE001 - the private coalescer retries and reports it
            self._private.mark(match_id)
            return True
        if not delivery.is_painted:
            self._hands_pictured.mark(match_id)
        return not delivery.is_refused

    async def refresh(self, match_id: str, player_id: int) -> None:
        """Update one player's hands after a change that only this player sees."""
        try:
            is_painted = await self._hands.refresh(match_id, player_id)
        except Exception:  # noqa: BLE001 - the private coalescer retries and reports it
            self._private.mark(match_id)
        else:
            if not is_painted:
                self._hands_pictured.mark(match_id)

    async def recall(self, player_id: int) -> None:
        """Delete the direct hands of a player who turned them off, now or as soon as possible."""
        for match_id in await self._hands.recall(player_id):
            self._private.mark(match_id)

    async def posted(self, match_id: str) -> None:
        """Wait until a match's public messages are shown, for at most `LONGEST_WAIT`."""
        await _ended(self._public.under_way(match_id))

    async def followed(self, match_ids: Iterable[str]) -> bool:
        """Wait as long for all private hands of some matches; returns whether all are current."""
        return await _ended([t for one in match_ids for t in self._private.under_way(one)])

    async def settled(self, match_id: str | None = None) -> None:
        """Return when everything of one match, or of all, is shown or rests after a failure."""
        while tasks := [task for one in self._all for task in one.under_way(match_id)]:
            await asyncio.wait(tasks)

    def tries(self) -> list[int]:
        """How often in succession each work has failed that isn't done."""
        return [tries for one in self._all for tries in one.tries()]

    async def close(self) -> None:
        """Stop painting; unfinished messages are updated when their match is marked again."""
        for one in self._all:
            await one.close()

    async def _is_ours(self, match_id: str, snapshot: Snapshot | None) -> bool:
        """Whether this process still owns a match that is to be shown; the owner is told of others.

        Where there is only one process, nothing is read.
        """
        if self._ownership.share is None:
            return True
        match = snapshot.match if snapshot else await self._store.matches.find(match_id)
        if match is None or self._ownership.owns(match.guild_id):
            return True
        await self._ownership.tell_owner(match.guild_id, match_id)
        return False

    async def _follow(self, match_id: str, snapshot: Snapshot | None) -> None:
        if not await self._is_ours(match_id, snapshot):
            return
        async with self._store.surfaces.together(match_id):
            is_painted = await self._hands.follow(match_id, snapshot)
        if not is_painted:
            self._hands_pictured.mark(match_id)

    async def _paint_hands(self, match_id: str, _snapshot: Snapshot | None) -> None:
        """Paint the pictures that a match's hands lack, and show them, however long that takes."""
        if await self._is_ours(match_id, None):
            await self._hands.follow(match_id, priority=Priority.NONE)

    async def _tidy(self, match_id: str, snapshot: Snapshot | None) -> None:
        if await self._is_ours(match_id, snapshot):
            await self._reminders.tidy(match_id, snapshot)

    async def _compete(self, tournament_id: str, _snapshot: Snapshot | None) -> None:
        """Show a tournament once the tables of its round are shown, which it links to."""
        found = await self._store.tournaments.find(tournament_id)
        if found is None or self._show_competition is None:
            return
        if not self._ownership.owns(found.guild_id):
            await self._ownership.tell_owner(found.guild_id, tournament_id, COMPETITION_CHANGED)
            return
        for table in found.tables_of(found.round):
            await self.posted(table.match_id)
        if not await self._show_competition(tournament_id):
            self._standings.mark(tournament_id)

    async def _paint_standings(self, tournament_id: str, _snapshot: Snapshot | None) -> None:
        """Paint a tournament's missing pictures; the next edit of its messages shows them."""
        if self._paint_competition is not None:
            await self._paint_competition(tournament_id)
            self._competitions.mark(tournament_id)

    async def _show(self, match_id: str, snapshot: Snapshot | None) -> None:
        if not await self._is_ours(match_id, snapshot):
            return
        try:
            async with self._store.surfaces.together(match_id):
                shown = await self._publics.show(match_id, snapshot)
        except ChannelGoneError:
            await self._reminders.tell_of_lost_channel(match_id)
            raise
        if shown.has_moved:
            # Hands and a tournament's round link to the table, whose address has changed.
            self._private.mark(match_id)
            for tournament_id in await self._store.tournaments.with_table(match_id):
                self._competitions.mark(tournament_id)
        if not shown.is_painted:
            self._pictured.mark(match_id)
        if shown.undeleted is not None:
            raise shown.undeleted

    async def _paint(self, match_id: str, _snapshot: Snapshot | None) -> None:
        """Paint a match's missing pictures; the next edit of its messages shows them."""
        if not await self._is_ours(match_id, None):
            return
        await self._publics.paint(match_id)
        self._public.mark(match_id)


async def _ended(tasks: Sequence[asyncio.Task[None]]) -> bool:
    """Wait for tasks, for at most `LONGEST_WAIT`; returns whether all have ended."""
    if not tasks:
        return True
    _, late = await asyncio.wait(tasks, timeout=LONGEST_WAIT)
    return not late
