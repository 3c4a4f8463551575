"""Reminders that did not reach their player: tried again until they do or nobody needs them."""

import logging
from collections.abc import Sequence

from bot.tables.ports import Clock
from bot.tables.time_limits import Limits
from data.records.matches import Deadline
from data.store import Store

log = logging.getLogger(__name__)

GROWTH = 3
"""The growth factor of the delays."""
MOST_GROWTHS = 16
"""After which the delay is the longest, whatever the limits are."""


class Retries:
    def __init__(self, store: Store, clock: Clock, limits: Limits) -> None:
        self._store = store
        self._clock = clock
        self._limits = limits

    async def put_off(self, rows: Sequence[Deadline], reason: str) -> None:
        """Try these rows of one question again later: the messenger couldn't send them now.

        A refusal that lasts isn't put off: the messenger does without that reminder.
        """
        tries = 1 + max(row.tries for row in rows)
        if tries == 1:
            log.warning("a reminder of match %s is tried again: %s", rows[0].match_id, reason)
        growth = GROWTH ** min(tries - 1, MOST_GROWTHS)
        pause = min(self._limits.retry * growth, self._limits.longest_retry)
        again_at = self._clock.now() + pause
        for row in rows:
            if row.due_at < again_at:
                await self._store.deadlines.postpone(row, again_at, tries=tries)
