"""How likely each seat is to win, between two rounds.

The weights were fitted (conditional logit) to 23,500 rounds of 2,200 matches of normal bots with 3
to 8 seats: they say how much each thing that a seat has raised its odds of winning.
"""

from collections.abc import Sequence
from math import exp
from typing import NamedTuple

from games.core.values import Seat
from games.karate_tomate.ai.strength import best_power
from games.karate_tomate.rules.cards import knives, trophies
from games.karate_tomate.rules.state import State


class _Weights(NamedTuple):
    """What things are worth to a seat, in logarithms of odds."""

    trophy: float
    fewest: float
    """For having the fewest knives."""
    knife: float
    """For each knife more than the fewest, up to three."""
    card: float
    power: float
    """For the strength of the best colour."""


_BY_TROPHIES = (
    _Weights(0.37, -0.13, 0.49, 0.41, 0.02),
    _Weights(0.43, -0.39, 0.44, 0.42, 0.03),
    _Weights(0.53, -0.82, 0.47, 0.40, 0.07),
    _Weights(0.35, -1.25, 0.38, 0.30, 0.12),
)
"""By the most trophies that a seat has, in thirds of those needed to call the end."""
_THIRDS = 3
_LEAD = 3
"""The most knives over the fewest that count."""


def chances(state: State) -> list[float]:
    """Return each seat's chance to win, between two rounds."""
    won = [(trophies(cards), knives(cards)) for cards in state.won]
    fewest = min(own for _, own in won)
    most = max(count for count, _ in won)
    third = _THIRDS * most // state.options.trophies_to_call
    weights = _BY_TROPHIES[min(third, _THIRDS)]
    odds = [exp(_promise(state, seat, weights, won[seat], fewest)) for seat in range(state.seats)]
    return [weight / sum(odds) for weight in odds]


def _promise(
    state: State, seat: Seat, weights: _Weights, won: tuple[int, int], fewest: int
) -> float:
    """Add up what a seat has."""
    count, own = won
    total = weights.trophy * count + weights.knife * min(own - fewest, _LEAD)
    if own == fewest:
        total += weights.fewest
    hand: Sequence[str] = state.hands[seat]
    return total + weights.card * len(hand) + weights.power * best_power(state.hands[seat])
