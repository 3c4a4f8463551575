"""Recomputes all leaderboards from the stored steps, for the bot's host."""

from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from bot.tables.leaderboards.recompute import Recompute
from data.store import open_store
from games import GAMES
from games.core.game import AnyGame


async def recompute(
    database: Path | str, *, write: bool, games: Sequence[AnyGame] = GAMES
) -> AsyncIterator[str]:
    """Compare the stored boards with the recomputed ones, line by line.

    `write` fixes differences. The bot must be stopped. Raises DatabaseError.
    """
    store = await open_store(database)
    wrong = 0
    try:
        if store.locks is not None:
            await store.locks.refuse_others()
        recomputing = Recompute(store, games)
        async for season in recomputing.run(write=write):
            wrong += len(season.differences)
            where = f"server {season.guild_id}, season {season.season}"
            yield f"{where}: {season.matches} matches, {len(season.differences)} differences"
            if season.kept:
                yield f"  {season.kept} could not be replayed and keep their places"
            for difference in season.differences:
                yield f"  {difference}"
        async for left_out in recomputing.left_out(write=write):
            wrong += left_out.why is None
            what = (
                "can be counted now"
                if left_out.why is None
                else f"cannot be counted: {left_out.why}"
            )
            yield f"server {left_out.guild_id}: match {left_out.match_id} {what}"
    finally:
        await store.close()
    if not wrong:
        yield "All ratings match the stored steps."
    elif write:
        yield "All differences were corrected."
    else:
        yield "Nothing was changed; --write corrects the differences."
