"""Ctrl-C and SIGTERM, with event loops that accept signal handlers and on Windows."""

import asyncio
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import pytest

import bot.stopping
import playground.stopping
from bot.stopping import HANG_UP, SIGNALS, run_until_stopped

AMPLE = 3600
"""Seconds within which no test lets its process be ended."""
PATIENCE = 60
HANGING = """
import asyncio, threading
from bot.stopping import run_until_stopped

async def {work}

asyncio.run(run_until_stopped(work(), ends_within=0.1, watch=lambda stop: stop()))
"""
IN_A_THREAD = """work():
    asyncio.get_running_loop().run_in_executor(None, threading.Event().wait)
    await asyncio.Event().wait()"""
IN_CLOSING = """work():
    try:
        await asyncio.Event().wait()
    finally:
        await asyncio.Event().wait()"""


class WindowsLoop(asyncio.SelectorEventLoop):
    """Refuses signal handlers, as Windows event loops do."""

    def add_signal_handler(self, *_: Any) -> None:  # type: ignore[override]  # refuses anything
        raise NotImplementedError


@pytest.fixture(autouse=True)
def handlers_as_before() -> Iterator[None]:
    before = {number: signal.getsignal(number) for number in SIGNALS}
    if HANG_UP is not None:  # the tests may run under nohup
        signal.signal(HANG_UP, signal.SIG_DFL)
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize("loop", [asyncio.SelectorEventLoop, WindowsLoop])
def test_later_signals_change_nothing(
    loop: type[asyncio.AbstractEventLoop], number: signal.Signals
) -> None:
    """The first signal stops what runs; no later one cuts its closing short."""
    steps = []

    async def work() -> None:
        try:
            signal.raise_signal(number)
            await asyncio.Event().wait()
        finally:
            for later in (*SIGNALS, *SIGNALS):
                signal.raise_signal(later)
                await asyncio.sleep(0)
                steps.append(later)

    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(run_until_stopped(work(), ends_within=AMPLE))
        signal.raise_signal(number)

    assert steps == [*SIGNALS, *SIGNALS]
    # Python drops handlers of its own before a process ends.
    assert {signal.getsignal(later) for later in SIGNALS} == {signal.SIG_IGN}


@pytest.mark.skipif(HANG_UP is None, reason="no terminal sends a signal here")
def test_nohup_keeps_the_program_running() -> None:
    """A closed terminal stops nothing where that signal was ignored before the start."""
    assert HANG_UP is not None
    signal.signal(HANG_UP, signal.SIG_IGN)

    async def work() -> None:
        signal.raise_signal(HANG_UP)
        await asyncio.sleep(0)

    asyncio.run(run_until_stopped(work(), ends_within=AMPLE))
    assert signal.getsignal(HANG_UP) is signal.SIG_IGN


def test_another_thread_may_stop_the_work() -> None:
    """What watches for the parent's end stops the work from its own thread."""

    async def work() -> None:
        await asyncio.Event().wait()

    def watch(stop: Callable[[], None]) -> None:
        asyncio.get_running_loop().run_in_executor(None, stop)

    asyncio.run(run_until_stopped(work(), ends_within=AMPLE, watch=watch))


def test_an_error_ends_the_work() -> None:
    """An error of the work is raised."""

    async def work() -> None:
        raise LookupError

    with pytest.raises(LookupError):
        asyncio.run(run_until_stopped(work(), ends_within=AMPLE))


@pytest.mark.parametrize(("work", "status"), [(IN_A_THREAD, 0), (IN_CLOSING, 1)])
def test_a_process_ends_whatever_hangs(work: str, status: int) -> None:
    """A stopped process ends though a thread hangs, and with an error if its closing hangs."""
    line = [sys.executable, "-c", HANGING.format(work=work)]
    ended = subprocess.run(line, timeout=PATIENCE, check=False, capture_output=True, text=True)

    assert (ended.returncode, "still closing" in ended.stderr) == (status, bool(status))


@pytest.mark.skipif(sys.platform == "win32", reason="its loops do this themselves")
@pytest.mark.parametrize("stopping", [bot.stopping, playground.stopping])
def test_a_signal_wakes_a_loop_that_is_about_to_wait(stopping: ModuleType) -> None:
    """Signals are written to the loop's own socket, so that none waits for the next event."""
    descriptors = []

    async def work() -> int:
        descriptors.append(signal.set_wakeup_fd(-1))
        signal.set_wakeup_fd(descriptors[0])
        return 0

    asyncio.run(stopping.run_until_stopped(work()))

    assert descriptors != [-1]
