"""Recomputes the boards from the stored steps, and compares them.

Every match is replayed from its seed with its stored moves. Places follow from the result and the
tenures, and ratings from the places in counting order. A match that is deleted or used rules that
no longer exist keeps its places. Luck and titles follow from the stored events.
"""

import asyncio
import math
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from bot.tables.domain import match_secrets
from bot.tables.history.replay import BROKEN, state_after
from bot.tables.leaderboards.counting import Counting, deeds_of
from bot.tables.leaderboards.outcomes import outcome_of
from bot.tables.leaderboards.ratings import fold
from data.engine.errors import DamagedMatchError, DatabaseError
from data.records.leaderboards import CountedMatch, MatchOutcome, Rating
from data.records.matches import Match, StepRecord
from data.store import Store
from games.core.game import AnyGame, Result, Step
from games.core.rng import Rng
from games.core.saving import load_options

_ALL_TIME = 1 << 62
_TOLERANCE = 1e-9
"""Two machines may differ in the last digits of an exponential function."""


class RecomputedSeason(NamedTuple):
    """One season of one server; `kept` matches could not be played again.

    `differences` say, for the host of the bot, what did not stand there as it should.
    """

    guild_id: int
    season: int
    matches: int
    kept: int
    differences: tuple[str, ...]


class LeftOut(NamedTuple):
    """A match that could not be counted; `why` is None if it can be now."""

    guild_id: int
    match_id: str
    why: str | None


class Recompute:
    def __init__(self, store: Store, games: Sequence[AnyGame]) -> None:
        self._store = store
        self._games: Mapping[str, AnyGame] = {game.info.key: game for game in games}
        self._counting = Counting(store, self._games)

    async def run(self, *, write: bool) -> AsyncIterator[RecomputedSeason]:
        """Recompute every season of every server; `write` fixes differences."""
        for guild_id in await self._store.leaderboards.guilds_waiting(_ALL_TIME):
            await self._counting.catch_up(guild_id)
        for guild_id in await self._store.leaderboards.guilds():
            for season in await self._store.leaderboards.seasons(guild_id):
                yield await self._season(guild_id, season.season, write=write)

    async def left_out(self, *, write: bool) -> AsyncIterator[LeftOut]:
        """Retry matches that could not be counted.

        `write` counts those that now work, in the current season.
        """
        for guild_id, match_id in await self._store.leaderboards.left_out():
            why = None
            try:
                match = await self._store.matches.find(match_id)
                if match is not None:
                    await self._counting.outcome(match)
                if write:
                    await self._counting.count(guild_id, match_id)
            except DatabaseError:
                raise  # a database error would repeat for each of them
            except Exception as error:  # noqa: BLE001 - any error of one match
                why = type(error).__name__  # its words could quote what is stored
            yield LeftOut(guild_id, match_id, why)

    async def _season(self, guild_id: int, season: int, *, write: bool) -> RecomputedSeason:
        counted = await self._store.leaderboards.counted(guild_id, season)
        again = [await self._again(match) for match in counted]
        right = [
            replace(match, outcome=outcome)
            for match, (outcome, _) in zip(counted, again, strict=True)
        ]
        wrong = {new.number: new.outcome for old, new in zip(counted, right, strict=True)
                 if old.outcome != new.outcome}  # fmt: skip
        live = [match for match in right if not match.is_reset]
        folded = await asyncio.to_thread(fold, live, ())
        stored = await self._store.leaderboards.ratings(guild_id, season)
        whats = [f"match {outcome.match_id} has another result" for outcome in wrong.values()]
        whats += _different(stored, folded.ratings)
        if write and whats:
            await self._store.leaderboards.rewrite(guild_id, season, wrong, fold)
        return RecomputedSeason(
            guild_id=guild_id,
            season=season,
            matches=len(counted),
            kept=sum(not replayed for _, replayed in again),
            differences=tuple(whats),
        )

    async def _again(self, counted: CountedMatch) -> tuple[MatchOutcome, bool]:
        """The outcome of a match, and whether it was replayed.

        If it can't be replayed, its result stays, and only its deeds are read again.
        """
        try:
            match = await self._store.matches.find(counted.outcome.match_id)
        except DamagedMatchError:
            return counted.outcome, False
        game = None if match is None else self._games.get(match.game)
        if match is None or game is None:
            return counted.outcome, False
        steps = await self._store.history.steps(match.match_id)
        replayed = await asyncio.to_thread(_played_again, game, match, steps)
        deeds = await asyncio.to_thread(deeds_of, game, steps)
        tenures = await self._store.matches.tenures(match.match_id)
        try:
            result = replayed or Result.model_validate(match.result)
            return outcome_of(match, tenures, result, deeds), replayed is not None
        except BROKEN:
            return counted.outcome, False


def _played_again(game: AnyGame, match: Match, steps: Sequence[StepRecord]) -> Result | None:
    """The result of a match when its moves are replayed from its seed."""
    if match.state_version != game.info.state_version:
        return None
    try:
        options = load_options(game, match.terms.options)
        dealt: Step[Any] = game.setup(
            len(match.holders), options, Rng(match_secrets.seed_of(match.secret))
        )
        return game.result(state_after(game, dealt.state, steps[1:]))
    except BROKEN:
        return None


def _different(stored: Sequence[Rating], right: Sequence[Rating]) -> list[str]:
    """Name the ratings that differ or are missing on either side."""
    old = {(rating.board, rating.player_id): rating for rating in stored}
    new = {(rating.board, rating.player_id): rating for rating in right}
    return [
        f"player {player} on the board {board or 'of all games'!r}"
        for board, player in sorted(old.keys() | new.keys())
        if not _same(old.get((board, player)), new.get((board, player)))
    ]


def _same(old: Rating | None, new: Rating | None) -> bool:
    if old is None or new is None:
        return False
    close = all(
        math.isclose(mine, theirs, rel_tol=_TOLERANCE)
        for mine, theirs in ((old.mu, new.mu), (old.sigma, new.sigma), (old.score, new.score))
    )
    return close and replace(old, mu=new.mu, sigma=new.sigma, score=new.score) == new
