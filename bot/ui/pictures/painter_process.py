"""Painting in other processes, which take nothing from the interpreter that answers people.

Each painting thread has one process, and waits while it paints. The processes share the folder
of drawn parts. One that dies costs time only: its thread paints that picture itself, and the next
picture starts another one. Where they die at their start, the threads soon paint without them.
They end with the bot, even if that is killed.
"""

import copyreg
import logging
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Timer, local
from typing import IO, BinaryIO, NamedTuple, ParamSpec, TypeVar, cast

from bot.circuit_breaker import PAUSE, CircuitBreaker
from bot.logs import LogFormat, set_up_logging
from bot.machine import keep_heap_small, lower_priority
from bot.ui.i18n.readers import picture_reader, plain_reader
from games.core.text import Reader
from render.disk.part_cache import use
from render.engine.cache import allow

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

_SECRETS = ("TOMATO_", "DISCORD_")
"""How the variables of the environment begin that a painter has no use for."""
_LONGEST = 20.0
"""Seconds after which a process that paints one picture is taken for hung."""
_NICENESS = 5
"""Where processors are scarce, pictures give way to answers."""


class PainterSettings(NamedTuple):
    """All that a painter's process knows of the settings."""

    folder: Path | None
    """Of drawn parts."""
    memory: int
    """Bytes for parts of pictures."""
    log_format: LogFormat = "text"


class _Pickler(pickle.Pickler):
    """Sends a reader's language and names; a painter has the catalogues itself."""

    dispatch_table = copyreg.dispatch_table.copy()
    dispatch_table[Reader] = lambda reader: (
        plain_reader if reader.aside is None else picture_reader,
        (reader.language, reader.names),
    )


class PainterProcess:
    """A process that paints for one thread."""

    def __init__(self, settings: PainterSettings, breaker: CircuitBreaker | None = None) -> None:
        """Start the process, which takes half a second until it can paint.

        All processes that share a `breaker` are given up together.
        """
        self._settings = settings
        self._breaker = breaker or CircuitBreaker()
        self._process: subprocess.Popen[bytes] | None = None
        self._has_painted = False
        with suppress(OSError):  # the first picture tries again, and counts the failure
            self._started()

    def run(self, work: Callable[[], T]) -> T:
        """Do this work in the process, or here if the process fails; raises what the work raises.

        Work, its arguments and its result must be picklable.
        """
        if self._process is None and self._breaker.is_open:
            return work()
        watch = Timer(_LONGEST, self._end)
        watch.daemon = True
        watch.start()
        try:
            answers = self._send(work)
            done, value = pickle.load(answers)  # noqa: S301 - from our own process
        except (OSError, EOFError, pickle.UnpicklingError) as error:
            self._failed(type(error).__name__)
            return work()
        finally:
            watch.cancel()
        self._has_painted = True
        self._breaker.succeeded()
        if not done:
            raise value
        return cast(T, value)

    def _end(self) -> None:
        """Kill a process that hangs, so that its thread sees it die."""
        process = self._process
        if process is not None:
            process.kill()

    def close(self) -> None:
        """End the process, which has nothing to lose."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()

    def _failed(self, why: str) -> None:
        """End the process; log a death in the middle of work, and once that starts fail."""
        has_painted, self._has_painted = self._has_painted, False
        self.close()
        if self._breaker.failed():
            log.warning(
                "Painter processes fail at their start (%s), so the bot paints without them."
                " It tries again every %d minutes.",
                why,
                PAUSE / 60,
            )
        elif has_painted:
            log.warning("A painter process has failed, and is replaced: %s", why)

    def _send(self, what: object) -> IO[bytes]:
        """Send an object to the process; returns where it answers."""
        process = self._started()
        assert process.stdin is not None
        assert process.stdout is not None
        _Pickler(process.stdin, pickle.HIGHEST_PROTOCOL).dump(what)
        process.stdin.flush()
        return process.stdout

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            environment = {
                name: value for name, value in os.environ.items() if not name.startswith(_SECRETS)
            }
            self._process = subprocess.Popen(  # noqa: S603 - our own program
                [sys.executable, "-m", __name__],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={**environment, "PYTHONPATH": os.pathsep.join(sys.path)},
            )
            self._send(self._settings)
        return self._process


class _OfThread(local):
    process: PainterProcess | None = None


_own = _OfThread()


class PainterProcesses:
    """The processes of a pool of threads."""

    def __init__(self, settings: PainterSettings) -> None:
        self._settings = settings
        self._breaker = CircuitBreaker()
        self._processes: list[PainterProcess] = []

    def adopt(self) -> None:
        """Start a process for the calling thread."""
        _own.process = PainterProcess(self._settings, self._breaker)
        self._processes.append(_own.process)

    def close(self) -> None:
        """End all processes; their threads have ended."""
        for process in self._processes:
            process.close()


def painted(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call this function in the process of the calling thread, or here if it has none."""
    done = partial(work, *args, **kwargs)
    return done() if _own.process is None else _own.process.run(done)


def _serve(asked: BinaryIO, answers: BinaryIO) -> None:
    """Paint what is asked until there is nobody left who could ask."""
    settings: PainterSettings = pickle.load(asked)  # noqa: S301 - from the bot
    set_up_logging("WARNING", settings.log_format, "")
    use(settings.folder)
    allow(settings.memory)
    while True:
        try:
            work: Callable[[], object] = pickle.load(asked)  # noqa: S301 - as above
        except EOFError:
            return
        try:
            answer = True, work()
        except Exception as error:  # noqa: BLE001 - raised again by the thread that asked
            answer = False, error
        pickle.dump(answer, answers, pickle.HIGHEST_PROTOCOL)
        answers.flush()


def main() -> None:
    """Paint for the process that started this one."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)  # the bot still needs its painters to stop properly
    lower_priority(_NICENESS)
    keep_heap_small()
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever prints must not spoil an answer
    _serve(sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
