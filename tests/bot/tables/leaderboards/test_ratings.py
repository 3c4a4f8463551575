"""What a result means: places for everybody who held a seat, and ratings."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from bot.tables.leaderboards.outcomes import Deeds, outcome_of
from bot.tables.leaderboards.ratings import SETTLED, fold, strength, unrated
from data.records.leaderboards import (
    ALL,
    CountedMatch,
    LuckDrawn,
    MatchOutcome,
    Participation,
    Placing,
    Rating,
    RatingMark,
)
from data.records.matches import Life, Match, Sitter, Tenure, Terms
from games.core.game import Result, has_medal
from games.core.text import say

ANA, BEN, CHEN, DORA, EMIL = range(1, 6)


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


WHOLE, SUBSTITUTE, LEFT = Participation.WHOLE, Participation.SUBSTITUTE, Participation.LEFT
END = 100

Stay = tuple[int, int | str, int, int]
"""Seat, player or bot, start, end."""
Told = tuple[int, int, int, Participation]
"""Player, place, rank among people, participation."""


@dataclass(frozen=True)
class Case:
    """The holders of the seats and the ranking, with the expected outcome."""

    law: str
    stays: tuple[Stay, ...]
    ranking: tuple[tuple[int, ...], ...]
    places: int
    told: tuple[Told, ...] = field(default=())


CASES = (
    Case("two people", ((0, ANA, 0, END), (1, BEN, 0, END)), ((1,), (0,)), 2,
         ((BEN, 1, 1, WHOLE), (ANA, 2, 2, WHOLE))),
    Case("tied players share a place, and the next place counts them",
         ((0, ANA, 0, END), (1, BEN, 0, END), (2, CHEN, 0, END)), ((0, 2), (1,)), 3,
         ((ANA, 1, 1, WHOLE), (CHEN, 1, 1, WHOLE), (BEN, 3, 3, WHOLE))),
    Case("bots have places, but only people are ranked",
         ((0, ANA, 0, END), (1, "Basil", 0, END), (2, BEN, 0, END), (3, "Sage", 0, END)),
         ((1,), (0,), (3,), (2,)), 4, ((ANA, 2, 1, WHOLE), (BEN, 4, 2, WHOLE))),
    Case("a leaver is last, and the replacing bot has no place",
         ((0, ANA, 0, END), (1, BEN, 0, 40), (1, "Basil", 40, END), (2, CHEN, 0, END)),
         ((1,), (0,), (2,)), 3, ((ANA, 1, 1, WHOLE), (CHEN, 2, 2, WHOLE), (BEN, 3, 3, LEFT))),
    Case("a later leaver is ahead of an earlier one",
         ((0, ANA, 0, 60), (1, BEN, 0, 40), (2, CHEN, 0, END), (0, "Basil", 60, END),
          (1, "Sage", 40, END)), ((1,), (0,), (2,)), 3,
         ((CHEN, 1, 1, WHOLE), (ANA, 2, 2, LEFT), (BEN, 3, 3, LEFT))),
    Case("players who leave together tie",
         ((0, ANA, 0, 40), (1, BEN, 0, 40), (2, CHEN, 0, END), (0, "Basil", 40, END),
          (1, "Sage", 40, END)), ((0,), (1,), (2,)), 3,
         ((CHEN, 1, 1, WHOLE), (ANA, 2, 2, LEFT), (BEN, 2, 2, LEFT))),
    Case("a substitute gets the seat's place, and the replaced player none",
         ((0, ANA, 0, END), (1, BEN, 0, 40), (1, "Basil", 40, 50), (1, DORA, 50, END)),
         ((1,), (0,)), 2, ((DORA, 1, 1, SUBSTITUTE), (ANA, 2, 2, WHOLE))),
    Case("a substitute who leaves is last, and still a substitute",
         ((0, ANA, 0, END), (1, BEN, 0, 40), (1, DORA, 40, 60), (1, "Basil", 60, END)),
         ((1,), (0,)), 2, ((ANA, 1, 1, WHOLE), (DORA, 2, 2, SUBSTITUTE))),
    Case("a substitute for a lobby's bot who leaves is last too",
         ((0, ANA, 0, END), (1, "Basil", 0, 40), (1, DORA, 40, 60), (1, "Sage", 60, END)),
         ((1,), (0,)), 2, ((ANA, 1, 1, WHOLE), (DORA, 2, 2, SUBSTITUTE))),
    Case("a player who takes the seat back counts as never gone",
         ((0, ANA, 0, END), (1, BEN, 0, 40), (1, "Basil", 40, 60), (1, BEN, 60, END)), ((1,), (0,)),
         2, ((BEN, 1, 1, WHOLE), (ANA, 2, 2, WHOLE))),
    Case("a player who left one seat isn't placed by another",
         ((0, ANA, 0, END), (1, BEN, 0, 40), (1, "Basil", 40, END), (2, "Sage", 0, 50),
          (2, BEN, 50, END)), ((2,), (0,), (1,)), 3, ((ANA, 2, 1, WHOLE), (BEN, 3, 2, LEFT))),
)  # fmt: skip


def tenures(stays: tuple[Stay, ...]) -> list[Tenure]:
    """Return the stays as tenures, in the order in which they began."""
    in_order = sorted(stays, key=lambda stay: stay[2])
    return [
        Tenure(
            tenure_id=number,
            match_id="m1",
            seat=seat,
            sitter=Sitter(who) if isinstance(who, int) else Sitter(bot=who),
            from_step=0,
            started_at=begun,
            reason="joined",
            ended_at=ended,
            end_reason="over" if ended == END else "left",
        )
        for number, (seat, who, begun, ended) in enumerate(in_order)
    ]


def over() -> Match:
    return Match(
        match_id="m1",
        guild_id=1,
        channel_id=2,
        game="tomate",
        life=Life.FINISHED,
        terms=Terms(host_id=ANA, options=b"{}"),
        revision=9,
        step=9,
        created_at=0,
        ended_at=END,
    )


def result(ranking: tuple[tuple[int, ...], ...]) -> Result:
    seats = sum(map(len, ranking))
    return Result(ranking=ranking, points=(0,) * seats, reason=say("It is over."))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.law)
def test_places(case: Case) -> None:
    """Each case has its expected places, ranks and participation."""
    outcome = outcome_of(over(), tenures(case.stays), result(case.ranking))
    texts = tuple(
        (placing.player_id, placing.place, placing.rank, placing.part)
        for placing in outcome.placings
    )
    assert texts == case.told
    assert outcome.places == case.places


def test_deeds_are_of_who_did_them_all() -> None:
    """Only a player who held a seat from the first draw to the last has its luck and titles."""
    taken_over, came_back = (
        ((1, BEN, 0, 40), (1, CHEN, 40, END)),
        ((3, EMIL, 0, 40), (3, "Basil", 40, 60), (3, EMIL, 60, END)),
    )
    stays = ((0, ANA, 0, END), *taken_over, (2, DORA, 0, END), *came_back)
    luck = {seat: LuckDrawn(draws=3, total=10, expected=9) for seat in range(4)}
    deeds = Deeds(luck, dict.fromkeys(range(4), ("blind",)))
    outcome = outcome_of(over(), tenures(stays), result(((0,), (1,), (2,), (3,))), deeds)
    assert {
        placing.player_id: (placing.luck.draws, placing.titles) for placing in outcome.placings
    } == {ANA: (3, ("blind",)), CHEN: (0, ()), DORA: (3, ("blind",)), EMIL: (0, ())}


def test_points_decide_where_a_result_ranks_nobody() -> None:
    """A result without a ranking is ranked by its points."""
    ending = Result(ranking=(), points=(3, 8), reason=say("It is over."))
    outcome = outcome_of(over(), tenures(((0, ANA, 0, END), (1, BEN, 0, END))), ending)
    assert outcome.placings == (
        Placing(player_id=BEN, place=1, rank=1),
        Placing(player_id=ANA, place=2, rank=2),
    )
