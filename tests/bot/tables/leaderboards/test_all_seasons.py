"""All-season ratings: each match is rated once, and they are never out of date."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.tables.leaderboards import standings
from bot.tables.leaderboards.ratings import fold
from bot.tables.leaderboards.service import Leaderboards
from data.records.leaderboards import ALL, EVER, ComputedRatings, CountedMatch, Rating
from games.dojo import DOJO
from tests.bot.tables.leaderboards.players import ANA, BEN, CHEN, DORA, Hall
from tests.bot.tables.leaderboards.support import GUILD, finish
from tests.bot.tables.support import ManualClock


@pytest.fixture
def rated(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Record how many matches each all-season rating folds."""
    counts: list[int] = []

    def counting(matches: Sequence[CountedMatch], before: Sequence[Rating]) -> ComputedRatings:
        counts.append(len(matches))
        return fold(matches, before)

    monkeypatch.setattr(standings, "fold", counting)
    return counts


async def ever(hall: Hall) -> dict[str, int]:
    """Return names and match counts for all seasons, best first.

    Leaderboards without a cache must show the same page.
    """
    page = await hall.page(season=EVER)
    fresh = Leaderboards(hall.store, ManualClock())
    assert await fresh.page(GUILD, ALL, viewer_id=DORA, season=EVER) == page
    return {line.name: line.matches for line in page.lines}


async def test_a_look_at_all_seasons_rates_only_what_is_new(hall: Hall, rated: list[int]) -> None:
    """All-season ratings fold only matches that are new since the last look."""
    for expected in (3, 2):
        for _ in range(expected):
            await finish(hall.store, [ANA], [BEN])
        await asyncio.gather(*(hall.page(season=EVER) for _ in range(4)))
        await hall.profile(ANA, season=EVER)
        await hall.boards.new_season(GUILD, None)
        await hall.page(season=EVER)
    assert rated == [3, 2]
    assert await ever(hall) == {"Ana": 5, "Ben": 5}


async def test_what_is_kept_of_all_seasons_is_never_out_of_date(
    hall: Hall, rated: list[int]
) -> None:
    """All-season ratings follow resets, undoing, hiding, deletion and recomputing at once."""
    for ranking in ([ANA], [BEN], [CHEN]), ([ANA], [BEN], [CHEN]):
        await finish(hall.store, *ranking)
    await finish(hall.store, [CHEN], [BEN], game=DOJO)
    assert await ever(hall) == {"Ana": 2, "Ben": 3, "Chen": 3}
    await hall.boards.reset(GUILD, "dojo", by=DORA)
    assert await ever(hall) == {"Ana": 2, "Ben": 2, "Chen": 2}
    await hall.boards.undo_reset(GUILD)
    assert await ever(hall) == {"Ana": 2, "Ben": 3, "Chen": 3}
    await hall.boards.reset(GUILD, "tomate", by=DORA)
    assert await ever(hall) == {"Chen": 1, "Ben": 1}
    await hall.boards.undo_reset(GUILD)

    before = len(rated)
    await hall.boards.hide(GUILD, CHEN, hidden=True)
    assert await ever(hall) == {"Ana": 2, "Ben": 3}
    await hall.boards.hide(GUILD, CHEN, hidden=False)
    assert await ever(hall) == {"Ana": 2, "Ben": 3, "Chen": 3}
    assert len(rated) == before + 3, "a fresh look twice, and after undoing once"

    first, *_ = await hall.store.leaderboards.counted(GUILD, 1)
    turned = [replace(placing, rank=4 - placing.rank) for placing in first.outcome.placings]
    outcome = replace(first.outcome, placings=tuple(turned))
    await hall.store.leaderboards.rewrite(GUILD, 1, {first.number: outcome}, fold)
    assert next(iter(await ever(hall))) == "Chen"
    await hall.store.privacy.forget(CHEN, -1)
    assert await ever(hall) == {"Ana": 2, "Ben": 3}
    await hall.store.guilds.change(GUILD, lambda guild: replace(guild, removed_at=1))
    await hall.store.guilds.purge(removed_before=2)
    await finish(hall.store, [BEN], [ANA])
    assert list((await ever(hall)).values()) == [1]
