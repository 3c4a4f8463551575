"""Search in worker processes: a busy or dead worker costs strength, never a move."""

import asyncio
import pickle
import signal
import subprocess
import sys
import threading
from concurrent.futures import Executor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import pytest

from bot.circuit_breaker import TRIES, CircuitBreaker
from bot.tables.bots import searches as searches_module
from bot.tables.bots.searches import Searches, Task, work
from games.core.ai.memory import NO_MEMORY
from games.core.rng import Rng
from games.tomate import TOMATE
from games.tomatomat import TOMATOMAT
from games.tomatomat.ai import planning

LONGEST = 60.0
"""Seconds that a busy machine may need."""


def task(game_key: str = "tomate") -> Task:
    state = TOMATE.setup(2, TOMATE.options(), Rng("deal")).state
    return Task(game_key, TOMATE.view(state, state.turn), NO_MEMORY, Rng("chance"), playouts=8)


class Dead(Executor):
    """A pool whose process was killed, or can't be started."""

    def __init__(self, error: Exception | None = None) -> None:
        self._error = error or BrokenProcessPool()

    def submit(self, *_: Any, **__: Any) -> Any:
        raise self._error


def test_a_task_can_be_sent_and_gives_the_same_move_there() -> None:
    """A task sent to a worker arrives complete, so the worker finds the same move."""
    asked = task()
    assert work(pickle.loads(pickle.dumps(asked))) == work(asked)


def test_a_hint_is_what_a_bot_would_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where bots plan without playouts, a hint's playouts don't replace the planned move."""
    monkeypatch.setattr(planning, "WORLDS", 2)
    state = TOMATOMAT.setup(3, TOMATOMAT.options(), Rng("deal")).state
    view = TOMATOMAT.view(state, 0)
    results = [
        work(Task("tomatomat", view, NO_MEMORY, Rng(f"hint {number}"), playouts=48))
        for number in range(4)
    ]
    assert all(result.by_rule for result in results)


def test_a_hint_is_the_same_on_a_slow_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hint makes all its playouts, so its chances don't depend on the machine's speed."""
    quick = work(task())
    monkeypatch.setattr(searches_module, "LONGEST", -1.0)

    assert work(task()) == quick
    assert quick.chance is not None


async def test_a_busy_worker_refuses() -> None:
    """While every worker searches, the next seat gets no move."""
    release = threading.Event()
    pool = ThreadPoolExecutor(2)
    searches = Searches(1, lambda: pool)
    pool.submit(release.wait)
    pool.submit(release.wait)
    first = asyncio.create_task(searches.find(task()))
    await asyncio.sleep(0)
    assert await searches.find(task()) is None
    release.set()
    assert await first is not None
    assert await searches.find(task()) is not None
    searches.close()


async def test_a_dead_worker_is_replaced() -> None:
    """A task whose worker died finds no move, and the next task gets a new worker."""
    pools = [Dead(), ThreadPoolExecutor(1)]
    searches = Searches(1, lambda: pools.pop(0))
    assert await searches.find(task()) is None
    assert await searches.find(task()) is not None
    searches.close()


@pytest.mark.parametrize("error", [BrokenProcessPool(), BlockingIOError(), RuntimeError()])
async def test_workers_that_die_at_their_start_are_given_up(
    error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    """They are started a few times for all who share them, and one line of the log says so."""
    starts = list[int]()

    def start() -> Executor:
        starts.append(1)
        return Dead(error)

    breaker = CircuitBreaker()
    many = [Searches(1, start, breaker=breaker) for _ in range(2)]
    results = [await item.find(task()) for item in many * TRIES]

    assert results == [None] * len(results)
    assert len(starts) == TRIES
    assert all(item.are_down for item in many)
    assert [record.getMessage()[:36] for record in caplog.records] == [
        "Worker processes die at their start:"
    ]


async def test_a_worker_that_dies_in_the_middle_is_named_each_time(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """A worker that has worked before it died gives nothing up, however often that happens."""
    pools = [pool for _ in range(2 * TRIES) for pool in (ThreadPoolExecutor(1), Dead())]
    searches = Searches(1, lambda: pools.pop(0))
    for _ in range(2 * TRIES):
        assert await searches.find(task()) is not None
        searches.close()
        assert await searches.find(task()) is None

    assert not searches.are_down
    assert len(caplog.records) == 2 * TRIES


async def test_a_game_that_workers_do_not_know_is_not_searched() -> None:
    """A game that the workers don't know is never searched."""
    assert await Searches().find(task("chess")) is None


async def test_search_runs_in_another_process() -> None:
    """The real pool finds the same move in another process as this process does."""
    searches = Searches()
    asked = task()
    assert await searches.find(asked) == work(task())
    searches.close()


BOT = """
import asyncio, os, signal
from bot.circuit_breaker import TRIES, CircuitBreaker
from bot.tables.bots.searches import Searches
async def run():
    searches = Searches()
    assert await searches.run(abs, -1) == 1
    os.kill(os.getpid(), signal.SIGKILL)
asyncio.run(run())
"""


def test_a_worker_ends_with_the_bot() -> None:
    """A worker process ends when the bot is killed, which leaves the bot no time to say so."""
    bot = subprocess.Popen([sys.executable, "-c", BOT], stderr=subprocess.PIPE)
    bot.communicate(timeout=LONGEST)  # the worker holds the same pipe for errors until its end
    assert bot.returncode == -signal.SIGKILL
