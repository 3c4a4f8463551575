"""How long a policy takes (A1), and what the event loop notices of it.

Policies run in a thread, as in the bot. The goal is about a worker process, which is for policies
that search. Ours read one view and answer within milliseconds, so another process would only hold a
copy of the program. The rows show when it is time for one.
"""

import asyncio
import statistics
import sys
import time
from collections.abc import Iterator
from functools import partial

from games import GAMES
from games.core.ai.memory import NO_MEMORY, Level
from games.core.game import AnyGame, View
from games.core.rng import Rng
from tests.bench.report import Part, Row
from tests.games.random_moves import random_move

HAND_OVER = 0.0005
"""Seconds after which a thread gives the interpreter to a waiting one, as the bot sets it."""
MOVES, FEW = 300, 40
"""How many are timed, and how many in a quick run."""
SLOWEST = 1.0
NOTICED = 0.05
"""Seconds for which a held loop goes unnoticed."""


def parts(*, quick: bool) -> dict[str, Part]:
    """Return a part for each game."""
    moves = FEW if quick else MOVES
    return {game.info.key: partial(_rows, game, moves) for game in GAMES}


def _rows(game: AnyGame, moves: int) -> list[Row]:
    """Return a game's rows at its fullest table: policy time, and the loop's longest turn."""
    sys.setswitchinterval(HAND_OVER)
    return asyncio.run(_thinking(game, moves))


async def _thinking(game: AnyGame, moves: int) -> list[Row]:
    times, holds = [], []
    for view in _views(game, moves):
        thinking = asyncio.create_task(_timed(game, view))
        longest = 0.0
        while not thinking.done():
            begun = time.perf_counter()
            await asyncio.sleep(0)
            longest = max(longest, time.perf_counter() - begun)
        holds.append(longest)
        times.append(thinking.result())
    p95 = statistics.quantiles(times, n=20)[18]
    held = statistics.quantiles(holds, n=20)[18]
    key = game.info.key
    return [
        Row(f"A1 {key}: a bot seat's move p95", "<= 1 s", f"{p95 * 1000:.1f} ms", p95 <= SLOWEST),
        Row(
            f"A1 {key}: longest hold of the loop meanwhile, p95",
            "<= 50 ms",
            f"{held * 1000:.2f} ms",
            held <= NOTICED,
        ),
    ]


async def _timed(game: AnyGame, view: View) -> float:
    begun = time.perf_counter()
    await asyncio.to_thread(game.policy, view, NO_MEMORY, Level.NORMAL, Rng("bench"))
    return time.perf_counter() - begun


def _views(game: AnyGame, moves: int) -> Iterator[View]:
    """Yield the views of awaited seats in random matches."""
    rng, seen = Rng(f"seats {game.info.key}"), 0
    while seen < moves:
        state = game.setup(game.info.seats[1], game.options(), rng.fork(f"deal {seen}")).state
        while seen < moves and (awaited := game.awaited(state)):
            seat = min(awaited)
            view = game.view(state, seat)
            seen += 1
            yield view
            game.advance(state, seat, random_move(game, view, rng))
