"""The scheduler loop: fires due rows, writes the heartbeat and runs the cleanup.

A row is done when it is deleted from the store; a bot seat's row is deleted in the transaction of
its move. A crash in between leaves the row to be fired again, and its ticket keeps it from acting
twice.

Many reminders may be due together. They begin one after another and stay in their rows until then,
so that presses and other rows go on.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Mapping

from bot.tables.jobs.daily_posts import DailyPosts
from bot.tables.jobs.housekeeping import Housekeeping
from bot.tables.jobs.retention import Retention
from bot.tables.matches.context import FOREVER, Act, MatchContext
from bot.tables.matches.deadlines import REMINDERS
from data.records.matches import Deadline

log = logging.getLogger(__name__)

AHEAD = 50
"""How many rows are read beyond those being fired."""
REMINDED = 8
"""How many matches are reminded at the same time."""
CUT_OFF = 1000
"""Milliseconds until it is asked again whether Discord is in reach."""
PACE = 100
"""Milliseconds between the beginnings of two reminders."""

Row = tuple[str, str, int | None, str]


class Scheduler:
    def __init__(
        self,
        context: MatchContext,
        kinds: Mapping[str, Act],
        retention: Retention,
        daily_posts: DailyPosts,
    ) -> None:
        self._context = context
        self._kinds = kinds
        self._tidying = Housekeeping(context, retention)
        self._daily_posts = daily_posts
        self._firing: dict[Row, asyncio.Task[None]] = {}
        self._failures: Counter[Row] = Counter()
        """How many times in succession each row has failed."""
        self._reminds_from = 0
        """When the next reminder may begin."""

    async def run(self) -> None:
        """Fire due rows and write the heartbeat, until cancelled."""
        self._context.heartbeat.start()
        try:
            async with asyncio.TaskGroup() as group:  # its tasks are cancelled with this loop
                await self._rounds(group)
        finally:
            self._context.heartbeat.stop()

    async def halt(self, patience: float) -> None:
        """Let what is firing end, and break it off after `patience` seconds; its row fires again.

        Call it once this process owns nothing, so that it acts for no other process's match.
        """
        firing = list(self._firing.values())
        if firing:
            _, late = await asyncio.wait(firing, timeout=patience)
            for task in late:
                task.cancel()

    async def _rounds(self, group: asyncio.TaskGroup) -> None:
        clock = self._context.clock
        while True:
            self._context.wake.clear()
            self._context.next_round = FOREVER
            try:
                nearest = await self._round(group)
            except Exception:  # a full disk may be freed while we wait
                log.exception("the scheduler failed; trying again")
                nearest = clock.now() + self._context.limits.retry
            self._context.next_round = nearest
            await clock.sleep_until(nearest, self._context.wake)

    async def _round(self, group: asyncio.TaskGroup) -> int:
        """Do everything that is due; return when to look again."""
        ownership, heartbeat = self._context.ownership, self._context.heartbeat
        if ownership.is_idle:
            return FOREVER
        if ownership.is_cut_off():  # nothing begins; without beats, that time counts for nobody
            return self._context.clock.now() + CUT_OFF
        await heartbeat.look()
        now = self._context.clock.now()
        later = await self._launch(group, now)
        next_beat = await heartbeat.beat()
        if heartbeat.was_suspended:
            await self._show_new_times()
            heartbeat.was_suspended = False
        tidied = await self._tidying.tidy(now) if ownership.does_housekeeping else next_beat
        posted = self._daily_posts.begin(now, group)
        return min([next_beat, tidied, posted, *later])

    async def _show_new_times(self) -> None:
        """Refresh every open match after its deadlines were put off."""
        for match in await self._context.store.matches.all_open():
            await self._context.tell(match.match_id)

    async def _launch(self, group: asyncio.TaskGroup, now: int) -> list[int]:
        """Start the rows that are due; return when to look for others."""
        share, most = self._context.ownership.share, AHEAD + len(self._firing)
        coming = await self._context.store.deadlines.due(FOREVER, most, share, REMINDERS)
        later = list[int]()
        for row in coming:
            if _name(row) in self._firing:
                continue
            begins_at = max(row.due_at, self._reminds_at(row))
            if begins_at > now:
                later.append(begins_at)
                continue
            self._firing[_name(row)] = group.create_task(self._fire(row))
            if row.kind in REMINDERS:
                self._reminds_from = now + PACE
        return later

    def _reminds_at(self, row: Deadline) -> int:
        """Return when a row may begin, as far as reminders wait for each other.

        A reminder takes all others of its match that are due along.
        """
        if row.kind not in REMINDERS:
            return 0
        firing = [name for name in self._firing if name[0] in REMINDERS]
        is_taken = any(match_id == row.match_id for _, match_id, _, _ in firing)
        if is_taken or sum(name not in self._failures for name in firing) >= REMINDED:
            return FOREVER  # until one of them is done, which looks for others
        return self._reminds_from

    async def _fire(self, row: Deadline) -> None:
        name = _name(row)
        try:
            act = self._kinds.get(row.kind, self._unknown)
            await act(row)
        except Exception:
            if name not in self._failures:  # logged once, however often it is retried
                log.exception("the deadline %s of match %s failed", row.kind, row.match_id)
            self._failures[name] += 1
            await self._wait_to_retry(self._failures[name])
        else:
            self._failures.pop(name, None)
        finally:
            self._firing.pop(name, None)
            self._context.wake.set()

    async def _wait_to_retry(self, failures: int) -> None:
        """Wait after a failure, each time twice as long, up to a limit."""
        limits, clock = self._context.limits, self._context.clock
        pause = min(limits.longest_retry, limits.retry << min(failures - 1, 16))
        await clock.sleep_until(clock.now() + pause, asyncio.Event())

    async def _unknown(self, row: Deadline) -> None:
        log.error("no handler for a deadline of kind %r", row.kind)
        await self._context.drop(row)


def _name(row: Deadline) -> Row:
    return (row.kind, row.match_id, row.seat, row.ticket)
