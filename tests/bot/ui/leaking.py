"""Moments of played matches in two worlds each: as they are, and reshuffled behind a viewer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from bot.tables.sights import Sight
from games.core.rng import Rng
from tests.bot.ui.sights import table_of
from tests.bot.ui.told import painted, told
from tests.games.case import Case
from tests.games.plays import Position, positions, table

Tally = Counter[str]
"""How often each channel was compared."""


def moments(case: Case, number: int, most: int) -> list[Position]:
    """Some moments of one match, its end among them; all of them where there are no more."""
    found = list(positions(table(case, number)))
    step = max(1, len(found) // most)
    return [*found[:-1:step], found[-1]]


def leaks(
    case: Case, number: int, most: int, tally: Tally, *, language: str = "en", pictures: int = 0
) -> Iterator[str]:
    """What tells a viewer of a match more than the view, said in words; nothing, by law.

    Each moment is looked at by another viewer; the first `pictures` moments are painted too.
    """
    rng = Rng(f"leaks {case} {number}")
    for place, moment in enumerate(moments(case, number, most)):
        viewers = moment.match.viewers
        viewer = viewers[place % len(viewers)]
        twin = case.reshuffle(moment.state, viewer, rng)
        at = table_of(moment)
        both = at.sight(moment.state, viewer), at.sight(twin, viewer)
        for channel in _differing(both, language, tally):
            yield f"{moment}, viewer {viewer}: {channel}"
        if place < pictures:
            for channel in _differently_painted(both, tally):
                yield f"{moment}, viewer {viewer}: the picture of the {channel}"


def _differing(both: tuple[Sight, Sight], language: str, tally: Tally) -> Iterator[str]:
    true, other = (told(sight, language) for sight in both)
    for channel, said in true.items():
        tally[channel] += 1
        if other[channel] != said:
            yield channel


def _differently_painted(both: tuple[Sight, Sight], tally: Tally) -> Iterator[str]:
    true, other = (painted(sight) for sight in both)
    tally["pictures"] += len(true)
    yield from (name for name, picture in true.items() if other[name] != picture)
