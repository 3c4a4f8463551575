"""What everybody may look at now: everything except the coming rolls."""

from __future__ import annotations

from typing import Literal

from games.core.game import Awaiting, View
from games.core.open_fields import show
from games.core.text import say, seat, seats
from games.core.values import Frozen, Seat
from tests.toys.plots.state import Stage, State, Turn


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


def look(state: State, viewer: Seat | None) -> PlotsView:
    """Return the table."""
    return show(
        PlotsView,
        state,
        viewer,
        awaiting=_awaiting(state),
        now=_turn(state.now),
        before=_turn(state.before),
    )


def _turn(turn: Turn) -> TurnView:
    return TurnView(
        hand=tuple(turn.hand),
        plots=tuple(tuple(plot) for plot in turn.plots),
        points=tuple(turn.points),
        bag=turn.bag,
    )


def _awaiting(state: State) -> Awaiting:
    if state.stage == "end":
        points = state.now.points
        best = [seat for seat, mine in enumerate(points) if mine == max(points)]
        return Awaiting(text=say("The match is over; first: {who}.", who=seats(best)))
    who = seat(state.turn)
    asked = say("{who}'s turn: roll.", who=who)
    if state.stage == "place":
        asked = say("{who}'s turn: place dice.", who=who)
    return Awaiting(text=asked, seats=(state.turn,))
