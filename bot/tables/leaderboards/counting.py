"""Counts finished matches, when somebody looks at a server's boards.

A match is not rated in the transaction that ends it, since rating needs all matches of its
players. Its row says that it is uncounted, and is marked in the transaction that writes the
result. Before any board or result is shown, the server's uncounted matches are counted in the
order of their ends. A crash loses and doubles nothing, and no outdated rating is shown.
"""

import asyncio
import logging
from collections.abc import Iterable, Mapping

from bot.tables.leaderboards.outcomes import NO_DEEDS, Deeds, outcome_of
from bot.tables.leaderboards.ratings import fold
from data.engine.errors import DatabaseError
from data.records.leaderboards import LuckDrawn, MatchOutcome
from data.records.matches import Match, StepRecord
from data.store import Store
from games.core.errors import GameError
from games.core.game import AnyGame, Result
from games.core.progress.titles import earned
from games.core.saving import load_event

log = logging.getLogger(__name__)


class Counting:
    def __init__(self, store: Store, games: Mapping[str, AnyGame]) -> None:
        self._store = store
        self._games = games

    async def catch_up(self, guild_id: int) -> None:
        """Count a server's uncounted matches; one that fails is excluded for good."""
        for match_id in await self._store.leaderboards.waiting(guild_id):
            try:
                await self.count(guild_id, match_id)
            except DatabaseError:
                raise  # a database error would repeat for each of them
            except Exception as error:  # noqa: BLE001 - any error of one match
                await self._store.leaderboards.leave_out(match_id)
                log.error("match %s cannot be counted: %s", match_id, type(error).__name__)  # noqa: TRY400 - its message could quote stored data

    async def count(self, guild_id: int, match_id: str) -> None:
        """Count one match; raises any error it causes."""
        match = await self._store.matches.find(match_id)
        outcome = None if match is None else await self.outcome(match)
        if outcome is None:
            await self._store.leaderboards.dismiss(match_id)
        else:
            await self._store.leaderboards.count(guild_id, outcome, fold)

    async def outcome(self, match: Match) -> MatchOutcome | None:
        """The outcome of a match; None with fewer than two people to compare.

        Raises any error the match causes.
        """
        result = Result.model_validate(match.result)
        game, deeds = self._games.get(match.game), NO_DEEDS
        if game is not None and (game.info.luck is not None or game.titles):
            steps = await self._store.history.steps(match.match_id)
            deeds = await asyncio.to_thread(deeds_of, game, steps)
        tenures = await self._store.matches.tenures(match.match_id)
        outcome = outcome_of(match, tenures, result, deeds)
        return outcome if len(outcome.placings) > 1 else None


def deeds_of(game: AnyGame, steps: Iterable[StepRecord]) -> Deeds:
    """Each seat's luck and titles in a whole match; none if its events are unreadable."""
    try:
        events = [load_event(game, saved) for step in steps for saved in step.events]
        lucks = game.luck(events) if game.info.luck is not None else {}
        titles = earned(game.titles, events)
    except (GameError, ValueError) as error:
        log.warning("the events of a match of %s cannot be read: %s", game.info.key, type(error))
        return NO_DEEDS
    drawn = {
        seat: LuckDrawn(draws=luck.draws, total=luck.total, expected=luck.expected)
        for seat, luck in lucks.items()
    }
    return Deeds(drawn, titles)
