"""How strong bots are: duplicate deals with seats rotated, win shares with 95 % intervals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import sqrt
from statistics import mean, stdev
from typing import Any

from games import GAMES
from games.core.ai.memory import NO_MEMORY, Level, Memory, remember
from games.core.ai.search import Budget, prospects, search
from games.core.game import AnyGame, View
from games.core.rng import Rng
from tests.bench.report import Row
from tests.games.random_moves import random_move

DEALS = 12
"""Deals of each row; each is played once from every seat."""
HARD_DEALS = 2
SEATS = 3
Player = Callable[[AnyGame, View, Memory, Rng], Any]


def at_random(game: AnyGame, view: View, _: Memory, rng: Rng) -> Any:
    """Fill in the form at random."""
    return random_move(game, view, rng)


def at_level(level: Level) -> Player:
    """Play by the rules of thumb of a level."""
    return lambda game, view, memory, rng: game.policy(view, memory, level, rng)


def searching(game: AnyGame, view: View, memory: Memory, rng: Rng) -> Any:
    """Search as the bot does, without a time limit."""
    return search(game, view, memory, rng, Budget(game.info.playouts)).move


def rows() -> Iterator[Row]:
    """Each game's goals: random among normals, normal among easies, hard among normals."""
    normal, easy = at_level(Level.NORMAL), at_level(Level.EASY)
    for game in GAMES:
        yield _row(game, "random among normals", (at_random, normal), DEALS, most=0.6)
        yield _row(game, "normal among easies", (normal, easy), DEALS, least=1.2)
        if game.info.playouts:
            least = 1.3 if game.info.key == "tomate" else 1.5
            yield _row(game, "hard among normals", (searching, normal), HARD_DEALS, least=least)


def _row(
    game: AnyGame,
    who: str,
    players: tuple[Player, Player],
    deals: int,
    *,
    least: float = 0,
    most: float = 99,
) -> Row:
    shares = [share(game, players, f"bots {number}") for number in range(deals)]
    share_won, error = mean(shares), 1.96 * stdev(shares) / sqrt(deals)
    goal = f">= {least}x" if least else f"<= {most}x"
    value = f"{share_won:.2f}x +- {error:.2f}"
    return Row(f"{game.info.key}: {who}", goal, value, least <= share_won <= most)


def share(game: AnyGame, players: tuple[Player, Player], seed: str) -> float:
    """Return the matches won by the first player, who sits once on every seat of one deal."""
    won = 0.0
    for seat in range(SEATS):
        seated = [players[int(other != seat)] for other in range(SEATS)]
        won += _play(game, seated, seed)[seat]
    return won


def _play(game: AnyGame, players: list[Player], seed: str) -> list[float]:
    """Play a match; return every seat's part of the victory."""
    step = game.setup(len(players), game.options(), Rng(seed))
    state, seats = step.state, range(len(players))
    memories = [remember(NO_MEMORY, seat, None, None, step.events) for seat in seats]
    chances = [Rng(f"{seed}, seat {seat}") for seat in seats]
    while awaited := game.awaited(state):
        actor = min(awaited)
        view = game.view(state, actor)
        move = players[actor](game, view, memories[actor], chances[actor])
        events = game.advance(state, actor, move)
        memories = [remember(memories[one], one, actor, move, events) for one in seats]
    return list(prospects(game, state))
