"""Ctrl-C and SIGTERM, with event loops that accept signal handlers and on Windows."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator
from typing import Any

import pytest

from bot.stopping import on_stop

NUMBERS = (signal.SIGINT, signal.SIGTERM)


class WindowsLoop(asyncio.SelectorEventLoop):
    """Refuses signal handlers, as Windows event loops do."""

    def add_signal_handler(self, *_: Any) -> None:  # type: ignore[override]  # refuses anything
        raise NotImplementedError


@pytest.fixture(autouse=True)
def handlers_as_before() -> Iterator[None]:
    before = {number: signal.getsignal(number) for number in NUMBERS}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("loop", [asyncio.SelectorEventLoop, WindowsLoop])
def test_a_signal_stops_what_waits(
    loop: type[asyncio.AbstractEventLoop], number: signal.Signals
) -> None:
    """SIGINT and SIGTERM both run the handler, on either event loop."""

    async def wait() -> bool:
        stopped = asyncio.Event()
        on_stop(stopped.set)
        signal.raise_signal(number)
        async with asyncio.timeout(60):
            return await stopped.wait()

    with asyncio.Runner(loop_factory=loop) as runner:
        assert runner.run(wait())
