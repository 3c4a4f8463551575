"""Stopping on Ctrl-C or SIGTERM: once, in order, and within a limit, on every system."""

import asyncio
import contextlib
import logging
import os
import signal
import stat
import threading
from collections.abc import Callable, Coroutine
from typing import Any

log = logging.getLogger(__name__)

ENDS_WITHIN = 9.0
"""Seconds after a signal in which the process ends, whatever hangs; Docker kills after 10."""
INTERRUPTED = 130
"""The exit status of a program that Ctrl-C ends before it has begun its work."""
HANG_UP: signal.Signals | None = getattr(signal, "SIGHUP", None)
"""The terminal was closed. Windows has no such signal."""
URGENT: signal.Signals | None = getattr(signal, "SIGURG", None)
"""A signal that nothing else uses. On Windows, all signals wake a loop without it."""
SIGNALS = (signal.SIGINT, signal.SIGTERM, *([HANG_UP] if HANG_UP is not None else []))


class Stop:
    """Asks once for the end of some work; the process ends soon after, even if something hangs."""

    def __init__(self, act: Callable[[], object], ends_within: float) -> None:
        self._act = act
        self._ends_within = ends_within
        self._loop = asyncio.get_running_loop()
        self.is_requested = False
        self.status = 1
        """The exit status of a process that has to be ended."""

    def request(self, *_: object) -> None:
        """Stop; a second request changes nothing. A signal or another thread may call this."""
        if self.is_requested:
            return
        self.is_requested = True
        limit = threading.Timer(self._ends_within, self._end)
        limit.daemon = True
        limit.start()
        with contextlib.suppress(RuntimeError):  # the loop is closed: the work has ended
            self._loop.call_soon_threadsafe(self._act)

    def _end(self) -> None:
        if self.status:
            log.error("still closing after %g seconds; ending the process", self._ends_within)
        os._exit(self.status)


async def run_until_stopped(
    work: Coroutine[Any, Any, None],
    *,
    ends_within: float = ENDS_WITHIN,
    watch: Callable[[Callable[[], None]], object] | None = None,
) -> None:
    """Run until the work ends, or the first signal to stop cancels it; later ones are ignored.

    Cancelled work may take its time to close. `watch` gets a function that stops it like a signal.
    """
    task = asyncio.current_task()
    assert task is not None  # there is always one in a coroutine
    stop = Stop(task.cancel, ends_within)
    wake_at_signals(asyncio.get_running_loop())
    # A handler of the event loop would be gone once it closes, and doesn't exist on Windows.
    is_under_nohup = HANG_UP is not None and signal.getsignal(HANG_UP) is signal.SIG_IGN
    numbers = [number for number in SIGNALS if not (number is HANG_UP and is_under_nohup)]
    for number in numbers:
        signal.signal(number, stop.request)
    if watch is not None:
        watch(stop.request)
    try:
        await work
    except asyncio.CancelledError:
        if not stop.is_requested:
            raise
        task.uncancel()
        for number in numbers:  # Python drops handlers before it ends: a late signal would kill it
            signal.signal(number, signal.SIG_IGN)
    stop.status = 0  # whatever still hangs has nothing left to lose


def wake_at_signals(loop: asyncio.AbstractEventLoop) -> None:
    """Let every signal wake the loop, even one that comes just before the loop begins to wait.

    Otherwise its handler would run at the loop's next event, which may be a minute away.
    """
    if URGENT is not None:
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(URGENT, lambda: None)


def watch_parent(stop: Callable[[], None]) -> None:
    """Call `stop` when the pipe on standard input ends, as it does when the parent is gone.

    Any other standard input, such as a terminal or a file, is left alone.
    """
    with contextlib.suppress(OSError):  # standard input is closed
        mode = os.fstat(0).st_mode
        if stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode):
            threading.Thread(target=_read_to_end, args=(stop,), daemon=True).start()


def _read_to_end(stop: Callable[[], None]) -> None:
    with contextlib.suppress(OSError):
        while os.read(0, 4096):
            pass
    stop()
