"""Taking up where the last process stopped, be it updated, killed or struck by lightning."""

from __future__ import annotations

import logging

from bot.tables.desk import Desk
from bot.tables.errors import TableError
from bot.tables.expiry import fresh_expiry
from data.records import Life, Match
from games.core.errors import GameError

log = logging.getLogger(__name__)


class Recovery:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def recover(self) -> None:
        down = await self._desk.store.clock.wake(self._desk.clock.now())
        matches = await self._desk.store.matches.all_open()
        log.info("%d open tables after %d s without us", len(matches), down // 1000)
        for match in matches:
            if match.life is Life.RUNNING:
                await self._arm_bots(match)
            else:
                await self._desk.store.clock.arm(fresh_expiry(self._desk, match.match_id))
            await self._desk.tell(match.match_id)
        self._desk.wake.set()

    async def _arm_bots(self, match: Match) -> None:
        """Give every awaited bot seat its row; one that has it keeps it."""
        try:
            loaded = await self._desk.loading.dealt(match.match_id)
        except (TableError, GameError) as error:
            # One match that cannot be read must not keep the others from going on.
            log.error("match %s cannot be taken up: %s", match.match_id, error)  # noqa: TRY400 - its traceback could quote the state
            return
        await self._desk.store.clock.arm(*self._desk.bot_deadlines(loaded.position))
