"""Ctrl-C and SIGTERM, on systems whose event loops take signal handlers and on Windows."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator
from typing import Any

import pytest

from bot.stopping import on_stop

NUMBERS = (signal.SIGINT, signal.SIGTERM)


class WindowsLoop(asyncio.SelectorEventLoop):
    """Refuses signal handlers, as the event loops of Windows do."""

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
    """Either signal wakes the loop and is heard there, whatever loop it is."""

    async def wait() -> bool:
        stopped = asyncio.Event()
        on_stop(stopped.set)
        signal.raise_signal(number)
        async with asyncio.timeout(30):
            return await stopped.wait()

    with asyncio.Runner(loop_factory=loop) as runner:
        assert runner.run(wait())
