"""Stopping on Ctrl-C or SIGTERM, on every system."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable


def on_stop(act: Callable[[], object]) -> None:
    """Let the running event loop call `act` at every SIGINT and SIGTERM from now on.

    Event loops on Windows take no signal handlers, so there Python's own handler wakes the loop.
    """
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, act)
        except NotImplementedError:
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(act))
