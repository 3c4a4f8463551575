"""The hard level: play the promising moves out in many worlds and keep the best.

`determinize` draws each world from what the seat knows and remembers, so search cannot cheat. All
moves still in the race meet the same worlds with the same chance (paired playouts); after each heat
the worse half drops out (sequential halving). A playout follows the rules of thumb, with a
beginner's mistake now and then, to the end of the chapter (a hand, a round). There `Game.outlook`
estimates each seat's chance to win. The others' sealed answers are played in seat order, each from
its own view. Where answers are sealed, search draws among the moves that are about equally good,
because a predictable player can be seen through.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp, log2
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
ALIKE = 0.02
"""How much worse a move's chance may be and still be drawn often, where answers are sealed."""

Stop = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class BestMove:
    """The result of a search: the move, and the seat's chance with it and with the next best."""

    move: Move
    chance: float
    runner_up: Move | None = None
    runner_up_chance: float = 0.0
    playouts: int = 0


@dataclass(slots=True)
class _Racer:
    move: Any
    total: float = 0.0
    tries: int = 0

    @property
    def mean(self) -> float:
        return self.total / self.tries if self.tries else 0.0


def never() -> bool:
    """Let search use all its playouts."""
    return False


@dataclass(frozen=True, slots=True)
class Budget:
    """A limit on search: the same number of playouts on any machine.

    `stop` is asked between worlds, to protect slow machines; only then do moves depend on time.
    """

    playouts: int
    stop: Stop = never


def search(game: AnyGame, view: View, memory: Memory, rng: Rng, budget: Budget) -> BestMove:
    """Return the best move for the viewer; the same for the same arguments, if time allows."""
    seat = view.viewer
    prompt = game.prompt(view)
    assert seat is not None, "only a seat can search"
    assert prompt is not None, "only a seat that is asked can search"
    racers = [_Racer(move) for move in candidates(game, view, memory, rng)]
    if len(racers) == 1:
        return BestMove(racers[0].move, 1.0)
    heats = max(1, round(log2(len(racers))))
    everybody, made = list(racers), 0
    for _ in range(heats):
        if len(racers) == 1:
            break
        for _ in range(max(1, budget.playouts // (heats * len(racers)))):
            if made and budget.stop():
                break
            made += _one_world(game, view, memory, rng, racers)
        racers.sort(key=lambda racer: -racer.mean)
        racers = racers[: max(1, (len(racers) + 1) // 2)]
    best = max(everybody, key=lambda racer: (racer.tries, racer.mean))
    others = [racer for racer in everybody if racer is not best]
    second = max(others, key=lambda racer: (racer.tries, racer.mean))
    chosen = _drawn(everybody, best, rng) if prompt.sealed else best
    return BestMove(chosen.move, chosen.mean, second.move, second.mean, made)


def candidates(game: AnyGame, view: View, memory: Memory, rng: Rng) -> Sequence[Any]:
    """Return the moves to search: the game's own candidates and those of the rules of thumb."""
    found = list(game.candidates(view, rng))
    thumb = game.policy(view, memory, Level.NORMAL, rng)
    if thumb in found:
        found.remove(thumb)
    return [thumb, *found[: SEARCHED - 1]]


def _one_world(
    game: AnyGame, view: View, memory: Memory, rng: Rng, racers: Sequence[_Racer]
) -> int:
    world = game.determinize(view, memory, rng)
    chance = rng.branch("playouts")
    seat = view.viewer
    assert seat is not None
    for racer in racers:
        state = game.clone(world)
        game.advance(state, seat, racer.move)
        racer.total += playout(game, state, chance.clone())[seat]
        racer.tries += 1
    return len(racers)


def playout(game: AnyGame, state: Any, rng: Rng) -> Sequence[float]:
    """Play a state to the end of its chapter and return each seat's chance to win; mutates it."""
    chapter = game.chapter(state)
    for _ in range(LONGEST):
        awaited = game.awaited(state)
        if not awaited or game.chapter(state) != chapter:
            break
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
    weights = [exp((one - best) / max(spread, 0.05)) for one in points]
    total = sum(weights)
    return [weight / total for weight in weights]


def _drawn(racers: Sequence[_Racer], best: _Racer, rng: Rng) -> _Racer:
    """Draw one of the moves that lasted longest, preferring the better ones."""
    finalists = [racer for racer in racers if 2 * racer.tries >= best.tries]
    weights = [int(1000 * exp((one.mean - best.mean) / ALIKE)) for one in finalists]
    place = rng.below(sum(weights))
    for racer, weight in zip(finalists, weights, strict=True):
        place -= weight
        if place < 0:
            return racer
    return best
