"""The policy of bot seats."""

from games.core.ai.memory import Level, Memory
from games.core.open_fields import imagine
from games.core.rng import Rng
from tests.toys.plots.moves import EndTurn, Place, PlotsMove, Roll
from tests.toys.plots.prompts import MOST, no_place, reachable
from tests.toys.plots.state import FULL, PLOTS_EACH, State, Turn
from tests.toys.plots.views import PlotsView, TurnView


def decide(view: PlotsView, _memory: Memory, _level: Level, rng: Rng) -> PlotsMove:
    """Roll all dice; place the lowest where it fits, on own plots that fill up first."""
    if view.stage == "roll":
        return Roll(count=MOST)
    ways = [
        (_worth(view, plot), rng.below(100), -die, plot)
        for die in view.now.hand
        for plot in reachable(view)
        if no_place(view, die, plot) is None
    ]
    if not ways:
        return EndTurn()
    _, _, die, plot = max(ways)
    return Place(die=str(-die), plot=str(plot))


def _worth(view: PlotsView, plot: int) -> int:
    own = plot // PLOTS_EACH == view.turn
    filled = len(view.now.plots[plot])
    return filled + FULL if own else (filled == FULL - 1)


def determinize(view: PlotsView, _memory: Memory, rng: Rng) -> State:
    """Redraw the coming rolls; everything else is open."""
    return imagine(
        State, view, rng=rng.branch("imagined"), now=_turn(view.now), before=_turn(view.before)
    )


def _turn(turn: TurnView) -> Turn:
    return Turn(list(turn.hand), [list(plot) for plot in turn.plots], list(turn.points), turn.bag)
