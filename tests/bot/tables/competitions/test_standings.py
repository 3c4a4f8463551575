"""Laws of the standings of a tournament."""

from fractions import Fraction

from bot.tables.competitions.standings import RoundResult, points_of, standings
from tests.bot.tables.competitions.test_pairing import table

A, B, C, D, E = range(1, 6)


def test_a_table_pays_by_the_people_beaten() -> None:
    """Points are the share of the others who are behind; a tie counts half, whatever the size."""
    third = Fraction(100, 3)

    assert points_of(table(A, B, C, D)) == {A: 100, B: 2 * third, C: third, D: 0}
    assert points_of(table((A, B), C)) == {A: 75, B: 75, C: 0}
    assert points_of(table((A, B, C))) == {A: 50, B: 50, C: 50}
    assert points_of(table(A)) == {A: 100}


def test_points_add_up_and_a_bye_is_a_win() -> None:
    """The standings add the points of all rounds; a round without a table brings them all."""
    rows = standings([RoundResult((table(A, B), table(C, D)), (E,)), RoundResult((table(A, C),))])

    assert [(row.player_id, row.shown, row.rounds) for row in rows] == [
        (A, 200, 2), (C, 100, 2), (E, 100, 1), (B, 0, 1), (D, 0, 1)
    ]  # fmt: skip


def test_ties_are_broken_by_wins_then_by_opponents() -> None:
    """A win and a last place beat two ties; then stronger opponents decide, then nothing."""
    by_wins = standings([RoundResult((table((A, B)), table(C, D))),
                         RoundResult((table((A, B)), table(E, C)))])  # fmt: skip
    by_opponents = standings([RoundResult((table(A, B), table(C, D))),
                              RoundResult((table(B, E), table(A, C)))])  # fmt: skip
    level = standings([RoundResult((table(A, B), table(C, D)))])

    assert {row.player_id for row in by_wins if row.place == 1} == {C, E}
    assert [row.player_id for row in by_opponents][1:3] == [B, C]
    assert [(row.place, row.player_id) for row in level] == [(1, A), (1, C), (3, B), (3, D)]


def test_a_table_without_a_result_is_worth_nothing() -> None:
    """People of an undecided table get no points; without any result there are no standings."""
    rows = standings([RoundResult((table(A, B),), undecided=(C, D))])

    assert [(row.place, row.player_id, row.shown, row.rounds) for row in rows] == [
        (1, A, 100, 1), (2, B, 0, 1), (3, C, 0, 1), (3, D, 0, 1)
    ]  # fmt: skip
    assert standings([RoundResult((), (E,), (A, B, C, D))]) == ()


def test_who_left_cannot_win() -> None:
    """People who left keep their points, but stand behind the best who stayed."""
    rounds = [RoundResult((table(A, B, C),)), RoundResult((table(A, C, B),))]

    assert [(row.place, row.player_id, row.shown) for row in standings(rounds, {A})] == [
        (1, B, 50), (1, C, 50), (3, A, 200)
    ]  # fmt: skip
    assert [row.place for row in standings(rounds, {A, B, C})] == [2, 2, 2]
