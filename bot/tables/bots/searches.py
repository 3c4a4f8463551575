"""Runs the hard level's search in processes of its own, so that the event loop only waits.

Processes are started at the first search. If all are busy or one has died, the seat uses its
heuristics instead; dead processes are replaced at the next search, but not for ever where they die
at their start. A process gets only what its seat may know, and returns a move.
"""

import asyncio
import logging
import multiprocessing
import os
import time
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from threading import Thread
from typing import Any, NamedTuple, TypeVar

from bot.circuit_breaker import PAUSE, CircuitBreaker
from bot.machine import lower_priority
from games import GAMES
from games import game as game_of
from games.core.ai.memory import Memory
from games.core.ai.search import BestMove, Budget, search
from games.core.game import View
from games.core.rng import Rng
from games.core.values import Seat

log = logging.getLogger(__name__)

Given = TypeVar("Given")
Found = TypeVar("Found")

KNOWN = frozenset(game.info.key for game in GAMES)
"""The games that a worker process can play."""

Start = Callable[[], Executor]
"""Starts the worker processes."""

WORKERS = 1
"""The number of processes that search at the same time."""
LONGEST = 1.0
"""Seconds after which a search returns its best move so far, on a slow machine."""
PATIENCE = 15.0
"""Seconds to wait for a process, including the start of the first one."""


class Task(NamedTuple):
    """One decision to search; all its data can be sent to another process."""

    game_key: str
    view: View
    memory: Memory
    rng: Rng
    playouts: int | None = None
    """For a hint: all of them are made, however long it takes. None for a bot's move."""

    @property
    def seat(self) -> Seat | None:
        return self.view.viewer


def work(task: Task) -> BestMove:
    """Search one decision; runs in a worker process.

    Where bots make no playouts, a hint that does still tells what a bot would do.
    """
    game = game_of(task.game_key)
    if task.playouts is None:
        until = time.monotonic() + LONGEST
        budget = Budget(game.info.playouts, lambda: time.monotonic() > until)
    else:
        budget = Budget(task.playouts, keeps_policy=not game.info.playouts)
    return search(game, task.view, task.memory, task.rng, budget)


def _processes(workers: int, niceness: int) -> Executor:
    return ProcessPoolExecutor(
        workers,
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_begin,
        initargs=(niceness,),
    )


def _begin(niceness: int) -> None:
    """Prepare a worker process, which would outlive a bot that is killed."""
    lower_priority(niceness)
    try:
        Thread(target=_end_with_the_bot, daemon=True).start()
    except RuntimeError:  # the limit of tasks is reached
        os._exit(1)  # the bot notices, and logs it once


def _end_with_the_bot() -> None:
    bot = multiprocessing.parent_process()
    assert bot is not None
    bot.join()
    os._exit(1)


class Searches:
    """Passes work to processes of its own; returns None at once if all are busy.

    A positive `niceness` lowers their priority. All that share a `breaker` are given up together.
    """

    def __init__(
        self,
        workers: int = WORKERS,
        start: Start | None = None,
        *,
        niceness: int = 0,
        breaker: CircuitBreaker | None = None,
    ) -> None:
        self._workers = workers
        self._start = start or partial(_processes, workers, niceness)
        self._breaker = breaker or CircuitBreaker()
        self._pool: Executor | None = None
        self._has_worked = False
        self._running = set[asyncio.Future[Any]]()

    @property
    def are_down(self) -> bool:
        """Tell whether worker processes fail at their start, so that no work is done for now."""
        return self._pool is None and self._breaker.is_open

    async def find(self, task: Task) -> BestMove | None:
        """Return what the search finds; None if no worker is free or one fails."""
        return await self.run(work, task) if task.game_key in KNOWN else None

    async def run(
        self, work: Callable[[Given], Found], task: Given, patience: float = PATIENCE
    ) -> Found | None:
        """Run a function in a worker process; None if none is free, or one fails or is slow."""
        self._running = {future for future in self._running if not future.done()}
        if len(self._running) >= self._workers or self.are_down:
            return None
        loop = asyncio.get_running_loop()
        try:
            future = loop.run_in_executor(self._started(), partial(work, task))
        except (OSError, RuntimeError):  # no process or thread can be started, or all have died
            self._died()
            return None
        self._running.add(future)
        future.add_done_callback(_retrieve)
        try:
            result = await asyncio.wait_for(asyncio.shield(future), patience)
        except TimeoutError:
            log.warning("search takes longer than %s s", patience)
        except BrokenProcessPool:
            self._died()
        except Exception as error:  # noqa: BLE001 - the match must go on whatever the search raises
            # Its message could name hidden cards.
            log.error("search failed: %s", type(error).__name__)  # noqa: TRY400 - see above
            self.close()
        else:
            self._has_worked = True
            self._breaker.succeeded()
            return result
        return None

    def close(self) -> None:
        """Stop the worker processes."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)

    def _started(self) -> Executor:
        if self._pool is None:
            self._pool = self._start()
        return self._pool

    def _died(self) -> None:
        """Drop the processes; log a death in the middle of work, and once that starts fail."""
        has_worked, self._has_worked = self._has_worked, False
        self.close()
        if self._breaker.failed():
            log.error(
                "Worker processes die at their start: hard bots play by heuristics, and reviews and"
                " clips are refused. The next try is in %d minutes.",
                PAUSE / 60,
            )
        elif has_worked:
            log.error("A worker process has died, and is replaced.")


def _retrieve(future: asyncio.Future[Any]) -> None:
    """Take the exception of a future: it was logged, or comes too late to matter."""
    if not future.cancelled():
        future.exception()
