"""The policy of bot seats, and determinize."""

from __future__ import annotations

from games.core.ai.memory import Level, Memory
from games.core.cards import take, without
from games.core.open_fields import imagine
from games.core.rng import Rng
from tests.toys.turns_and_hands.moves import Fold, Stay, Swap, TurnsAndHandsMove
from tests.toys.turns_and_hands.state import PACK, State, rank, total
from tests.toys.turns_and_hands.views import TurnsAndHandsView


def decide(view: TurnsAndHandsView, _memory: Memory, _level: Level, rng: Rng) -> TurnsAndHandsMove:
    """Stay with a good hand, fold a bad one, and swap the worst card of any other."""
    sign = -1 if view.options.low else 1
    strength = sign * (total(view.hand) - 13) + rng.below(3)
    if strength >= 4:
        return Stay()
    return (
        Fold() if strength < -4 else Swap(card=min(view.hand, key=lambda card: sign * rank(card)))
    )


def determinize(view: TurnsAndHandsView, _memory: Memory, rng: Rng) -> State:
    """Deal the others any cards that the viewer hasn't seen."""
    pile = without(PACK, [*view.hand, *view.swapped])
    rng.shuffle(pile)
    return imagine(
        State,
        view,
        rng=rng.branch("imagined"),
        points=[seat.points for seat in view.seats],
        hands=[
            list(seat.hand) or sorted(take(pile, seat.held), key=PACK.index) for seat in view.seats
        ],
        stands=[seat.stand for seat in view.seats],
        pile=pile,
    )
