"""Places: what a result means for everybody who held a seat."""

from dataclasses import dataclass, field

import pytest

from bot.tables.leaderboards.outcomes import Deeds, outcome_of
from data.records.leaderboards import LuckDrawn, Participation, Placing
from data.records.matches import Life, Match, Sitter, Tenure, Terms
from games.core.game import Result
from games.core.text import say

ANA, BEN, CHEN, DORA = 1, 2, 3, 4
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


def finished() -> Match:
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
    outcome = outcome_of(finished(), tenures(case.stays), result(case.ranking))
    texts = tuple(
        (placing.player_id, placing.place, placing.rank, placing.part)
        for placing in outcome.placings
    )
    assert texts == case.told
    assert outcome.places == case.places


def test_deeds_are_of_who_did_them_all() -> None:
    """Only a player who held a seat from the first draw to the last has its luck and titles."""
    stays = ((0, ANA, 0, END), (1, BEN, 0, 40), (1, CHEN, 40, END), (2, DORA, 0, END))
    luck = {seat: LuckDrawn(draws=3, total=10, expected=9) for seat in range(3)}
    deeds = Deeds(luck, dict.fromkeys(range(3), ("blind",)))
    outcome = outcome_of(finished(), tenures(stays), result(((0,), (1,), (2,))), deeds)
    assert {
        placing.player_id: (placing.luck.draws, placing.titles) for placing in outcome.placings
    } == {ANA: (3, ("blind",)), CHEN: (0, ()), DORA: (3, ("blind",))}


def test_points_decide_where_a_result_ranks_nobody() -> None:
    """A result without a ranking is ranked by its points."""
    ending = Result(ranking=(), points=(3, 8), reason=say("It is over."))
    outcome = outcome_of(finished(), tenures(((0, ANA, 0, END), (1, BEN, 0, END))), ending)
    assert outcome.placings == (
        Placing(player_id=BEN, place=1, rank=1),
        Placing(player_id=ANA, place=2, rank=2),
    )
