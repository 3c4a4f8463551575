"""Stored leaderboards: each match counts once, and nothing is lost."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from data.records.leaderboards import (
    ALL,
    ComputedRatings,
    CountedMatch,
    Duel,
    LuckDrawn,
    MatchOutcome,
    Participation,
    Placing,
    Rating,
    RatingMark,
)
from data.records.matches import Ending, Life
from data.store import Store
from tests.data.builders import ANNE, BRAM, CLEO, GUILD, running, step

OTHER = GUILD + 1


def add_up(matches: Sequence[CountedMatch], before: Sequence[Rating]) -> ComputedRatings:
    """A fold for tests: the winner's mean grows by ten, and everybody else's by one."""
    held = {(item.board, item.player_id): item for item in before}
    marks = []
    for match in matches:
        for board in (ALL, match.outcome.game):
            for placing in match.outcome.placings:
                player = placing.player_id
                old = held.get((board, player)) or Rating(
                    board=board, player_id=player, mu=0, sigma=1, score=0
                )
                mu = old.mu + (10 if placing.place == 1 else 1)
                held[board, player] = replace(old, mu=mu, score=mu, matches=old.matches + 1)
                mark = RatingMark(
                    number=match.number,
                    board=board,
                    player_id=player,
                    mu_before=old.mu,
                    sigma_before=1,
                    mu=mu,
                    sigma=1,
                )
                marks.append(mark)
    return ComputedRatings(tuple(held.values()), tuple(marks))


def outcome(
    match_id: str, *players: int, game: str = "tomate", ended_at: int = 9000
) -> MatchOutcome:
    """Return an outcome with these players in this order."""
    placings = tuple(
        Placing(player_id=player, place=place, rank=place)
        for place, player in enumerate(players or (ANNE, BRAM), start=1)
    )
    return MatchOutcome(
        match_id=match_id, game=game, ended_at=ended_at, places=len(placings), placings=placings
    )


async def finish(store: Store, match_id: str, guild_id: int = GUILD, **ending: object) -> None:
    """Play a match to its end."""
    match = await running(store, match_id, guild_id=guild_id)
    values = {"life": Life.FINISHED, "ended_at": 9000, **ending}
    await store.matches.commit_step(
        match_id,
        match.revision,
        step(),
        b"{}",
        moves_made=(1, 0),
        ending=Ending(**values),  # type: ignore[arg-type]  # each test sets its fields
    )


async def count(store: Store, *outcomes: MatchOutcome, guild_id: int = GUILD) -> None:
    """Finish and count matches with these outcomes."""
    for each_outcome in outcomes:
        await finish(store, each_outcome.match_id, guild_id, ended_at=each_outcome.ended_at)
        assert await store.leaderboards.count(guild_id, each_outcome, add_up)


async def standing(store: Store, board: str = ALL, season: int = 1) -> dict[int, float]:
    """Return the players on a leaderboard with their scores, the best first."""
    page = await store.leaderboards.page(GUILD, season, board, after=0, most=99)
    return {item.player_id: item.score for item in page}


async def test_finished_rated_matches_wait_to_be_counted(store: Store) -> None:
    """Finished rated matches wait in the order of their ends, per server; others never wait."""
    await finish(store, "second", ended_at=200)
    await finish(store, "first", ended_at=100)
    await finish(store, "elsewhere", OTHER)
    await finish(store, "stopped", life=Life.STOPPED)
    await finish(store, "friendly", rated=False)
    await running(store, "running")
    assert await store.leaderboards.waiting(GUILD) == ("first", "second")
    await store.leaderboards.dismiss("first")
    assert await store.leaderboards.waiting(GUILD) == ("second",)


async def test_a_match_counts_once(store: Store) -> None:
    """Of several attempts to count a match one succeeds, and a running match is never counted."""
    await finish(store, "m1")
    await running(store, "m2")
    tries = [store.leaderboards.count(GUILD, outcome("m1"), add_up) for _ in range(5)]
    assert sorted(await asyncio.gather(*tries)) == [False] * 4 + [True]
    assert not await store.leaderboards.count(GUILD, outcome("m2"), add_up)
    assert await standing(store) == {ANNE: 10, BRAM: 1}
    assert await store.leaderboards.waiting(GUILD) == ()


async def test_ratings_go_on_from_where_they_stood(store: Store) -> None:
    """A match builds on its players' ratings on the game's leaderboard and the overall one."""
    await count(
        store,
        outcome("m1", ANNE, BRAM),
        outcome("m2", BRAM, CLEO, game="dojo"),
        outcome("m3", ANNE, CLEO),
    )
    assert await standing(store) == {ANNE: 20, BRAM: 11, CLEO: 2}
    assert await standing(store, "tomate") == {ANNE: 20, BRAM: 1, CLEO: 1}
    assert await standing(store, "dojo") == {BRAM: 10, CLEO: 1}
    assert await standing(store, "tomatomat") == {}
    boards = await store.leaderboards.of_player(GUILD, 1, BRAM)
    assert [(each_board.board, each_board.matches) for each_board in boards] == [
        (ALL, 2),
        ("dojo", 1),
        ("tomate", 1),
    ]


async def test_outcomes_come_back_whole(store: Store) -> None:
    """Every field of a counted match is kept, even after the match is deleted."""
    lucky = LuckDrawn(draws=7, total=30.5, expected=24.5)
    whole = replace(
        outcome("m1"),
        places=3,
        placings=(
            Placing(player_id=ANNE, place=1, rank=1, luck=lucky),
            Placing(player_id=BRAM, place=2, rank=2, part=Participation.SUBSTITUTE),
            Placing(player_id=CLEO, place=3, rank=3, part=Participation.LEFT),
        ),
    )
    await count(store, whole)
    await store.history.forget(ended_before=99_999)
    (counted,) = await store.leaderboards.counted(GUILD, 1)
    assert counted.outcome == whole
    (played,) = await store.leaderboards.played(GUILD, 1, ALL, ANNE)
    assert (played.placing, played.places, played.mark.mu) == (whole.placings[0], 3, 10)


async def test_a_new_season_begins_empty(store: Store) -> None:
    """A new season starts empty, and old ones keep their leaderboards."""
    await count(store, outcome("m1"))
    begun = await store.leaderboards.new_season(GUILD, "Spring", 9500)
    await count(store, outcome("m2", BRAM, ANNE))
    assert begun is not None
    assert (begun.season, begun.name) == (2, "Spring")
    assert await standing(store, season=1) == {ANNE: 10, BRAM: 1}
    assert await standing(store, season=2) == {BRAM: 10, ANNE: 1}
    seasons = await store.leaderboards.seasons(GUILD)
    assert [(entry.season, entry.started_at, entry.ended_at) for entry in seasons] == [
        (2, 9500, None),
        (1, 9000, 9500),
    ]
    assert await store.leaderboards.seasons(OTHER) == ()


async def test_a_reset_can_be_undone(store: Store) -> None:
    """A reset removes matches from every leaderboard; undoing it restores them all."""
    await count(store, outcome("m1"), outcome("m2", CLEO, ANNE, game="dojo"))
    before = await store.leaderboards.ratings(GUILD, 1), await store.leaderboards.marks(GUILD, "m1")
    assert await store.leaderboards.reset(GUILD, "tomate", add_up, by=ANNE, now=1) == 1
    assert await standing(store, "tomate") == {}
    assert await standing(store) == {CLEO: 10, ANNE: 1}
    assert await store.leaderboards.reset(GUILD, ALL, add_up, by=ANNE, now=2) == 1
    assert await standing(store) == {}
    assert await store.leaderboards.reset(GUILD, ALL, add_up, by=ANNE, now=3) == 0
    assert await store.leaderboards.marks(GUILD, "m1") == ()
    undone = [await store.leaderboards.undo_reset(GUILD, add_up, 4) for _ in range(3)]
    assert [None if item is None else item.board for item in undone] == [ALL, "tomate", None]
    assert (
        await store.leaderboards.ratings(GUILD, 1),
        await store.leaderboards.marks(GUILD, "m1"),
    ) == before


async def test_what_is_counted_after_a_reset_stays_when_it_is_undone(store: Store) -> None:
    """After undoing a reset, leaderboards are as if it had never happened."""
    await count(store, outcome("m1"))
    await store.leaderboards.reset(GUILD, ALL, add_up, by=ANNE, now=1)
    await count(store, outcome("m2", BRAM, ANNE))
    await store.leaderboards.undo_reset(GUILD, add_up, 2)
    assert await standing(store) == {ANNE: 11, BRAM: 11}


async def test_who_hides_appears_nowhere(store: Store) -> None:
    """A hidden player is on no page, in no count and in no mark of that server."""
    await count(store, outcome("m1", ANNE, BRAM, CLEO))
    await store.leaderboards.hide(GUILD, BRAM, hidden=True)
    await store.leaderboards.hide(OTHER, CLEO, hidden=True)
    assert await standing(store) == {ANNE: 10, CLEO: 1}
    assert await store.leaderboards.size(GUILD, 1, ALL) == 2
    assert {mark.player_id for mark in await store.leaderboards.marks(GUILD, "m1")} == {ANNE, CLEO}
    assert [await store.leaderboards.is_hidden(GUILD, item) for item in (BRAM, CLEO)] == [
        True,
        False,
    ]
    await store.leaderboards.hide(GUILD, ANNE, hidden=True)
    assert await store.leaderboards.better(GUILD, 1, ALL, 0.5) == 1
    for player in (ANNE, BRAM):
        await store.leaderboards.hide(GUILD, player, hidden=False)
    assert await standing(store) == {ANNE: 10, BRAM: 1, CLEO: 1}


async def test_pages_follow_each_other(store: Store) -> None:
    """Every player is on exactly one page, the best first, and later pages are empty."""
    await count(store, *(outcome(f"m{n}", 100 + n, 200 + n) for n in range(6)))
    pages = [await store.leaderboards.page(GUILD, 1, ALL, after=5 * n, most=5) for n in range(4)]
    everybody = [item.player_id for page in pages for item in page]
    assert everybody == [*(100 + n for n in range(6)), *(200 + n for n in range(6))]
    assert pages[3] == ()
    assert await store.leaderboards.better(GUILD, 1, ALL, 1) == 6


async def test_duels_are_counted_by_game(store: Store) -> None:
    """Duels count who ranked higher per game over all seasons, without reset matches."""
    await count(store, outcome("m1", ANNE, BRAM, CLEO), outcome("m2", BRAM, ANNE))
    await store.leaderboards.reset(GUILD, "tomate", add_up, by=ANNE, now=1)
    await count(store, outcome("m3", ANNE, BRAM), outcome("m4", BRAM, ANNE, game="dojo"))
    await store.leaderboards.new_season(GUILD, None, 9500)
    tied = outcome("m5")
    tied = replace(
        tied, placings=tuple(replace(placing, place=1, rank=1) for placing in tied.placings)
    )
    await count(store, tied)
    assert await store.leaderboards.duels(GUILD, ANNE, BRAM) == (
        Duel(game="tomate", matches=2, ahead=1, behind=0),
        Duel(game="dojo", matches=1, ahead=0, behind=1),
    )
    assert await store.leaderboards.duels(OTHER, ANNE, BRAM) == ()


async def test_outcomes_can_be_rewritten(store: Store) -> None:
    """A wrong outcome is replaced under its number, and its season is recomputed."""
    await count(store, outcome("m1"), outcome("m2"))
    first = (await store.leaderboards.counted(GUILD, 1))[0]
    assert await store.leaderboards.guilds() == (GUILD,)
    await store.leaderboards.rewrite(GUILD, 1, {first.number: outcome("m1", BRAM, ANNE)}, add_up)
    assert await standing(store) == {ANNE: 11, BRAM: 11}
    assert [item.number for item in await store.leaderboards.counted(GUILD, 1)] == [1, 2]


async def test_boards_go_with_their_server(store: Store) -> None:
    """Deleting a server deletes its leaderboards, and no other's."""
    await count(store, outcome("m1"))
    await count(store, outcome("m2"), guild_id=OTHER)
    await store.leaderboards.hide(GUILD, CLEO, hidden=True)
    await store.leaderboards.reset(GUILD, ALL, add_up, by=ANNE, now=1)
    await store.guilds.change(GUILD, lambda guild: replace(guild, removed_at=100))
    await store.guilds.purge(removed_before=101)
    assert await store.leaderboards.guilds() == (OTHER,)
    assert await store.leaderboards.counted(GUILD, 1) == ()
    assert not await store.leaderboards.is_hidden(GUILD, CLEO)
    assert len(await store.leaderboards.ratings(OTHER, 1)) == 4
