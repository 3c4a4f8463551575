"""How fast the rules run: random playouts, cloning, and one answer from form to new state."""

import importlib.util
import shutil
import statistics
import subprocess
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter, thread_time
from typing import Any

from games import GAMES
from games.core.answer import random_form
from games.core.game import AnyGame, apply_form
from games.core.rng import Rng
from games.core.values import Seat
from tests.bench.report import Part, Row

ROUNDS, FEW_ROUNDS = 5, 1
"""How often the two sides of a ratio are timed alternately; their medians are compared."""
PLAYOUTS = 12
"""Matches in one round."""
PEER = Path(__file__).parent / "peers" / "boardgame_io.cjs"


def parts(*, quick: bool) -> dict[str, Part]:
    """Return a part for each game, and one that compares playouts."""
    rounds = FEW_ROUNDS if quick else ROUNDS
    peers = {"peers": partial(_against_peers, rounds)}
    return peers | {game.info.key: partial(_rules, game, rounds) for game in GAMES}


def _rules(game: AnyGame, rounds: int) -> Iterator[Row]:
    yield _cloning(game, rounds)
    yield _whole_answer(game)


def _middle(game: AnyGame) -> int:
    """A table of middling size."""
    return sum(game.info.seats) // 2


def _start(game: AnyGame, number: int) -> Any:
    return game.setup(_middle(game), game.options(), Rng(f"engines {number}")).state


def _pick(game: AnyGame, state: Any, seat: Seat, chance: Random) -> Any:
    moves = list(game.moves(state, seat))
    # Faster than Random.choice, which would be a tenth of a playout.
    return moves[int(chance.random() * len(moves))]


def playout_speed(game: AnyGame, playouts: int) -> float:
    """Return moves a second of random playouts: one clone, then `moves` and `advance` in place."""
    chance, made, spent = Random(1), 0, 0.0
    for number in range(playouts):
        start = _start(game, number)
        begun = perf_counter()
        state = game.clone(start)
        while awaited := game.awaited(state):
            seat = min(awaited)
            game.advance(state, seat, _pick(game, state, seat, chance))
            made += 1
        spent += perf_counter() - begun
    return made / spent


def _against_peers(rounds: int) -> list[Row]:
    """E1: every game's playouts compared with two well-known engines, timed alternately."""
    has_rlcard, node = importlib.util.find_spec("rlcard") is not None, _node_with_boardgame_io()
    ours: dict[str, list[float]] = {game.info.key: [] for game in GAMES}
    rlcard: list[float] = []
    boardgame_io: list[float] = []
    for _ in range(rounds):
        for game in GAMES:
            ours[game.info.key].append(playout_speed(game, PLAYOUTS))
        if has_rlcard:
            rlcard.append(_rlcard_speed())
        if node is not None:
            boardgame_io.append(_boardgame_io_speed(node))
    speeds = {key: statistics.median(our) for key, our in ours.items()}
    heaviest = min(speeds.values())
    rows = []
    for key, speed in speeds.items():
        goal = 1 if speed == heaviest else 3
        rows.append(_compared(f"E1 playouts of {key} / rlcard UNO", speed, rlcard, goal))
    rows.append(_compared("E1 slowest game / boardgame.io", heaviest, boardgame_io, 10))
    return rows


def _compared(name: str, speed: float, peers: list[float], goal: int) -> Row:
    """Return our moves a second as a multiple of a peer's, or a row without a value."""
    if not peers:
        return Row(name, f">= {goal}x", f"{speed:,.0f} moves/s; SKIPPED: not installed", True)
    ratio = speed / statistics.median(peers)
    return Row(name, f">= {goal}x", f"{ratio:.1f}x ({speed:,.0f} moves/s)", ratio >= goal)


def _rlcard_speed() -> float:
    """Return moves a second of rlcard's UNO with its own random agents."""
    rlcard = importlib.import_module("rlcard")
    agents = importlib.import_module("rlcard.agents")
    env = rlcard.make("uno")
    env.set_agents([agents.RandomAgent(num_actions=env.num_actions)] * env.num_players)
    made, begun = 0, perf_counter()
    for _ in range(PLAYOUTS):
        trajectories, _payoffs = env.run(is_training=False)
        # A trajectory alternates what a player saw and did, and ends with what it saw.
        made += sum(len(trajectory) // 2 for trajectory in trajectories)
    return made / (perf_counter() - begun)


def _node_with_boardgame_io() -> str | None:
    """Return the Node.js that finds the package boardgame.io (see NODE_PATH), if there is one."""
    node = shutil.which("node")
    if node is None:
        return None
    seen = [node, "-e", "require.resolve('boardgame.io/client')"]
    result = subprocess.run(seen, capture_output=True, check=False)
    return None if result.returncode else node


def _boardgame_io_speed(node: str) -> float:
    """Return moves a second of a small trick game there."""
    run = [node, str(PEER), str(PLAYOUTS)]
    line = subprocess.run(run, capture_output=True, check=True, text=True)
    return float(line.stdout)


def _cloning(game: AnyGame, rounds: int) -> Row:
    """E2: what a copy before every move costs, in CPU time of this thread.

    The first of two equal moves pays for values that the second finds cached, so the copy and the
    original take turns to move first.
    """
    chance, ratios = Random(2), []
    for number in range(rounds * PLAYOUTS):
        state, cloning, advancing, copy_first = _start(game, number), 0.0, [0.0, 0.0], True
        while awaited := game.awaited(state):
            seat = min(awaited)
            move = _pick(game, state, seat, chance)
            begun = thread_time()
            draft = game.clone(state)
            cloning += thread_time() - begun
            for moved in (draft, state) if copy_first else (state, draft):
                begun = thread_time()
                game.advance(moved, seat, move)
                advancing[moved is state] += thread_time() - begun
            copy_first = not copy_first
        copied, in_place = advancing
        ratios.append(in_place / (cloning + copied))
    ratio = statistics.median(ratios)
    name = f"E2 clone + advance / advance, {game.info.key}"
    return Row(name, ">= 0.5x", f"{ratio:.2f}x", ratio >= 0.5)


def _whole_answer(game: AnyGame) -> Row:
    """E2: a whole answer, from the view and its form to the new state."""
    rng, times = Rng("answers"), []
    for number in range(3):
        state = _start(game, number)
        while awaited := game.awaited(state):
            seat = min(awaited)
            filled = game.prompt(game.view(state, seat))
            assert filled is not None
            form = random_form(filled, rng)
            begun = perf_counter()
            prompt = game.prompt(game.view(state, seat))
            assert prompt is not None
            _, step = apply_form(game, state, seat, prompt, form)
            times.append(perf_counter() - begun)
            state = step.state
    median = statistics.median(times) * 1000
    name = f"E2 view, form and apply, {game.info.key}"
    return Row(name, "<= 0.5 ms", f"{median:.3f} ms", median <= 0.5)
