"""The key moments of an ended match, which a clip shows.

These are the steps at which somebody's chance to win changed most. The chances come from the review
of the person who asks; without one, they are computed if that takes only a few seconds. Else these
are the steps at which points were won.
"""

import asyncio
import time
from collections.abc import Collection, Sequence
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
from games.core.event import OpeningEvent
from games.core.game import AnyGame, Result
from games.core.saving import load_event, load_state

LONGEST = 5.0
"""Seconds after which a forecast is given up."""
PATIENCE = 30.0
"""Seconds to wait for its process, including its start."""
MOMENTS, FEWEST = 6, 3
"""The most moments before the end of a match, and how many are enough."""


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
    curve: Sequence[reviews.CurvePoint], most: int = MOMENTS, visible: Collection[int] = ()
) -> dict[int, reviews.CurvePoint]:
    """Return the points at which somebody's chance changed most, and the last, by step.

    Changes for which everybody sees a reason are enough, if there are some.
    """
    jumps = {
        after.step: max(
            abs(now - then) for now, then in zip(after.chances, before.chances, strict=True)
        )
        for before, after in pairwise(curve)
    }
    seen = [step for step in jumps if step in visible and step != curve[-1].step]
    chosen = sorted(seen if len(seen) >= FEWEST else jumps, key=lambda step: (-jumps[step], step))
    wanted = {*chosen[:most], curve[-1].step}
    return {point.step: point for point in curve if point.step in wanted}


def scoring_steps(
    points: Sequence[Sequence[int]], most: int = MOMENTS, ends: Collection[int] = ()
) -> list[int]:
    """Return the steps at which most points changed hands, and the last step.

    Where rounds have ends, these are the steps. If there are too few, others are added at even
    distances.
    """
    last = len(points) - 1
    places = [0, *(sorted(step for step in ends if step < last) or range(1, last))]
    changes = {
        step: sum(abs(now - then) for now, then in zip(points[step], points[before], strict=True))
        for before, step in pairwise(places)
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
        played = await asyncio.to_thread(_played, summary.game, first or b"", records)
        points, views = played.points, played.views
        forecast = await self._reviewed(match_id, visitor.player_id, end.last)
        if not forecast and end.table.result is not None:
            forecast = await self._forecast(views, end.table.result)
        curve = turning_points(forecast, visible=played.visible(forecast)) if forecast else {}
        steps = sorted(curve) if curve else scoring_steps(points, ends=played.ends)
        moments = []
        for step in steps:
            chances, shown = None, step
            if step in curve:
                chances, cause = curve[step].chances, played.cause(step)
                shown = step if cause is None or step == end.last else cause
            moment = await self._archive.moment(match_id, shown, "watcher", visitor)
            moments.append(ClipMoment(shown, moment.table, chances, tuple(points[shown])))
        return Clip(summary, end.last, tuple(moments))

    async def _forecast(
        self, views: Sequence[reviews.Moment], result: Result
    ) -> Sequence[reviews.CurvePoint]:
        """The curve of a quick forecast; none if it takes too long."""
        try:
            forecast = await self._workers.run(forecasts, views, PATIENCE)
        finally:
            self._workers.close()  # clips are rare, and a process takes memory
        if not forecast:
            return ()
        last = views[-1].step
        curve = [reviews.CurvePoint(step=step, chances=chances) for step, chances in forecast]
        chances = tuple(reviews.won_shares(result.ranking, len(result.points)))
        return [*curve, reviews.CurvePoint(step=last, chances=chances)]

    async def _reviewed(
        self, match_id: str, player_id: int, last: int
    ) -> Sequence[reviews.CurvePoint]:
        """The curve of this player's review; none if there is none, or it is of older steps."""
        saved = await self._store.reviews.find(match_id, player_id)
        if saved is None:
            return ()
        curve = reviews.Review.model_validate(saved).curve
        fits = len(curve) > 1 and curve[-1].step == last
        return curve if fits else ()


def forecasts(views: Sequence[reviews.Moment]) -> tuple[tuple[int, tuple[float, ...]], ...]:
    """Forecast the end from each view; nothing if it takes too long. Runs in a worker process."""
    results, until = [], time.monotonic() + LONGEST
    for view in views[:-1]:
        if time.monotonic() > until:
            return ()
        results.append((view.step, reviews.forecasted(view)))
    return tuple(results)


class _Played(NamedTuple):
    """A match as it was played."""

    points: list[tuple[int, ...]]
    """Everybody's points after each step."""
    views: list[reviews.Moment]
    """The public views of some steps and the last, which are so many steps apart."""
    apart: int
    ends: frozenset[int]
    """The steps with which a round ended."""

    def cause(self, step: int) -> int | None:
        """Return what changed the chances since the view before: a round's end, or points."""
        since = range(step, max(0, step - self.apart), -1)
        scoring = (each for each in since if self.points[each] != self.points[each - 1])
        return next((each for each in since if each in self.ends), next(scoring, None))

    def visible(self, curve: Sequence[reviews.CurvePoint]) -> list[int]:
        """Return the steps of a curve with such a cause."""
        return [point.step for point in curve if self.cause(point.step) is not None]


def _played(game: AnyGame, first: Saved, records: Sequence[StepRecord]) -> _Played:
    state: Any = load_state(game, first)
    apart = max(1, len(records) // reviews.POINTS)
    played = _Played([], [], apart, _ends(game, records))
    for record in records:
        if record.step:
            state = state_after(game, state, (record,))
        played.points.append(game.standing(state).points)
        if record.step % apart == 0 or record is records[-1]:
            view = reviews.Moment(game.info.key, record.step, game.view(state, None))
            played.views.append(view)
    return played


def _ends(game: AnyGame, records: Sequence[StepRecord]) -> frozenset[int]:
    return frozenset(
        record.step
        for record in records[1:]
        if any(isinstance(load_event(game, saved), OpeningEvent) for saved in record.events)
    )
