"""The key moments of an ended match, for a short film of it.

With a review of the person who asks, these are the steps at which somebody's chance to win changed
most; without one, those at which points were won.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from bot.tables.domain.views import MatchSummary, MatchView
from bot.tables.history.archive import Archive
from bot.tables.history.replay import state_after
from bot.tables.history.reviews import CurvePoint, Review
from bot.tables.rights import Visitor
from data.records.matches import Saved, StepRecord
from data.store import Store
from games.core.game import AnyGame
from games.core.saving import load_state

MOMENTS = 7
"""The most moments before the end of a match."""


@dataclass(frozen=True, slots=True)
class Highlight:
    """The public table at a key moment, and the chances to win or the points, by seat."""

    step: int
    table: MatchView = field(repr=False)
    chances: tuple[float, ...] | None
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Highlights:
    summary: MatchSummary
    last: int
    moments: tuple[Highlight, ...]
    """In order; the end of the match is the last one."""


def turning_points(curve: Sequence[CurvePoint], most: int = MOMENTS) -> dict[int, CurvePoint]:
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


class HighlightReel:
    """Chooses the key moments of matches."""

    def __init__(self, store: Store, archive: Archive) -> None:
        self._store = store
        self._archive = archive

    async def of(self, match_id: str, visitor: Visitor) -> Highlights:
        """Return the key moments of an ended match, as spectators saw them.

        Raises NoSuchRecordError, StillPlayedError, NothingPlayedError, OldRulesError.
        """
        end = await self._archive.moment(match_id, 10**6, "watcher", visitor)
        summary, curve = end.summary, await self._curve(match_id, visitor.player_id, end.last)
        points = await self._points(match_id, summary.game)
        steps = sorted(curve) if curve else scoring_steps(points)
        moments = []
        for step in steps:
            moment = await self._archive.moment(match_id, step, "watcher", visitor)
            chances = curve[step].chances if step in curve else None
            moments.append(Highlight(step, moment.table, chances, tuple(points[step])))
        return Highlights(summary, end.last, tuple(moments))

    async def _curve(self, match_id: str, player_id: int, last: int) -> Mapping[int, CurvePoint]:
        saved = await self._store.reviews.find(match_id, player_id)
        if saved is None:
            return {}
        curve = Review.model_validate(saved).curve
        fits = len(curve) > 1 and curve[-1].step == last
        return turning_points(curve) if fits else {}

    async def _points(self, match_id: str, game: AnyGame) -> list[tuple[int, ...]]:
        """Everybody's points after each step."""
        first = await self._store.history.state_at(match_id, 0)
        records = await self._store.history.steps(match_id)
        return await asyncio.to_thread(_played, game, first or b"", records)


def _played(game: AnyGame, first: Saved, records: Sequence[StepRecord]) -> list[tuple[int, ...]]:
    state: Any = load_state(game, first)
    points = [game.standing(state).points]
    for record in records[1:]:
        state = state_after(game, state, (record,))
        points.append(game.standing(state).points)
    return points
