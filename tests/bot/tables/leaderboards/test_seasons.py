"""Seasons: what all of them together show, and how the last one is undone."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.tables.leaderboards import standings
from bot.tables.leaderboards.errors import NothingToUndoError, SeasonChangedError
from bot.tables.leaderboards.ratings import fold
from bot.tables.leaderboards.service import Leaderboards
from data.records.leaderboards import ALL, EVER, ComputedRatings, CountedMatch, Rating
from games.core.game import AnyGame
from games.dojo import DOJO
from games.tomate import TOMATE
from tests.bot.tables.leaderboards.support import (
    ANA,
    BEN,
    CHEN,
    DORA,
    GUILD,
    NAMES,
    OTHER,
    Hall,
    finish,
)
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


@pytest.mark.parametrize(("most", "expected"), [(3, [2, 2, 2]), (4, [2, 2])])
async def test_ratings_that_are_not_looked_at_are_dropped_first(
    hall: Hall, rated: list[int], monkeypatch: pytest.MonkeyPatch, most: int, expected: list[int]
) -> None:
    """The newest ratings stay in memory, and others as long as all have room."""
    monkeypatch.setattr(standings, "MOST_KEPT", most)
    for guild_id in (GUILD, OTHER) * 2:
        await finish(hall.store, [ANA], [BEN], guild_id=guild_id)
    for guild_id in (GUILD, OTHER, OTHER, OTHER, GUILD):
        await hall.boards.page(guild_id, ALL, viewer_id=DORA, season=EVER)
    assert rated == expected


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


PLAYED: tuple[tuple[AnyGame, tuple[list[int], ...]], ...] = (
    (TOMATE, ([ANA], [BEN])),
    (DOJO, ([CHEN], [ANA, BEN])),
    (TOMATE, ([BEN], [CHEN], [ANA])),
    (DOJO, ([BEN], [CHEN])),
)
"""Matches in the order they are played."""


async def everything(hall: Hall, guild_id: int) -> dict[str, object]:
    """Everything a server's leaderboards show, without times, and their ratings."""
    boards, texts = hall.boards, dict[str, object]()
    seasons = await boards.seasons(guild_id)
    for season in (*(each_season.season for each_season in seasons), EVER):
        for board in (ALL, "tomate", "dojo"):
            page = await boards.page(guild_id, board, viewer_id=ANA, season=season)
            texts[f"page {season} {board}"] = (page.lines, page.viewer, page.is_only)
            for player in NAMES:
                profile = await boards.profile(
                    guild_id, board, player_id=player, name="", viewer_id=player, season=season
                )
                recent = [replace(entry, match_id="", at=0) for entry in profile.recent]
                curve = [point.strength for point in profile.curve]
                known = (profile.line, curve, recent, profile.games)
                texts[f"profile {season} {board} {player}"] = known
        ratings = await hall.store.leaderboards.ratings(guild_id, season)
        texts[f"ratings {season}"] = [replace(rating, last_at=0) for rating in ratings]
    texts["seasons"] = [replace(this_season, guild_id=0, started_at=0) for this_season in seasons]
    return texts


@pytest.mark.parametrize("after", range(1, len(PLAYED) + 1))
async def test_a_season_is_undone_as_if_it_had_never_begun(hall: Hall, after: int) -> None:
    """After undoing a season, everything is as on a server that never began it."""
    for player, name in NAMES.items():
        await hall.store.people.saw(OTHER, player, name)
    for number, (game, ranking) in enumerate(PLAYED, 1):
        for guild_id in (GUILD, OTHER):
            await finish(hall.store, *ranking, guild_id=guild_id, game=game)
        if number == after:
            before = await everything(hall, GUILD)
            begun = await hall.boards.new_season(GUILD, "Spring")
            assert await everything(hall, GUILD) != before
    if after < len(PLAYED):
        await hall.boards.reset(GUILD, ALL, by=DORA)
        with pytest.raises(NothingToUndoError):  # the reset is undone first
            await hall.boards.undo_season(GUILD, begun.season)
        await hall.boards.undo_reset(GUILD)
    undoable = await hall.boards.last_begun(GUILD)
    reopened = await hall.boards.undo_season(GUILD, begun.season)

    assert (undoable.season.name, undoable.matches) == ("Spring", len(PLAYED) - after)
    assert (reopened.season, reopened.ended_at) == (1, None)
    assert await everything(hall, GUILD) == await everything(hall, OTHER)
    if after == len(PLAYED):
        assert await everything(hall, GUILD) == before
    for refused in (hall.boards.last_begun(GUILD), hall.boards.undo_season(GUILD, 1)):
        with pytest.raises(NothingToUndoError):
            await refused


async def test_a_season_is_begun_once(hall: Hall) -> None:
    """A season that has ended can't be ended again."""
    await finish(hall.store, [ANA], [BEN])
    await hall.boards.new_season(GUILD, None, after=1)
    with pytest.raises(SeasonChangedError):
        await hall.boards.new_season(GUILD, None, after=1)
    assert [each_season.season for each_season in await hall.boards.seasons(GUILD)] == [2, 1]
