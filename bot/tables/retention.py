"""How long an ended match is kept, where the host has set an end to it.

What goes, goes whole: seats, moves, events, states and the ids of its messages. What it came to on
leaderboards stays, so whatever still waits to be counted is counted first, and stays if it cannot.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from bot.tables.boards.counting import Counting
from bot.tables.desk import Desk
from data.errors import DatabaseError
from games.core.game import AnyGame

log = logging.getLogger(__name__)


class Retention:
    def __init__(self, desk: Desk, games: Sequence[AnyGame]) -> None:
        self._desk = desk
        self._counting = Counting(desk.store, {game.info.key: game for game in games})

    async def apply(self) -> None:
        """Forget every match that ended too long ago; none where matches are kept for ever."""
        kept = self._desk.pace.remember_matches
        if kept is None:
            return
        before, store = self._desk.clock.now() - kept, self._desk.store
        for guild_id in await store.boards.guilds_waiting(before):
            try:
                await self._counting.catch_up(guild_id)
            except DatabaseError:
                raise  # it would fail for each of them
            except Exception as error:  # noqa: BLE001 - a match that cannot be counted stays alone
                log.error("matches of server %d wait: %s", guild_id, type(error).__name__)  # noqa: TRY400 - its words could quote what is stored
        forgotten = 0
        while some := await store.history.forget(before):
            forgotten += some
        if forgotten:
            log.info("%d matches that ended long ago are forgotten", forgotten)
