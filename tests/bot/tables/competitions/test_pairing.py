"""Laws of seating a round: who meets whom, at which table, on which seat."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

import pytest

from bot.tables.competitions.pairing import Pairing, drawn, pair, table_sizes
from tests.support.sampling import thinned

FIELDS = [(people, most) for people in range(2, 34) for most in range(2, 9, 2)]
SMALL = [(people, most) for people in range(2, 9) for most in range(2, 5)]


def cup(people: int, most: int, rounds: int) -> Iterator[tuple[list[Pairing], Pairing]]:
    """Play rounds whose standings are drawn by lot; yields the earlier rounds and the next."""
    earlier = list[Pairing]()
    for number in range(rounds):
        fresh = pair(drawn(range(100, 100 + people), f"{people} {most} {number}"), earlier, most)
        yield earlier, fresh
        earlier = [*earlier, fresh]


def met(rounds: Sequence[Pairing]) -> Counter[frozenset[int]]:
    """How often two people have sat at one table."""
    tables = (table for each_round in rounds for table in each_round.tables)
    return Counter(frozenset(two) for table in tables for two in combinations(table, 2))


def groupings(people: tuple[int, ...], sizes: tuple[int, ...]) -> Iterator[list[tuple[int, ...]]]:
    """Every way to divide people into tables of these sizes."""
    if not people:
        yield []
        return
    for size in set(sizes):
        place = sizes.index(size)
        for others in combinations(people[1:], size - 1):
            group = (people[0], *others)
            rest = tuple(person for person in people if person not in group)
            for more in groupings(rest, (*sizes[:place], *sizes[place + 1 :])):
                yield [group, *more]


@pytest.mark.parametrize(("people", "most"), thinned(FIELDS))
def test_everybody_has_one_place_in_a_round(people: int, most: int) -> None:
    """Each person has one table or a bye; sizes differ by at most one and keep to the limit."""
    for _, fresh in cup(people, most, 2):
        placed = [*fresh.byes, *(player for table in fresh.tables for player in table)]
        sizes = [len(table) for table in fresh.tables]

        assert sorted(placed) == list(range(100, 100 + people))
        assert max(sizes) - min(sizes) <= 1
        assert min(sizes) >= 2
        assert max(sizes) <= most
        assert len(fresh.byes) == (people % 2 if most == 2 else 0)


@pytest.mark.parametrize(("people", "most"), SMALL)
def test_as_few_people_meet_again_as_possible(people: int, most: int) -> None:
    """No other grouping of the same people has fewer repeated meetings."""
    for earlier, fresh in cup(people, most, 5):
        before, seated = met(earlier), tuple(item for table in fresh.tables for item in table)
        sizes = tuple(len(table) for table in fresh.tables)
        fewest = min(
            sum(before[frozenset(two)] for group in groups for two in combinations(group, 2))
            for groups in groupings(tuple(sorted(seated)), sizes)
        )

        assert sum(before[two] for two in met([fresh])) == fewest


@pytest.mark.parametrize(("people", "most", "rounds"), [(64, 4, 6), (32, 2, 12), (30, 5, 3)])
def test_large_fields_meet_nobody_again(people: int, most: int, rounds: int) -> None:
    """In tournaments of usual length nobody meets anybody again, however many people play."""
    played = [fresh for _, fresh in cup(people, most, rounds)]

    assert max(met(played).values()) == 1


def test_people_who_stand_alike_sit_together() -> None:
    """In the first round the tables follow the order of the standings."""
    tables = pair(range(1, 8), [], 3).tables

    assert [sorted(table) for table in tables] == [[1, 2, 3], [4, 5], [6, 7]]


def test_the_lowest_person_without_a_bye_gets_it() -> None:
    """Nobody has a second bye before everybody has had one."""
    rounds = [fresh for _, fresh in cup(5, 2, 10)]
    first = pair(range(1, 6), [], 2)

    assert first.byes == (5,)
    assert Counter(bye for fresh in rounds for bye in fresh.byes) == dict.fromkeys(
        range(100, 105), 2
    )


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_no_order_of_a_table_repeats_fewer_seats(size: int) -> None:
    """Every table is seated as well as any order of its people could be."""
    for earlier, fresh in cup(4 * size, size, 4):
        had = Counter(
            (player, seat)
            for item in earlier
            for table in item.tables
            for seat, player in enumerate(table)
        )
        for table in fresh.tables:
            costs = [
                sum(had[player, seat] for seat, player in enumerate(order))
                for order in permutations(table)
            ]

            assert sum(had[player, seat] for seat, player in enumerate(table)) == min(costs)


@pytest.mark.parametrize("size", [2, 3, 4])
def test_seats_are_balanced_over_the_rounds(size: int) -> None:
    """After twice as many rounds as seats, nobody has sat on one seat more than three times."""
    played = [fresh for _, fresh in cup(4 * size, size, 2 * size)]
    sat = Counter(
        (player, seat)
        for item in played
        for table in item.tables
        for seat, player in enumerate(table)
    )

    assert max(sat.values()) <= 3


def test_sizes_are_told_for_every_field() -> None:
    """Sizes of some fields: as few tables as fit, and a bye only where one would sit alone."""
    texts = {(1, 4): (), (3, 2): (2,), (5, 4): (3, 2), (7, 3): (3, 2, 2), (9, 4): (3, 3, 3)}

    assert {field: table_sizes(*field) for field in texts} == texts


def test_who_blocked_another_meets_others_first() -> None:
    """Two people of whom one has blocked the other meet only if nothing else is possible."""
    earlier = [Pairing(((2, 3), (1, 4)))]

    assert met([pair((1, 2, 3, 4), (), 2, {(1, 2)})])[frozenset((1, 2))] == 0
    assert met([pair((1, 2, 3, 4), earlier, 2, {(1, 2), (3, 1)})])[frozenset((1, 4))] == 1
    assert pair((1, 2), (), 2, {(1, 2)}).tables == ((1, 2),)


def table(*ranked: int | tuple[int, ...]) -> dict[int, int]:
    """The ranks at a table from its people, the best first; those who tie stand together."""
    ranks: dict[int, int] = {}
    for tied in ranked:
        rank = len(ranks) + 1
        ranks |= dict.fromkeys((tied,) if isinstance(tied, int) else tied, rank)
    return ranks
