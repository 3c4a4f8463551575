"""The hard level: play the promising moves out in many worlds and keep the best.

`determinize` draws each world from what the seat knows and remembers, so search cannot cheat. All
moves still in the race meet the same worlds with the same chance (paired playouts); after each heat
the worse half drops out (sequential halving). A playout follows the rules of thumb, with a
beginner's mistake now and then, to the end of one or more chapters (hands, rounds). There
`Game.outlook` estimates each seat's chance to win. The others' sealed answers are played in seat
order, each from its own view; those that a world draws are changed where the rules allow it. The
move of the rules of thumb stays in the race to its end, and another one replaces it only if it did
better by more than chance explains. The worlds are random, so the choice varies among moves that
are about equally good.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import exp, log2, sqrt
from typing import Any

from games.core.ai.memory import Level, Memory
from games.core.game import SEARCHED, AnyGame, View
from games.core.prompt import Move
from games.core.rng import Rng
from games.core.values import Seat

LONGEST = 400
"""The number of moves after which a playout is cut off."""
MISTAKES = 8
"""One move in this many is a beginner's, in a playout."""
DOUBT = 1.0
"""By how many standard errors a move must beat that of the rules of thumb."""

Stop = Callable[[], bool]


class OutOfTimeError(Exception):
    """The budget has run out in the middle of a world."""


@dataclass(frozen=True, slots=True)
class BestMove:
    """The result of a search: the move, and the seat's chance with it and with the next best.

    There are no chances if the search was cut off: a mean of few results says nothing.
    """

    move: Move
    chance: float | None = None
    runner_up: Move | None = None
    runner_up_chance: float | None = None
    playouts: int = 0
    by_rule: bool = False
    """Whether the rules of thumb suggest this move too."""


@dataclass(slots=True)
class _Racer:
    """A move in the race: its results, and how much better than the first racer it did."""

    move: Any
    results: list[float] = field(default_factory=list)
    leads: list[float] = field(default_factory=list)

    @property
    def tries(self) -> int:
        return len(self.results)

    @property
    def mean(self) -> float:
        return sum(self.results) / len(self.results)

    @property
    def lead(self) -> float:
        return sum(self.leads) / len(self.leads) if self.leads else 0.0

    def sure_lead(self, doubt: float) -> float:
        """The lead less the part that chance may explain."""
        count = len(self.leads)
        if count < 2:
            return -1.0
        spread = sum((value - self.lead) ** 2 for value in self.leads) / (count - 1)
        return self.lead - doubt * sqrt(spread / count)


def never() -> bool:
    """Let search use all its playouts."""
    return False


@dataclass(frozen=True, slots=True)
class Budget:
    """A limit on search: the same number of playouts on any machine; 0 only asks the policy.

    `stop` is asked before every move of a playout, to protect slow machines; only then do moves
    depend on time.
    """

    playouts: int
    stop: Stop = never
    keeps_policy: bool = False
    """Whether the policy's move stays the best; playouts then only rate it."""


def search(game: AnyGame, view: View, memory: Memory, rng: Rng, budget: Budget) -> BestMove:
    """Return the best move for the viewer; the same for the same arguments, if time allows."""
    assert game.prompt(view) is not None, "only a seat that is asked can search"
    if not budget.playouts:
        return BestMove(game.policy(view, memory, Level.HARD, rng), by_rule=True)
    racers = [_Racer(move) for move in candidates(game, view, memory, rng)]
    if len(racers) == 1:
        return BestMove(racers[0].move, by_rule=True)
    worlds = Worlds(game, view, memory, rng, budget.stop)
    everybody, thumb = list(racers), racers[0]
    heats = max(1, round(log2(len(racers))))
    is_complete = True
    for _ in range(heats):
        share = max(1, budget.playouts // (heats * len(racers)))
        if len(racers) == 1:
            break
        if not _race(worlds, racers, share):
            is_complete = False
            break
        others = sorted(racers[1:], key=lambda racer: -racer.lead)
        racers = [thumb, *others[: len(racers) // 2]]
    best = thumb
    if not budget.keeps_policy:
        best = max(everybody, key=lambda racer: 0.0 if racer is thumb else racer.sure_lead(DOUBT))
    second = max(
        (rival for rival in everybody if rival is not best),
        key=lambda rival: (rival.tries, rival.lead),
    )
    made = sum(racer.tries for racer in everybody)
    return BestMove(
        move=best.move,
        chance=_chance(thumb, best) if is_complete else None,
        runner_up=second.move,
        runner_up_chance=_chance(thumb, second) if is_complete else None,
        playouts=made,
        by_rule=best is thumb,
    )


def _chance(thumb: _Racer, racer: _Racer) -> float:
    """The estimated chance with this move; a lead from few playouts may overshoot."""
    return min(1.0, max(0.0, thumb.mean + racer.lead))


def candidates(game: AnyGame, view: View, memory: Memory, rng: Rng) -> Sequence[Any]:
    """Return the moves to search: that of the rules of thumb, then the game's own candidates."""
    moves = list(game.candidates(view, memory, rng))
    thumb = game.policy(view, memory, Level.HARD, rng)
    if thumb in moves:
        moves.remove(thumb)
    return [thumb, *moves[: SEARCHED - 1]]


@dataclass(slots=True)
class Worlds:
    """Draws worlds that fit what a seat knows, and plays moves out in them."""

    game: AnyGame
    view: View
    memory: Memory = field(repr=False)
    rng: Rng = field(repr=False)
    stop: Stop = never

    def outcomes(self, moves: Sequence[Any]) -> list[float]:
        """Return the seat's chance to win with each move, in one world; OutOfTimeError."""
        seat = self.view.viewer
        assert seat is not None, "only a seat can search"
        world = self.game.determinize(self.view, self.memory, self.rng)
        chance = self.rng.branch("playouts")
        _answer_again(self.game, world, seat, chance.fork("sealed"))
        results = []
        for move in moves:
            state = self.game.clone(world)
            self.game.advance(state, seat, move)
            results.append(playout(self.game, state, chance.clone(), self.stop)[seat])
        return results


def _race(worlds: Worlds, racers: Sequence[_Racer], rounds: int) -> bool:
    """Let all racers play the same worlds; tell whether there was time for them all."""
    for _ in range(rounds):
        try:
            results = worlds.outcomes([racer.move for racer in racers])
        except OutOfTimeError:
            return False
        for racer, result in zip(racers, results, strict=True):
            racer.results.append(result)
            racer.leads.append(result - results[0])
    return True


def _answer_again(game: AnyGame, state: Any, seat: Seat, rng: Rng) -> None:
    """Let the others change the sealed answers that they have given, as far as they may."""
    for other in sorted(game.to_act(state) - game.awaited(state) - {seat}):
        game.advance(state, other, _reply(game, state, other, rng))


def playout(game: AnyGame, state: Any, rng: Rng, stop: Stop = never) -> Sequence[float]:
    """Play a state through its next chapters; return each seat's chance to win; mutates it."""
    end = game.chapter(state) + game.info.chapters
    for _ in range(LONGEST):
        awaited = game.awaited(state)
        if not awaited or game.chapter(state) >= end:
            break
        if stop():
            raise OutOfTimeError
        seat = min(awaited)
        game.advance(state, seat, _reply(game, state, seat, rng))
    return prospects(game, state)


def _reply(game: AnyGame, state: Any, seat: Seat, rng: Rng) -> Any:
    level = Level.EASY if rng.below(MISTAKES) == 0 else Level.NORMAL
    return game.reply(state, seat, level, rng)


def prospects(game: AnyGame, state: Any) -> Sequence[float]:
    """Return each seat's chance to win: the shared victory at the end, else the game's guess."""
    result = game.result(state)
    if result is None:
        return game.outlook(state)
    first = result.ranking[0]
    return [1 / len(first) if seat in first else 0.0 for seat in range(len(result.points))]


def chances(points: Sequence[float], spread: float) -> list[float]:
    """Turn points into chances to win, if the rest of the match scatters each by `spread`."""
    best = max(points)
    weights = [exp((point - best) / max(spread, 0.05)) for point in points]
    total = sum(weights)
    return [weight / total for weight in weights]
