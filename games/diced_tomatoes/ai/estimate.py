"""How likely each seat is to win, between two turns.

The weights were fitted (conditional logit) to 17,000 ends of turns in 3,000 matches of normal bots
with 2 and 3 seats: they say how much each thing on the table raised a seat's odds of winning.
"""

from math import exp
from typing import NamedTuple

from games.core.values import Seat
from games.diced_tomatoes.rules.dice import COLOURS
from games.diced_tomatoes.rules.scoring import first_points, track_points
from games.diced_tomatoes.rules.state import NOBODY, State
from games.diced_tomatoes.rules.vines import EACH_SEAT, FULL, RIPEST, SLOTS, Vine, accepted, worth


class _Vine(NamedTuple):
    """What a vine is worth to its owner."""

    having: float
    face: float
    """For each face that may join it."""
    point: float
    """For each point it is worth."""


class _Weights(NamedTuple):
    """What things are worth to a seat, in logarithms of odds."""

    point: float
    karma: float
    tomato: float
    waiting: float
    """For having to wait a whole round for the next turn."""
    place: float
    """For an empty place."""
    vines: tuple[_Vine, _Vine, _Vine]
    """For a vine of one, two and three dice."""


_OPENING = _Weights(
    *(0.18, 0.13, 0.30, -0.50, 0.19),
    (_Vine(-0.36, 0.06, 0.13), _Vine(-0.31, 0.16, 0.14), _Vine(0.01, 0.19, 0.16)),
)
_MIDDLE = _Weights(
    *(0.24, 0.16, 0.40, -0.67, 0.24),
    (_Vine(-0.43, 0.09, 0.14), _Vine(-0.34, 0.26, 0.15), _Vine(-0.01, 0.19, 0.21)),
)
_FOUR = _Weights(
    *(0.29, 0.20, 0.51, -0.82, 0.13),
    (_Vine(-0.39, 0.11, 0.11), _Vine(-0.50, 0.37, 0.15), _Vine(-0.04, 0.26, 0.23)),
)
_FIVE = _Weights(
    *(0.38, 0.24, 0.51, -0.96, -0.01),
    (_Vine(-0.21, 0.05, 0.06), _Vine(-0.24, 0.15, 0.11), _Vine(-0.17, 0.37, 0.20)),
)
_BY_TOMATOES = (_OPENING, _OPENING, _MIDDLE, _MIDDLE, _FOUR, _FIVE)
"""By the most tomatoes that a seat has."""
_LAST_ROUND = _Weights(
    *(0.50, 0.30, 0.20, -0.24, -0.10),
    (_Vine(-0.10, 0.0, 0.01), _Vine(-0.05, 0.0, 0.0), _Vine(0.23, 0.0, 0.07)),
)
_TURN_LEFT = 0.27
"""For a turn still to come in the last round."""


def chances(state: State, following: Seat) -> list[float]:
    """Return each seat's chance to win, if the turn of seat `following` comes next."""
    odds = [exp(_promise(state, seat, following)) for seat in range(state.seats)]
    return [weight / sum(odds) for weight in odds]


def _promise(state: State, seat: Seat, following: Seat) -> float:
    """Add up what a seat has."""
    ending = state.finisher != NOBODY
    most = max(map(len, state.tracks))
    weights = _LAST_ROUND if ending else _BY_TOMATOES[min(most, SLOTS - 1)]
    turns = (seat - following) % state.seats
    points = track_points(state.options, state.tracks[seat])
    total = weights.point * (points + first_points(state, seat, state.finisher))
    total += weights.karma * min(state.options.karma_between_turns, state.karma[seat])
    total += weights.tomato * len(state.tracks[seat])
    total += weights.waiting * turns / state.seats
    if ending and turns <= (state.last - following) % state.seats:
        total += _TURN_LEFT
    own = slice(EACH_SEAT * seat, EACH_SEAT * (seat + 1))
    for dice, flipped in zip(state.vines[own], state.flipped[own], strict=True):
        total += _vine(weights, dice, flipped)
    return total


def _vine(weights: _Weights, dice: Vine, flipped: bool) -> float:
    """A worthless vine is about to leave an empty place."""
    value = worth(dice, flipped) if dice else 0
    if not 1 <= value <= RIPEST:
        return weights.place
    if len(dice) == FULL:
        return 0.0
    vine = weights.vines[len(dice) - 1]
    faces = len(accepted(dice, flipped, strict=False, room=FULL)) / len(COLOURS)
    return vine.having + vine.face * faces + vine.point * value
