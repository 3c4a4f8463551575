"""Hourly cleanup in small portions, so that no press or deadline has to wait.

The chores are independent: one that fails, or fails for one match, does not stop the others.
"""

import logging

from bot.tables.domain.deal_days import first_open
from bot.tables.jobs.retention import Retention
from bot.tables.matches.context import MatchContext
from data.engine.errors import DatabaseError

log = logging.getLogger(__name__)

HOUR = 3_600_000
"""Milliseconds."""
PORTION = 20
"""How many matches are packed before due deadlines are checked again."""


class Housekeeping:
    def __init__(self, context: MatchContext, retention: Retention) -> None:
        self._context = context
        self._retention = retention
        self._next = 0
        self._is_packing = False
        self._unpacked: set[str] = set()
        """The matches that could not be packed this hour."""

    async def tidy(self, now: int) -> int:
        """Do the cleanup that is due, or a portion of it; return when to continue."""
        if now >= self._next:
            self._next = now + HOUR  # set first, or a failing chore would be retried forever
            self._unpacked.clear()
            self._is_packing = True
            await self._forget(now)
        if self._is_packing:
            self._is_packing = False  # unless there is more to do
            self._is_packing = await self._pack()
        return now if self._is_packing else self._next

    async def _forget(self, now: int) -> None:
        store, limits = self._context.store, self._context.limits
        try:
            await store.interactions.prune(now - limits.remember_interactions)
            await store.guilds.purge(now - limits.remember_guilds)
            await store.privacy.prune_guards(first_open(now))
        except Exception:
            log.exception("old data could not be deleted; trying again in an hour")
        try:
            await self._retention.apply()
        except Exception:
            log.exception("old matches could not be deleted")

    async def _pack(self) -> bool:
        """Pack some finished matches; return whether there may be more."""
        history = self._context.store.history
        waiting = await history.to_compact(PORTION + len(self._unpacked))
        for match_id in waiting:
            if match_id in self._unpacked:
                continue
            try:
                await history.compact(match_id)
            except DatabaseError:
                raise  # a database error would repeat for each of them
            except Exception as error:  # noqa: BLE001 - any error of one match
                self._unpacked.add(match_id)
                log.error("match %s cannot be compacted: %s", match_id, type(error).__name__)  # noqa: TRY400 - its message could quote the state
        return bool(set(waiting) - self._unpacked)
