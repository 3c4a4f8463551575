"""Tables that stand in another channel from now on, because their own was deleted."""

from __future__ import annotations

from bot.tables.matches.context import MatchContext
from bot.tables.matches.repository import PARENT, settled
from data.records.matches import Extra, Match


async def move(
    context: MatchContext, match_id: str, channel_id: int, parent_id: int | None
) -> None:
    """Write down where a table stands now; the rights at it are those of its new channel."""

    async def attempt() -> Match:
        match = await context.repository.head(match_id)
        together = Extra(memo={**match.memo, PARENT: parent_id})
        return await context.store.matches.move(match, channel_id, together)

    async with context.lock(match_id):
        await settled(attempt)
