"""What everybody may look at now: everything except the coming rolls."""

from typing import Literal

from games.core.game import View
from games.core.values import Frozen, Seat
from tests.toys.plots.state import Stage


class TurnView(Frozen):
    """Dice, plots and points at one moment."""

    hand: tuple[int, ...]
    plots: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]
    bag: int


class PlotsView(View):
    """The table; the same for every viewer."""

    stage: Stage
    rounds: int
    round: int
    reach: Literal["own", "neighbours"]
    turn: Seat
    now: TurnView
    before: TurnView
    """The turn at the last roll, which a take-back restores."""
    harvests: tuple[tuple[int, int, Seat], ...]
