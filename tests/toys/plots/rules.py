"""The rules, one function per heading of RULES.md."""

from games.core.cloning import clone
from games.core.event import Event
from games.core.game import Step
from games.core.rng import Rng
from games.core.values import Seat
from tests.toys.plots.moves import EndTurn, Place, PlotsMove, Roll, TakeBack
from tests.toys.plots.options import PlotsOptions
from tests.toys.plots.prompts import HELP, no_place, reachable
from tests.toys.plots.state import DICE, FULL, PLOTS_EACH, State, Turn
from tests.toys.plots.texts import Harvested, Placed, Rolled, TakenBack, TurnEnded


def setup(seats: int, options: PlotsOptions, rng: Rng) -> Step[State]:
    """Start with empty plots and a full bag (1)."""
    now = Turn([], [[] for _ in range(PLOTS_EACH * seats)], [0] * seats, DICE * seats)
    return Step(State(options.rounds, options.reach, rng, now, clone(now)), ())


def advance(state: State, _seat: Seat, move: PlotsMove) -> list[Event]:
    """Make a move and run on to the next decision."""
    state.harvests = []
    if isinstance(move, Roll):
        return roll(state, move.count)
    if isinstance(move, Place):
        return place(state, int(move.die), int(move.plot), absent=False)
    if isinstance(move, EndTurn):
        return end_turn(state)
    if isinstance(move, TakeBack):
        state.now = clone(state.before)
        return [TakenBack(seat=state.turn)]
    return place_for_absent(state)


def roll(state: State, count: int) -> list[Event]:
    """Roll the dice that were asked for (2)."""
    state.now.hand = sorted(state.rng.die() for _ in range(count))
    state.now.bag -= count
    state.before = clone(state.now)
    state.stage = "place"
    return [Rolled(seat=state.turn, dice=tuple(state.now.hand))]


def place(state: State, die: int, plot: int, *, absent: bool) -> list[Event]:
    """Put a die on a plot, and harvest the plot when it is full (3)."""
    now = state.now
    now.hand.remove(die)
    now.plots[plot].append(die)
    events: list[Event] = [Placed(seat=state.turn, die=die, plot=plot, absent=absent)]
    if len(now.plots[plot]) == FULL:
        points, owner = sum(now.plots[plot]), plot // PLOTS_EACH
        now.plots[plot] = []
        now.bag += FULL
        now.points[owner] += points
        if owner != state.turn:
            now.points[state.turn] += HELP
        state.harvests.append((plot, points, state.turn))
        events.append(Harvested(plot=plot, points=points))
    return events


def place_for_absent(state: State) -> list[Event]:
    """Place a random die on a random plot; nothing before it can be taken back (6)."""
    ways = [
        (die, plot)
        for die in state.now.hand
        for plot in reachable(state)
        if no_place(state, die, plot) is None
    ]
    die, plot = state.rng.choice(ways)
    events = place(state, die, plot, absent=True)
    state.before = clone(state.now)
    return events


def end_turn(state: State) -> list[Event]:
    """Pass the turn on; what is left goes back to the bag (4, 7)."""
    ended = TurnEnded(seat=state.turn, lost=len(state.now.hand))
    state.now.bag += len(state.now.hand)
    state.now.hand = []
    state.before = clone(state.now)
    last = state.turn == len(state.now.points) - 1
    if last and state.round == state.rounds:
        state.stage = "end"
        return [ended]
    state.turn = 0 if last else state.turn + 1
    state.round += last
    state.stage = "roll"
    return [ended]
