"""Tables that are posted again in another channel, because their own was deleted."""

from __future__ import annotations

from bot.tables.matches.context import MatchContext
from bot.tables.matches.repository import PARENT, settled
from data.records.matches import Extra, Match


class Relocation:
    def __init__(self, context: MatchContext) -> None:
        self._context = context

    async def move(self, match_id: str, channel_id: int, parent_id: int | None) -> None:
        """Note that a table stands in another channel now; raises NoSuchMatchError."""

        async def attempt() -> Match:
            match = await self._context.repository.head(match_id)
            together = Extra(memo={**match.memo, PARENT: parent_id})
            return await self._context.store.matches.move(match, channel_id, together)

        async with self._context.lock(match_id):
            await settled(attempt)
