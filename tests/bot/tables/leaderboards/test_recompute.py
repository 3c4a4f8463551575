"""Leaderboards always follow from the stored steps."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bot.tables.leaderboards.ratings import fold
from bot.tables.leaderboards.recompute import Recompute, RecomputedSeason
from bot.tables.leaderboards.report import recompute
from bot.tables.leaderboards.service import Leaderboards
from data.records.leaderboards import (
    ALL,
    ComputedRatings,
    CountedMatch,
    Fold,
    Participation,
    Rating,
)
from data.records.matches import Life
from data.store import Store, open_store
from tests.bot.tables.leaderboards.simulation import GUILD, PEOPLE, TOYS, Simulation
from tests.bot.tables.leaderboards.support import change, finish
from tests.bot.tables.support import ManualClock
from tests.support.sampling import THOROUGH

MATCHES = 1000 if THOROUGH else 160


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await open_store(tmp_path / "tables.db")
    yield opened
    await opened.close()


async def recomputed(store: Store, *, write: bool = False) -> list[RecomputedSeason]:
    return [item async for item in Recompute(store, TOYS).run(write=write)]


@pytest.mark.slow
async def test_many_matches_recomputed_are_what_stands_there(store: Store) -> None:
    """Recomputing many random matches of every kind reproduces every stored rating."""
    simulation, boards = Simulation(store), Leaderboards(store, ManualClock(), games=TOYS)
    for part in range(4):
        await simulation.play(MATCHES // 4)
        await boards.page(GUILD, ALL, viewer_id=PEOPLE[0])
        if part == 1:
            await boards.new_season(GUILD, "Second")
        if part == 2:
            await boards.reset(GUILD, "seals", by=PEOPLE[0])
    before = [await store.leaderboards.ratings(GUILD, season) for season in (2, 1)]
    outcome = await recomputed(store)

    assert [(result.season, result.differences, result.kept) for result in outcome] == [
        (2, (), 0),
        (1, (), 0),
    ]
    assert sum(result.matches for result in outcome) == simulation.lives.count(Life.FINISHED)
    assert [await store.leaderboards.ratings(GUILD, season) for season in (2, 1)] == before
    assert all(before)
    await everything_happened(store, simulation)


async def everything_happened(store: Store, simulation: Simulation) -> None:
    """Fail unless the matches include ties, stops, substitutes, leavers, bots and a reset."""
    counted = [
        *await store.leaderboards.counted(GUILD, 1),
        *await store.leaderboards.counted(GUILD, 2),
    ]
    placings = [placing for item in counted for placing in item.outcome.placings]
    ranks = [[placing.rank for placing in item.outcome.placings] for item in counted]
    assert simulation.lives.count(Life.STOPPED) > MATCHES // 50
    assert sum(len(set(each)) < len(each) for each in ranks) > MATCHES // 10, "ties"
    assert sum(entry.part is Participation.SUBSTITUTE for entry in placings) > MATCHES // 50
    assert sum(this_placing.part is Participation.LEFT for this_placing in placings) > MATCHES // 20
    assert (
        sum(item.outcome.places > len(item.outcome.placings) for item in counted) > MATCHES // 20
    ), "bots"
    assert any(item.is_reset for item in counted)


async def test_what_differs_is_found_and_put_right(store: Store) -> None:
    """Recomputing names wrong wins, a wrong order and a wrong place, and `write` fixes them."""
    await Simulation(store).play(12)
    boards = Leaderboards(store, ManualClock(), games=TOYS)
    page = await boards.page(GUILD, ALL, viewer_id=0)
    right = await store.leaderboards.ratings(GUILD, 1)
    first, *_ = await store.leaderboards.counted(GUILD, 1)
    turned = replace(
        first.outcome,
        placings=tuple(
            replace(placing, place=9 - placing.place) for placing in first.outcome.placings
        ),
    )
    await store.leaderboards.rewrite(
        GUILD, 1, {first.number: turned}, spoilt(page.lines[0].player_id, page.lines[1].player_id)
    )
    (result,) = await recomputed(store)
    assert f"match {first.outcome.match_id} has another result" in result.differences
    for line in page.lines[:2]:
        assert f"player {line.player_id} on the board 'of all games'" in result.differences
    assert await store.leaderboards.ratings(GUILD, 1) != right
    (written,) = await recomputed(store, write=True)
    assert written.differences == result.differences
    assert await store.leaderboards.ratings(GUILD, 1) == right
    assert [item.differences for item in await recomputed(store)] == [()]


def spoilt(winner: int, climber: int) -> Fold:
    """The fold, except that one player has seven wins too many, and one stands too high."""

    def fold_wrongly(matches: Sequence[CountedMatch], before: Sequence[Rating]) -> ComputedRatings:
        folded = fold(matches, before)
        ratings = [
            replace(
                rating,
                wins=rating.wins + 7 * (rating.player_id == winner),
                score=rating.score + 7 * (rating.player_id == climber),
            )
            for rating in folded.ratings
        ]
        return replace(folded, ratings=tuple(ratings))

    return fold_wrongly


async def test_forgotten_matches_keep_their_places(store: Store) -> None:
    """Results of matches without steps stay, and are reported separately."""
    simulation = Simulation(store)
    await simulation.play(6)
    await Leaderboards(store, ManualClock(), games=TOYS).page(GUILD, ALL, viewer_id=0)
    before = await store.leaderboards.ratings(GUILD, 1)
    await store.history.forget(ended_before=simulation.at + 1)
    (result,) = await recomputed(store)
    assert (result.kept, result.differences) == (result.matches, ())
    assert result.matches > 0
    assert await store.leaderboards.ratings(GUILD, 1) == before


async def test_the_host_is_told_line_by_line(tmp_path: Path) -> None:
    """The program reports what it compared, what differs, and whether it was fixed."""
    path = tmp_path / "tables.db"
    store = await open_store(path)
    simulation = Simulation(store)
    await simulation.play(4)
    await Leaderboards(store, ManualClock(), games=TOYS).page(GUILD, ALL, viewer_id=0)
    right = await store.leaderboards.ratings(GUILD, 1)
    finished = simulation.lives.count(Life.FINISHED)
    await store.leaderboards.rewrite(GUILD, 1, {}, spoilt(right[0].player_id, 0))
    await store.close()

    async def report(*, write: bool) -> list[str]:
        return [line async for line in recompute(path, write=write, games=TOYS)]

    compared, written, again = (
        await report(write=False),
        await report(write=True),
        await report(write=False),
    )
    assert compared[0] == f"server {GUILD}, season 1: {finished} matches, 2 differences"
    assert compared[-1] == "Nothing was changed; --write corrects the differences."
    assert written[-1] == "All differences were corrected."
    assert again[-1] == "All ratings match the stored steps."


async def test_what_could_not_be_counted_is_named(tmp_path: Path) -> None:
    """Each run names a match that can't be rated; once it can, `--write` rates it."""
    path = tmp_path / "tables.db"
    broken = await damaged(path)
    named = f"server {GUILD}: match {broken} cannot be counted: DamagedMatchError"
    for write in (False, True):
        assert named in [line async for line in recompute(path, write=write, games=TOYS)]

    store = await open_store(path)
    await change(store, "UPDATE matches SET table_state = '{}' WHERE match_id = ?", broken)
    await store.close()
    lines = [
        [line async for line in recompute(path, write=item, games=TOYS)]
        for item in (False, True, False)
    ]
    can = f"server {GUILD}: match {broken} can be counted now"
    assert [can in each_line for each_line in lines] == [True, True, False]
    assert lines[2][-1] == "All ratings match the stored steps."
    store = await open_store(path)
    numbers = [item.outcome.match_id for item in await store.leaderboards.counted(GUILD, 1)]
    await store.close()
    assert numbers[-1] == broken
    assert len(numbers) == 2


async def damaged(path: Path) -> str:
    """Write two matches, the first of them unreadable; return its id."""
    store = await open_store(path)
    broken = await finish(store, [1], [2], game=TOYS[1])
    await finish(store, [1], [2], game=TOYS[1])
    await change(store, "UPDATE matches SET table_state = '{' WHERE match_id = ?", broken)
    await store.close()
    return broken
