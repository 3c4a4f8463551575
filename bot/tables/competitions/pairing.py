"""Seats a round of a tournament: a Swiss system for tables of any size.

People who stand alike sit together, nobody meets the same people again while that can be avoided,
and everybody gets each seat number about as often as the others.

For tables of two this would be a matching in a graph, which libraries solve. For larger tables it
is a partition into groups, which they don't, and which has no fast exact method. So this searches
by itself: exactly while that takes few steps, which covers small fields, and otherwise by swapping
two people at a time as long as that helps.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from hashlib import blake2b
from itertools import combinations
from typing import NamedTuple

from games.core.values import Seat

FEWEST = 2
"""The fewest people at a table: nobody plays a round against bots only."""
STEPS = 15_000
"""How many groups the exact search tries."""
STARTS = 12
"""How often the inexact search starts again, each time from other groups."""

Group = tuple[int, ...]
"""The people at one table, by their positions in the standings."""


class Pairing(NamedTuple):
    """The people of each table in seat order, the best first; and who has no table."""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()


def drawn(players: Sequence[int], seed: str) -> tuple[int, ...]:
    """The players in an order drawn by lot, the same for the same seed."""

    def lot(player: int) -> bytes:
        return blake2b(f"{seed} {player}".encode(), digest_size=16).digest()

    return tuple(sorted(players, key=lot))


def table_sizes(people: int, most: int) -> tuple[int, ...]:
    """The people at each table, the larger tables first; people without a table have a bye.

    There are as few tables as possible, and their sizes differ by at most one. Only at tables for
    two somebody may be left over.
    """
    if people < FEWEST:
        return ()
    tables = -(-people // most)
    least, larger = divmod(people, tables)
    if least < FEWEST:
        return table_sizes(people - 1, most)
    return (least + 1,) * larger + (least,) * (tables - larger)


def pair(
    players: Sequence[int],
    earlier: Sequence[Pairing],
    most: int,
    apart: Collection[tuple[int, int]] = (),
) -> Pairing:
    """Seat a round for `players`, who are in the order of the standings.

    The pairs in `apart` meet only if every other way to seat the round has such a pair, too.
    """
    sizes = table_sizes(len(players), most)
    byes = _byes(players, earlier, len(players) - sum(sizes))
    left = [player for player in players if player not in byes]
    met = Counter(
        frozenset(two)
        for round_ in earlier
        for table in round_.tables
        for two in combinations(table, 2)
    )
    worst = met.total() + 1
    met.update({frozenset(two): worst for two in apart})
    meetings = {
        (a, b): met[frozenset((left[a], left[b]))] for a, b in combinations(range(len(left)), 2)
    }
    groups = _Search(meetings).groups(tuple(range(len(left))), sizes)
    tables = (tuple(left[index] for index in group) for group in groups)
    return Pairing(tuple(_seated(table, earlier) for table in tables), byes)


def _byes(players: Sequence[int], earlier: Sequence[Pairing], count: int) -> tuple[int, ...]:
    """The people without a table: those with the fewest byes, and among them the lowest."""
    had = Counter(player for round_ in earlier for player in round_.byes)
    lowest = list(players)[::-1]
    lowest.sort(key=lambda player: had[player])
    return tuple(lowest[:count])


class _Search:
    """Groups people with as few repeated meetings as possible, those who stand alike together."""

    def __init__(self, meetings: Mapping[tuple[int, int], int]) -> None:
        """`meetings` counts how often two people have met, the better one first."""
        self._meetings = meetings
        self._steps = STEPS

    def groups(self, people: Group, sizes: Sequence[int]) -> list[Group]:
        """Group everybody; exact, unless that takes too many steps."""
        for allowed in range(sum(self._meetings.values()) + 1):
            result = self._grouped(people, tuple(sizes), allowed)
            if result is not None:
                return result
            if self._steps <= 0:
                break
        best = self._swapped(people, sizes)
        for number in range(STARTS):
            if not self._total(best):
                break
            other = self._swapped(drawn(people, str(number)), sizes)
            best = min(best, other, key=self._total)
        return best

    def _grouped(self, left: Group, sizes: Sequence[int], allowed: int) -> list[Group] | None:
        """The first grouping with at most `allowed` repeated meetings, if it is found in time."""
        if not left:
            return []
        for size in dict.fromkeys(sizes):
            index = sizes.index(size)
            others = (*sizes[:index], *sizes[index + 1 :])
            for group, cost in self._tables((left[0],), left[1:], size, allowed):
                rest = tuple(person for person in left if person not in group)
                result = self._grouped(rest, others, allowed - cost)
                if result is not None:
                    return [group, *result]
        return None

    def _tables(
        self, group: Group, left: Group, size: int, allowed: int, cost: int = 0
    ) -> Iterator[tuple[Group, int]]:
        """Every table for a group and some of those left, the closest in the standings first."""
        self._steps -= 1
        if len(group) == size:
            yield group, cost
            return
        for index, person in enumerate(left):
            if self._steps <= 0:
                return
            more = cost + sum(self._meetings[other, person] for other in group)
            if more <= allowed:
                yield from self._tables((*group, person), left[index + 1 :], size, allowed, more)

    def _swapped(self, people: Group, sizes: Sequence[int]) -> list[Group]:
        """Group people in this order, then swap two as long as fewer meet again."""
        groups, index = list[Group](), 0
        for size in sizes:
            groups.append(tuple(sorted(people[index : index + size])))
            index += size
        while (swap := self._best_swap(groups)) is not None:
            (first, a), (other, b) = swap
            groups[first] = _replaced(groups[first], a, b)
            groups[other] = _replaced(groups[other], b, a)
        return sorted(groups)

    def _best_swap(self, groups: Sequence[Group]) -> tuple[tuple[int, int], tuple[int, int]] | None:
        """The swap that saves most meetings, and of those the one between the closest people."""
        best, swap = (0, 0), None
        for first, other in combinations(range(len(groups)), 2):
            before = self._cost(groups[first]) + self._cost(groups[other])
            if not before:
                continue
            for a in groups[first]:
                for b in groups[other]:
                    after = self._cost(_replaced(groups[first], a, b))
                    after += self._cost(_replaced(groups[other], b, a))
                    saved = (after - before, abs(a - b))
                    if after < before and (swap is None or saved < best):
                        best, swap = saved, ((first, a), (other, b))
        return swap

    def _total(self, groups: Sequence[Group]) -> int:
        return sum(map(self._cost, groups))

    def _cost(self, group: Group) -> int:
        return sum(self._meetings[two] for two in combinations(group, 2))


def _replaced(group: Group, old: int, by: int) -> Group:
    return tuple(sorted((*(other for other in group if other != old), by)))


def _seated(table: tuple[int, ...], earlier: Sequence[Pairing]) -> tuple[int, ...]:
    """The people of a table in the seat order that repeats the fewest seats."""
    had = Counter(
        (player, seat)
        for round_ in earlier
        for seated in round_.tables
        for seat, player in enumerate(seated)
    )

    @cache
    def best(left: frozenset[int]) -> tuple[int, tuple[int, ...]]:
        """The cost of seating those left on the last seats, and their order."""
        seat: Seat = len(table) - len(left)
        orders = list[tuple[int, tuple[int, ...]]]()
        for player in (person for person in table if person in left):
            cost, order = best(left - {player})
            orders.append((had[player, seat] + cost, (player, *order)))
        return min(orders, key=lambda order: order[0], default=(0, ()))

    return best(frozenset(table))[1]
