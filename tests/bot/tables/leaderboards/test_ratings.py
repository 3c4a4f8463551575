"""Ratings: placing ahead of others raises a rating, the more so the greater the surprise."""

from collections.abc import Sequence

import pytest

from bot.tables.leaderboards.ratings import SETTLED, fold, strength, unrated
from data.records.leaderboards import (
    ALL,
    CountedMatch,
    MatchOutcome,
    Participation,
    Placing,
    Rating,
    RatingMark,
)
from games.core.game import has_medal

ANA, BEN, CHEN, DORA = range(1, 5)


def match(
    *ranking: Sequence[int], number: int = 1, substitutes: Sequence[int] = (), game: str = "tomate"
) -> CountedMatch:
    """A match ranked by groups of tied players."""
    placings: list[Placing] = []
    for tied in ranking:
        place = len(placings) + 1
        placings += [
            Placing(
                player_id=player,
                place=place,
                rank=place,
                part=Participation.SUBSTITUTE if player in substitutes else Participation.WHOLE,
            )
            for player in tied
        ]
    outcome = MatchOutcome(
        match_id=f"m{number}",
        game=game,
        ended_at=1000 + number,
        places=len(placings),
        placings=tuple(placings),
    )
    return CountedMatch(number=number, season=1, outcome=outcome)


def rated(*matches: CountedMatch, board: str = ALL) -> dict[int, Rating]:
    return {
        rating.player_id: rating for rating in fold(matches, ()).ratings if rating.board == board
    }


def test_everybody_starts_in_the_same_place() -> None:
    """Before the first match, a rating is 1,000 with a spread of 400."""
    start = unrated(ALL, ANA)
    assert strength(start.mu, start.sigma).rating == 1000
    assert strength(start.mu, start.sigma).spread == 400


@pytest.mark.parametrize("people", range(2, 14))
def test_whoever_comes_in_ahead_stands_ahead(people: int) -> None:
    """After a first match, ratings are in the order of the places and more certain."""
    ratings = rated(match(*([player] for player in range(people))))
    means = [ratings[player].mu for player in range(people)]
    assert means == sorted(means, reverse=True)
    assert len(set(means)) == people
    assert all(rating.sigma < unrated(ALL, 0).sigma for rating in ratings.values())


def test_equals_stay_equal() -> None:
    """Tied beginners get equal ratings, and a match in which all tie changes no rating."""
    ratings = rated(match([ANA, BEN], [CHEN, DORA]))
    assert ratings[ANA].mu == pytest.approx(ratings[BEN].mu)
    assert ratings[CHEN].mu == pytest.approx(ratings[DORA].mu)
    tied = rated(match([ANA, BEN]))
    assert tied[ANA].mu == pytest.approx(unrated(ALL, ANA).mu)


def test_a_surprise_moves_more() -> None:
    """Beating a strong player raises a rating more than beating a weak one."""
    history = [match([BEN], [CHEN], number=n) for n in range(10)]
    over_strong = rated(*history, match([ANA], [BEN], number=11))[ANA].mu
    over_weak = rated(*history, match([ANA], [CHEN], number=11))[ANA].mu
    assert over_strong > over_weak


def test_settled_ratings_come_before_new_ones() -> None:
    """A board has settled ratings first, best first; a new player's lucky win is behind them."""
    matches = [match([ANA], [BEN], [CHEN], number=n) for n in range(SETTLED)]
    ratings = rated(*matches, match([DORA], [BEN], number=SETTLED))
    board = sorted(ratings.values(), key=lambda rating: rating.score, reverse=True)
    assert [rating.player_id for rating in board] == [ANA, BEN, CHEN, DORA]
    assert ratings[DORA].mu > ratings[BEN].mu


def test_a_substitute_is_never_rated_down() -> None:
    """A substitute's loss counts as a match but lowers neither rating nor streak."""
    start = match([BEN], [ANA], number=1)
    lost = rated(start, match([ANA], [CHEN], [BEN], number=2, substitutes=[BEN]))
    assert (lost[BEN].mu, lost[BEN].sigma) == (rated(start)[BEN].mu, rated(start)[BEN].sigma)
    assert (lost[BEN].matches, lost[BEN].streak) == (2, 1)
    won = rated(start, match([BEN], [ANA], [CHEN], number=2, substitutes=[BEN]))
    assert won[BEN].mu > rated(start)[BEN].mu
    assert (won[BEN].wins, won[BEN].streak) == (2, 2)


def test_each_game_has_its_board_and_all_have_one() -> None:
    """A match counts on its game's leaderboard and the overall one, and on no other."""
    both = [match([ANA], [BEN], number=1), match([BEN], [ANA], number=2, game="dojo")]
    assert rated(*both, board="tomate") == rated(match([ANA], [BEN]), board="tomate")
    assert rated(*both)[ANA].matches == 2
    assert rated(*both, board="karate_tomate") == {}


def test_runs_are_counted() -> None:
    """A streak counts wins in a row up and other matches down, and the best one is kept."""
    wins = "++--+++-"
    matches = [
        match(*([[ANA], [BEN]] if won == "+" else [[BEN], [ANA]]), number=n)
        for n, won in enumerate(wins)
    ]
    streaks = [rated(*matches[: n + 1])[ANA].streak for n in range(len(wins))]
    assert streaks == [1, 2, -1, -2, 1, 2, 3, -1]
    assert rated(*matches)[ANA].best_streak == 3
    assert rated(*matches)[ANA].wins == 5


@pytest.mark.parametrize(
    ("places", "with_medal"), [(1, []), (2, [1]), (3, [1, 2]), (4, [1, 2, 3]), (5, [1, 2, 3])]
)
def test_the_first_three_have_medals_but_not_the_last(places: int, with_medal: list[int]) -> None:
    """Of so many places, the first three have a medal, and the last place never has one."""
    assert [place for place in range(1, places + 1) if has_medal(place, places)] == with_medal


def test_counting_one_by_one_is_counting_all_at_once() -> None:
    """Folding matches one by one gives the same ratings and marks as folding all at once."""
    matches = [
        match([ANA], [BEN, CHEN], number=1),
        match([DORA], [CHEN], [ANA], number=2, game="dojo"),
        match([BEN], [DORA], number=3, substitutes=[DORA]),
    ]
    held: tuple[Rating, ...] = ()
    marks: list[RatingMark] = []
    for each_match in matches:
        folded = fold([each_match], held)
        held, marks = folded.ratings, [*marks, *folded.marks]
    whole = fold(matches, ())
    key = [(rating.board, rating.player_id) for rating in whole.ratings]
    assert sorted(held, key=lambda item: key.index((item.board, item.player_id))) == [
        *whole.ratings
    ]
    assert marks == [*whole.marks]
