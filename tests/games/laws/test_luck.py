"""Laws of luck, over all games."""

import pytest

from games.core.values import NO_LUCK, Luck, Seat
from tests.games.case import Case
from tests.games.cases import GAME_CASES
from tests.games.plays import Match, table

PLAYS = 12


def luck(match: Match) -> dict[Seat, Luck]:
    events = [*match.start.events, *(e for turn in match.turns for e in turn.step.events)]
    return match.game.luck(events)


@pytest.mark.parametrize("case", GAME_CASES, ids=str)
def test_luck_has_a_name_where_it_is_counted(case: Case) -> None:
    """A game names its luck exactly if it counts some, and counts only seats with draws."""
    lucks = [luck(table(case, number)) for number in range(PLAYS)]
    counted = [item for each in lucks for item in each.values()]

    assert bool(counted) == (case.game.info.luck is not None)
    assert all(item.draws > 0 for item in counted)
    assert all(set(each) <= set(range(case.game.info.seats[1])) for each in lucks)


@pytest.mark.parametrize(
    "case", [case for case in GAME_CASES if case.game.info.luck is not None], ids=str
)
def test_luck_is_fair_in_the_long_run(case: Case) -> None:
    """Over many matches, luck is within 7 % of what is expected."""
    total = NO_LUCK
    for number in range(PLAYS):
        for item in luck(table(case, number)).values():
            total = Luck(
                draws=total.draws + item.draws,
                total=total.total + item.total,
                expected=total.expected + item.expected,
            )

    assert total.draws > 500
    assert 0.93 < total.total / total.expected < 1.07
