"""The standings of a tournament, from the results of its tables.

A table is worth up to 100 points. Each person gets the share of the other people whom they finished
ahead of, and half of it for a tie: at a table of four 100, 67, 33 and 0. So tables of different
sizes are worth the same. Bots get nothing and count for nothing; whoever leaves a seat to a bot
ranks below everybody who stayed. A person without a table in a round, by the draw, gets 100. A
table without a result is worth nothing, and without any result there are no standings.

Ties on points are broken by tables won, then by the opponents' average points per round. People who
are still level share a place. People who left keep their points, but can't win.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

FULL = Fraction(100)
"""The points for finishing ahead of everybody at a table."""


class RoundResult(NamedTuple):
    """The ranks at each table by person, 1 for the first, ties alike; and who had no table.

    `undecided` are the people of tables without a result.
    """

    tables: tuple[Mapping[int, int], ...]
    byes: tuple[int, ...] = ()
    undecided: tuple[int, ...] = ()


class StandingRow(NamedTuple):
    """One person in the standings."""

    place: int
    player_id: int
    points: Fraction
    firsts: int
    """Tables won, without those where the first place is shared."""
    opposition: Fraction
    """The opponents' average points per round."""
    rounds: int
    """Rounds in which they had a table or a bye."""

    @property
    def shown(self) -> int:
        """The points as a whole number."""
        return round(self.points)


def points_of(ranks: Mapping[int, int]) -> dict[int, Fraction]:
    """The points of each person at one table; somebody alone gets them all."""
    others = len(ranks) - 1
    if not others:
        return dict.fromkeys(ranks, FULL)
    halves = {
        player: sum(2 if rank > mine else rank == mine for rank in ranks.values()) - 1
        for player, mine in ranks.items()
    }
    return {player: FULL * count / (2 * others) for player, count in halves.items()}


def standings(rounds: Sequence[RoundResult], left: Collection[int] = ()) -> tuple[StandingRow, ...]:
    """Everybody who had a table or a bye, the first places first; nobody if no table was decided.

    `left` are people who left the tournament before its end.
    """
    if not any(round_.tables for round_ in rounds):
        return ()
    points: defaultdict[int, Fraction] = defaultdict(Fraction)
    played: defaultdict[int, int] = defaultdict(int)
    firsts: defaultdict[int, int] = defaultdict(int)
    opponents: defaultdict[int, list[int]] = defaultdict(list)
    for round_ in rounds:
        for ranks in round_.tables:
            winners = list(ranks.values()).count(1)
            for player, won in points_of(ranks).items():
                points[player] += won
                played[player] += 1
                firsts[player] += ranks[player] == 1 and winners == 1
                opponents[player] += [other for other in ranks if other != player]
        for player in round_.byes:
            points[player] += FULL
            played[player] += 1
        for player in round_.undecided:
            played[player] += 1

    averages = {player: points[player] / count for player, count in played.items()}

    def strength(player: int) -> Fraction:
        """Return the average points per round of a player's opponents."""
        met = opponents[player]
        return sum((averages[other] for other in met), Fraction()) / max(1, len(met))

    results = {player: (points[player], firsts[player], strength(player)) for player in played}
    best = max((result for player, result in results.items() if player not in left), default=None)
    keys = {
        player: (player not in left and result == best, *result)
        for player, result in results.items()
    }

    ordered = sorted(keys.values(), reverse=True)

    def place(player: int) -> int:
        shared = 1 + ordered.index(keys[player])
        return max(2, shared) if player in left else shared

    return tuple(
        StandingRow(
            place=place(player),
            player_id=player,
            points=points[player],
            firsts=firsts[player],
            opposition=results[player][2],
            rounds=played[player],
        )
        for player in sorted(keys, key=keys.__getitem__, reverse=True)
    )
