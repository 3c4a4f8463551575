"""Moves a table to another channel because its own was deleted."""

from bot.tables.domain.table_state import table_state_of
from bot.tables.matches.context import MatchContext
from bot.tables.matches.repository import settled
from data.records.matches import Extra, Match


class Relocation:
    def __init__(self, context: MatchContext) -> None:
        self._context = context

    async def move(self, match_id: str, channel_id: int, parent_id: int | None) -> None:
        """Save that a table moved to another channel; raises NoSuchMatchError."""

        async def attempt() -> Match:
            match = await self._context.repository.head(match_id)
            state = table_state_of(match).changed(parent_id=parent_id)
            extra = Extra(table_state=state.saved())
            now = self._context.clock.now()
            return await self._context.store.matches.move(match, channel_id, extra, now=now)

        async with self._context.lock(match_id):
            await settled(attempt)
