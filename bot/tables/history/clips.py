"""The key moments of an ended match, which a clip shows.

These are the steps at which somebody's chance to win changed most. The chances come from the review
of the person who asks; without one, they are computed if that takes only a few seconds. Else these
are the steps at which points were won.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

from bot.tables.domain.views import MatchSummary, MatchView
from bot.tables.history import reviews
from bot.tables.history.archive import Archive
from bot.tables.history.replay import state_after
from bot.tables.viewing_rights import Visitor
from data.records.matches import Saved, StepRecord
from data.store import Store
from games.core.game import AnyGame, Result
from games.core.saving import load_state

LONGEST = 5.0
"""Seconds after which a forecast is given up."""
PATIENCE = 30.0
"""Seconds to wait for its process, including its start."""
MOMENTS = 7
"""The most moments before the end of a match."""


@dataclass(frozen=True, slots=True)
class ClipMoment:
    """The public table at a key moment, and the chances to win or the points, by seat."""

    step: int
    table: MatchView = field(repr=False)
    chances: tuple[float, ...] | None
    points: tuple[int, ...]


class Clip(NamedTuple):
    summary: MatchSummary
    last: int
    moments: tuple[ClipMoment, ...]
    """In order; the end of the match is the last one."""


def turning_points(
    curve: Sequence[reviews.CurvePoint], most: int = MOMENTS
) -> dict[int, reviews.CurvePoint]:
    """Return the points at which somebody's chance changed most, and the last, by step."""
    jumps = {
        after.step: max(
            abs(now - then) for now, then in zip(after.chances, before.chances, strict=True)
        )
        for before, after in pairwise(curve)
    }
    chosen = sorted(jumps, key=lambda step: (-jumps[step], step))[:most]
    wanted = {*chosen, curve[-1].step}
    return {point.step: point for point in curve if point.step in wanted}


def scoring_steps(points: Sequence[Sequence[int]], most: int = MOMENTS) -> list[int]:
    """Return the steps at which most points changed hands, and the last step.

    If there are too few, others are added at even distances.
    """
    last = len(points) - 1
    changes = {
        step: sum(abs(now - then) for now, then in zip(points[step], points[step - 1], strict=True))
        for step in range(1, last)
    }
    scoring = [step for step in changes if changes[step]]
    chosen = sorted(scoring, key=lambda step: (-changes[step], step))[:most]
    even = (round(last * part / (most + 1)) for part in range(1, most + 1))
    chosen += [step for step in dict.fromkeys(even) if step not in chosen]
    return sorted({*chosen[:most], last})


class Clips:
    """Chooses the key moments of matches."""

    def __init__(self, store: Store, archive: Archive, workers: reviews.Workers) -> None:
        self._store = store
        self._archive = archive
        self._workers = workers

    async def of(self, match_id: str, visitor: Visitor) -> Clip:
        """Return the key moments of an ended match, as spectators saw them.

        Raises NoSuchRecordError, StillPlayedError, NothingPlayedError, OldRulesError.
        """
        end = await self._archive.moment(match_id, 10**6, "watcher", visitor)
        summary, first = end.summary, await self._store.history.state_at(match_id, 0)
        records = await self._store.history.steps(match_id)
        points, views = await asyncio.to_thread(_played, summary.game, first or b"", records)
        curve = await self._reviewed(match_id, visitor.player_id, end.last)
        if not curve and end.table.result is not None:
            curve = await self._forecast(views, end.table.result)
        steps = sorted(curve) if curve else scoring_steps(points)
        moments = []
        for step in steps:
            moment = await self._archive.moment(match_id, step, "watcher", visitor)
            chances = curve[step].chances if step in curve else None
            moments.append(ClipMoment(step, moment.table, chances, tuple(points[step])))
        return Clip(summary, end.last, tuple(moments))

    async def _forecast(
        self, views: Sequence[reviews.Moment], result: Result
    ) -> Mapping[int, reviews.CurvePoint]:
        """The turning points by a quick forecast; none if it takes too long."""
        try:
            forecast = await self._workers.run(forecasts, views, PATIENCE)
        finally:
            self._workers.close()  # clips are rare, and a process takes memory
        if not forecast:
            return {}
        last = views[-1].step
        curve = [reviews.CurvePoint(step=step, chances=chances) for step, chances in forecast]
        chances = tuple(reviews.won_shares(result.ranking, len(result.points)))
        return turning_points([*curve, reviews.CurvePoint(step=last, chances=chances)])

    async def _reviewed(
        self, match_id: str, player_id: int, last: int
    ) -> Mapping[int, reviews.CurvePoint]:
        saved = await self._store.reviews.find(match_id, player_id)
        if saved is None:
            return {}
        curve = reviews.Review.model_validate(saved).curve
        fits = len(curve) > 1 and curve[-1].step == last
        return turning_points(curve) if fits else {}


def forecasts(views: Sequence[reviews.Moment]) -> tuple[tuple[int, tuple[float, ...]], ...]:
    """Forecast the end from each view; nothing if it takes too long. Runs in a worker process."""
    results, until = [], time.monotonic() + LONGEST
    for view in views[:-1]:
        if time.monotonic() > until:
            return ()
        results.append((view.step, reviews.forecasted(view)))
    return tuple(results)


def _played(
    game: AnyGame, first: Saved, records: Sequence[StepRecord]
) -> tuple[list[tuple[int, ...]], list[reviews.Moment]]:
    """Everybody's points after each step, and the public views of some steps and the last."""
    state: Any = load_state(game, first)
    every = max(1, len(records) // reviews.POINTS)
    points, views = list[tuple[int, ...]](), list[reviews.Moment]()
    for record in records:
        if record.step:
            state = state_after(game, state, (record,))
        points.append(game.standing(state).points)
        if record.step % every == 0 or record is records[-1]:
            views.append(reviews.Moment(game.info.key, record.step, game.view(state, None)))
    return points, views
