"""The policy of bot seats."""

from games.core.ai.memory import Level, Memory
from games.core.rng import Rng
from tests.toys.turns_and_hands.moves import Fold, Stay, Swap, TurnsAndHandsMove
from tests.toys.turns_and_hands.state import TurnsAndHandsView, rank, total


def decide(view: TurnsAndHandsView, _memory: Memory, _level: Level, rng: Rng) -> TurnsAndHandsMove:
    """Stay with a good hand, fold a bad one, and swap the worst card of any other."""
    sign = -1 if view.options.low else 1
    strength = sign * (total(view.hand) - 13) + rng.below(3)
    if strength >= 4:
        return Stay()
    return (
        Fold() if strength < -4 else Swap(card=min(view.hand, key=lambda card: sign * rank(card)))
    )
