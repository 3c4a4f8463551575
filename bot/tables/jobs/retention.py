"""Deletes ended matches after the host's retention period, if there is one.

A match is deleted with its seats, moves, events, states and message ids. Its leaderboard results
stay: a match that is not counted yet is counted first, and kept if that fails. Attempts at daily
deals get their results first, too.
"""

import logging
from collections.abc import Awaitable, Callable, Sequence

from bot.tables.leaderboards.counting import Counting
from bot.tables.matches.context import MatchContext
from games.core.game import AnyGame

log = logging.getLogger(__name__)


class Retention:
    """`settle` writes the results of attempts at daily deals that have ended."""

    def __init__(
        self, context: MatchContext, games: Sequence[AnyGame], settle: Callable[[], Awaitable[None]]
    ) -> None:
        self._context = context
        self._settle = settle
        self._counting = Counting(context.store, {game.info.key: game for game in games})

    async def apply(self) -> None:
        """Delete every match that ended too long ago; none if matches are kept forever."""
        limit = self._context.limits.remember_matches
        if limit is None:
            return
        before, store = self._context.clock.now() - limit, self._context.store
        for guild_id in await store.leaderboards.guilds_waiting(before):
            await self._counting.catch_up(guild_id)
        await self._settle()
        forgotten = 0
        while some := await store.history.forget(before):
            forgotten += some
        if forgotten:
            log.info("deleted %d old matches", forgotten)
