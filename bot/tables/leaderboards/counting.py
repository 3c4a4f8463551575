"""Counting matches: each that has finished waits in the store until somebody looks at a board.

Matches are not rated in the transaction that ends them: that is a move's path, and a rating needs
all that everybody played. Nor is there a queue that could lose one: the row of a match says itself
that it waits, and is marked in the very transaction that writes what it came to. So whoever is
about to show anything of a server's boards, a result too, counts first what waits there. A crash
between loses nothing and doubles nothing, and a rating is never shown late.

They are counted in the order of their ends, all that wait before any that comes later.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Mapping

from bot.tables.leaderboards.outcomes import outcome_of
from bot.tables.leaderboards.ratings import fold
from data.engine.errors import DatabaseError
from data.records.leaderboards import LuckDrawn, MatchOutcome
from data.records.matches import Match, StepRecord
from data.store import Store
from games.core.errors import GameError
from games.core.game import AnyGame, Result
from games.core.saving import load_event
from games.core.values import Seat

log = logging.getLogger(__name__)


class Counting:
    def __init__(self, store: Store, games: Mapping[str, AnyGame]) -> None:
        self._store = store
        self._games = games

    async def catch_up(self, guild_id: int) -> None:
        """Count whatever waits in a server; a match that cannot be counted is left out for good."""
        for match_id in await self._store.leaderboards.waiting(guild_id):
            try:
                await self.count(guild_id, match_id)
            except DatabaseError:
                raise  # it would fail for each of them
            except Exception as error:  # noqa: BLE001 - whatever is wrong with one match
                await self._store.leaderboards.leave_out(match_id)
                log.error("match %s cannot be counted: %s", match_id, type(error).__name__)  # noqa: TRY400 - its words could quote what is stored

    async def count(self, guild_id: int, match_id: str) -> None:
        """Count one match; raises whatever is wrong with it."""
        match = await self._store.matches.find(match_id)
        outcome = None if match is None else await self.outcome(match)
        if outcome is None:
            await self._store.leaderboards.dismiss(match_id)
        else:
            await self._store.leaderboards.count(guild_id, outcome, fold)

    async def outcome(self, match: Match) -> MatchOutcome | None:
        """What a match came to; None where there are no two people to be compared.

        Raises whatever is wrong with the match.
        """
        result = Result.model_validate(match.result)
        game = self._games.get(match.game)
        luck: Mapping[Seat, LuckDrawn] = {}
        if game is not None and game.info.luck is not None:
            steps = await self._store.history.steps(match.match_id)
            luck = await asyncio.to_thread(luck_of, game, steps)
        tenures = await self._store.matches.tenures(match.match_id)
        outcome = outcome_of(match, tenures, result, luck)
        return outcome if len(outcome.placings) > 1 else None


def luck_of(game: AnyGame, steps: Iterable[StepRecord]) -> dict[Seat, LuckDrawn]:
    """What chance gave each seat in a whole match; nothing where its events cannot be read."""
    if game.info.luck is None:
        return {}
    try:
        lucks = game.luck([load_event(game, saved) for step in steps for saved in step.events])
    except (GameError, ValueError) as error:
        log.warning("the luck of a match of %s cannot be told: %s", game.info.key, type(error))
        return {}
    return {
        seat: LuckDrawn(draws=luck.draws, total=luck.total, expected=luck.expected)
        for seat, luck in lucks.items()
    }
