"""The hard level: plans the whole turn and keeps the way that leaves the best chance to win.

Between two rolls nothing is left to chance, so every order of placing the dice can be tried, with
or without one use of karma. At each die, only the most promising places are followed further.
"""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from games.core.cloning import clone
from games.diced_tomatoes.ai.estimate import chances
from games.diced_tomatoes.rules.dice import COLOUR, DICE, in_order
from games.diced_tomatoes.rules.legal import moves, places
from games.diced_tomatoes.rules.match import advance
from games.diced_tomatoes.rules.moves import (
    END_TURN,
    FINISHES,
    KARMA_COSTS,
    PLACES,
    Change,
    Clean,
    DicedMove,
    Flip,
    Place,
    Reroll,
    Rollover,
    Shift,
)
from games.diced_tomatoes.rules.state import State
from games.diced_tomatoes.rules.vines import VINE_AT

_WIDTH = 3
"""How many placements are followed further at each die."""


class _Plan(NamedTuple):
    """What to do first, and the chance to win at the end of the turn."""

    chance: float
    first: DicedMove


def best_move(state: State) -> DicedMove:
    """Return the first move of the best plan for a turn whose dice have been rolled."""
    turn = _Turn()
    plans = [turn.placing(state), *turn.spending(state)]
    move = max(plans, key=lambda plan: plan.chance).first
    if isinstance(move, Place) and len(state.hand) == 1:
        return FINISHES[move.die][VINE_AT[move.vine]]
    return move


@dataclass(slots=True)
class _Turn:
    """The plans found so far in one turn, as different orders lead to the same table."""

    _known: dict[Hashable, _Plan] = field(default_factory=dict)

    def placing(self, state: State) -> _Plan:
        """Return the best plan without karma."""
        key = (
            tuple(state.vines),
            tuple(state.flipped),
            tuple(state.tracks),
            tuple(state.hand),
            state.karma[state.turn],
        )
        if key not in self._known:
            self._known[key] = self._placing(state)
        return self._known[key]

    def _placing(self, state: State) -> _Plan:
        results = []
        for die, vines in places(state).items():
            for vine in vines:
                after = _after(state, PLACES[die][vine])
                results.append((_chance(after), PLACES[die][vine], after))
        if not results:
            return _Plan(_chance(state), END_TURN)
        results.sort(key=lambda way: -way[0])
        if len(state.hand) == 1:
            return _Plan(*results[0][:2])
        ways = [_Plan(self.placing(after).chance, move) for _, move, after in results[:_WIDTH]]
        return max(ways, key=lambda plan: plan.chance)

    def spending(self, state: State) -> Iterator[_Plan]:
        """Return the plans that begin with karma."""
        for move in moves(state):
            match move:
                case Shift() | Rollover() | Change() | Clean() | Flip():
                    yield _Plan(self.placing(_after(state, move)).chance, move)
                case Reroll():
                    rolled = [self.placing(variant).chance for variant in _rerolled(state, move)]
                    yield _Plan(sum(rolled) / len(rolled), move)


def _chance(state: State) -> float:
    """The chance to win of the seat whose turn ends."""
    return chances(state, (state.turn + 1) % state.seats)[state.turn]


def _after(state: State, move: DicedMove) -> State:
    after = clone(state)
    advance(after, move)
    return after


def _rerolled(state: State, move: Reroll) -> Iterator[State]:
    """Every state that this re-roll may lead to."""
    for new in DICE[COLOUR[move.die]]:
        after = clone(state)
        after.karma[after.turn] -= KARMA_COSTS["reroll"]
        after.hand.remove(move.die)
        after.hand = in_order([*after.hand, new])
        yield after
