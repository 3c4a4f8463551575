"""Looking back: how good an answer was, and how likely each seat was to win.

An answer is compared with the best one in the same worlds, drawn from what its seat knew then. It
counts as just as good unless the difference is larger than chance explains.
"""

from dataclasses import dataclass, field
from math import sqrt

from games.core.ai.memory import NO_MEMORY, Memory
from games.core.ai.search import Budget, Worlds, playout, search
from games.core.game import AnyGame, View
from games.core.prompt import Move
from games.core.rng import Rng

COMPARED = 40
"""Worlds in which an answer meets the best one."""
DOUBT = 2.0
"""By how many standard errors an answer must be worse to count as a mistake."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The best answer to a question and the seat's chance to win with it, next to the one given."""

    best: Move = field(repr=False)
    best_chance: float
    made_chance: float

    @property
    def cost(self) -> float:
        """The chance to win that the answer gave away."""
        return self.best_chance - self.made_chance


def judge(
    game: AnyGame, view: View, memory: Memory, made: Move, *, rng: Rng, playouts: int
) -> Judgement | None:
    """Compare an answer with the best one that search finds; None if there was no choice.

    The same arguments give the same judgement.
    """
    result = search(game, view, memory, rng, Budget(playouts))
    if result.runner_up is None:
        return None
    assert result.chance is not None, "nothing cuts this search off"
    if result.move == made:
        return Judgement(made, result.chance, result.chance)
    worlds = Worlds(game, view, memory, rng)
    pairs = [worlds.outcomes((result.move, made)) for _ in range(COMPARED)]
    best, mine = (sum(pair[index] for pair in pairs) / COMPARED for index in (0, 1))
    spread = sum((first - other - best + mine) ** 2 for first, other in pairs) / (COMPARED - 1)
    if best - mine <= DOUBT * sqrt(spread / COMPARED):
        return Judgement(made, mine, mine)
    return Judgement(result.move, best, mine)


def forecast(game: AnyGame, view: View, rng: Rng, playouts: int) -> tuple[float, ...]:
    """Return each seat's chance to win, as a viewer without a memory may judge it."""
    results = []
    for _ in range(playouts):
        world = game.determinize(view, NO_MEMORY, rng)
        results.append(playout(game, world, rng.branch("playouts")))
    return tuple(sum(chances) / playouts for chances in zip(*results, strict=True))
