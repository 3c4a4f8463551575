"""Reminders that did not reach their player: retried after growing delays, then dropped.

A refusal may be permanent, for example if Discord no longer lets the bot write to somebody. So
each question is tried only a few times, and its later reminders are dropped with it.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.tables.matches.deadlines import mask_of

if TYPE_CHECKING:
    from bot.tables.limits import Limits
    from bot.tables.ports import Clock
    from data.records.matches import Deadline
    from data.store import Store

log = logging.getLogger(__name__)

MOST_TRIES = 8
GROWTH = 3
"""The growth factor of the delays; eight tries take an hour and a half."""


@dataclass(frozen=True, slots=True)
class GivenUp:
    """Counts the dropped reminders per server since the process started."""

    count: int
    last_at: int


class Retries:
    def __init__(self, store: Store, clock: Clock, limits: Limits) -> None:
        self._store = store
        self._clock = clock
        self._limits = limits
        self._given_up: dict[int, GivenUp] = {}

    async def put_off(self, rows: Sequence[Deadline], reason: str) -> None:
        """Retry these rows of one question later, or drop them after too many tries."""
        tries = 1 + max(row.tries for row in rows)
        if tries >= MOST_TRIES:
            await self._give_up(rows, reason)
            return
        again_at = self._clock.now() + self._limits.retry * GROWTH ** (tries - 1)
        for row in rows:
            if row.due_at < again_at:
                await self._store.deadlines.postpone(row, again_at, tries=tries)

    def given_up(self, guild_id: int) -> GivenUp | None:
        """Return how many reminders of a server were dropped since the start; None if none."""
        return self._given_up.get(guild_id)

    async def _give_up(self, rows: Sequence[Deadline], reason: str) -> None:
        match_id = rows[0].match_id
        await self._store.deadlines.drop(*(mask_of(row) for row in rows))
        log.warning("gave up a reminder of match %s: %s", match_id, reason)
        match = await self._store.matches.find(match_id)
        if match is not None:
            before = self._given_up.get(match.guild_id, GivenUp(0, 0))
            now = self._clock.now()
            self._given_up[match.guild_id] = GivenUp(before.count + 1, now)
