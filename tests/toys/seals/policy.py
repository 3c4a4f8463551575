"""The policy of bot seats."""

from games.core.ai.memory import Level, Memory
from games.core.rng import Rng
from tests.toys.seals.moves import Choose, Draw, SealsMove, Swap
from tests.toys.seals.state import FLAG, KINDS
from tests.toys.seals.views import SealsView


def decide(view: SealsView, _memory: Memory, _level: Level, rng: Rng) -> SealsMove:
    """Show the best card if it is good, else the flag; then swap the two worst."""
    by_value = sorted(view.hand, key=lambda card: int(card[1]))
    if view.stage == "choose":
        best = by_value[-1] if by_value else FLAG
        return Choose(card=best if best != FLAG and int(best[1]) + rng.below(3) >= 4 else FLAG)
    worst = sorted(by_value[:2], key=KINDS.index)
    return Swap(cards=tuple(worst)) if len(worst) == 2 else Draw()
