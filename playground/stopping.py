"""Stopping on Ctrl-C or SIGTERM, or when the parent process is gone."""

import asyncio
import contextlib
import os
import signal
import stat
import threading
from collections.abc import Callable, Coroutine
from typing import Any

Stop = Callable[[], None]

INTERRUPTED = 130
"""Exit status after Ctrl-C before the work began."""
HANG_UP: signal.Signals | None = getattr(signal, "SIGHUP", None)  # Windows has none
URGENT: signal.Signals | None = getattr(signal, "SIGURG", None)
"""A signal that nothing else uses. On Windows, all signals wake a loop without it."""
SIGNALS = (signal.SIGINT, signal.SIGTERM, *([HANG_UP] if HANG_UP is not None else []))


async def run_until_stopped(
    work: Coroutine[Any, Any, int], watch: Callable[[Stop], None] | None = None
) -> int:
    """Run until the work ends or is told to stop; returns its exit status, 0 after a stop.

    The first signal cancels the work, which may take its time to clean up. `watch` gets a function
    that does the same from any thread.
    """
    loop = asyncio.get_running_loop()
    task = loop.create_task(work, name="work")
    wake_at_signals(loop)
    stopped = threading.Event()

    def stop(*_: object) -> None:
        if not stopped.is_set():
            stopped.set()
            with contextlib.suppress(RuntimeError):  # the loop is closed: the work has ended
                loop.call_soon_threadsafe(task.cancel)

    for number in SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:  # as under nohup
            signal.signal(number, stop)
    if watch is not None:
        watch(stop)
    try:
        return await task
    except asyncio.CancelledError:
        if not stopped.is_set():
            raise
        for number in SIGNALS:  # Python drops handlers before it ends: a late one would kill it
            signal.signal(number, signal.SIG_IGN)
        return 0


def wake_at_signals(loop: asyncio.AbstractEventLoop) -> None:
    """Let every signal wake the loop, even one that comes just before the loop begins to wait.

    Otherwise its handler would run at the loop's next event, which may be a minute away.
    """
    if URGENT is not None:
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(URGENT, lambda: None)


def watch_parent(stop: Stop) -> None:
    """Call `stop` when the pipe on standard input ends, as it does when the parent is gone.

    Any other standard input, such as a terminal or a file, is left alone.
    """
    with contextlib.suppress(OSError):  # standard input is closed
        mode = os.fstat(0).st_mode
        if stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode):
            threading.Thread(target=_read_to_end, args=(stop,), daemon=True).start()


def _read_to_end(stop: Stop) -> None:
    with contextlib.suppress(OSError):
        while os.read(0, 4096):
            pass
    stop()
