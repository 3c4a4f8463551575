"""How much better than chance the games' policies play."""

from collections.abc import Iterator
from functools import partial

from games import GAMES
from games.core.ai.memory import NO_MEMORY, Level
from games.core.game import AnyGame, Game
from games.core.prompt import Move
from games.core.rng import Rng
from games.core.values import Seat
from tests.bench.report import Part, Row
from tests.games.random_moves import random_move

MATCHES, FEW = 1000, 60
"""How many are played, and how many in a quick run."""
GOAL = 1.5
"""How often a policy has to win, as a multiple of what chance wins."""


def parts(*, quick: bool) -> dict[str, Part]:
    """Return a part for each game."""
    matches = FEW if quick else MATCHES
    return {game.info.key: partial(_rows, game, matches) for game in GAMES}


def _rows(game: AnyGame, matches: int) -> Iterator[Row]:
    """Yield a row for one policy among random seats, at the smallest and the fullest table."""
    for seats in sorted({max(2, game.info.seats[0]), game.info.seats[1]}):
        yield _row(game, seats, matches)


def _row(game: AnyGame, seats: int, matches: int) -> Row:
    times = advantage(game, seats, matches)
    name = f"policy of {game.info.key}, {seats} seats, {matches} matches"
    return Row(name, f">= {GOAL}x its share", f"{times:.2f}x", times >= GOAL)


def advantage(game: AnyGame, seats: int, matches: int) -> float:
    """Return how often a policy among random seats wins, as a multiple of an equal share.

    It takes every seat in turn; a shared first place counts as its part of a win.
    """
    won = sum(_won(game, seats, number) for number in range(matches))
    return won / matches * seats


def _won(game: AnyGame, seats: int, number: int) -> float:
    rng, mine = Rng(f"minds {number}"), number % seats
    state = game.setup(seats, game.options(), rng.fork("match")).state
    while awaited := game.awaited(state):
        seat = min(awaited)
        if seat == mine:
            move = game.policy(game.view(state, seat), NO_MEMORY, Level.NORMAL, rng)
        else:
            move = _random(game, state, seat, rng)
        game.advance(state, seat, move)
    result = game.result(state)
    assert result is not None
    first = result.ranking[0]
    return 1 / len(first) if mine in first else 0.0


def _random(game: AnyGame, state: object, seat: Seat, rng: Rng) -> Move:
    """Return a random move: from the game's fast list if it has one, else from its form."""
    move: Move
    if type(game).moves is Game.moves:
        move = random_move(game, game.view(state, seat), rng)
    else:
        move = rng.choice(list(game.moves(state, seat)))
    return move
