"""The outages of `make drill`: Discord is away for some real seconds, and then everything is shown.

Each outage has a process of its own, with the bot and its playground.
"""

import asyncio
import logging
import tempfile
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

import pytest

from tests.crash.outages import LIMIT, OUTAGES, Recovery, Scene, recovered, views_without_outage
from tests.integration.support.hurry import unhurried
from tests.integration.support.named_pictures import name_pictures
from tests.long_runs.results import WHOLE, is_left, record

SECONDS = (200, 41, 10)
"""How long outages last, the longest first."""
MOST_FACTS = 3
"""Facts that are reported of one outage; a message that is missing makes many."""
AT_ONCE = 8
"""Processes at the same time; they wait most of the time."""


def outages(
    pool: ProcessPoolExecutor, show: Callable[[str, int, int], None]
) -> tuple[list[str], list[str]]:
    """Try every outage for every time; return the rows and the failures."""
    tried = [
        (name, seconds)
        for seconds in SECONDS
        for name in OUTAGES
        if is_left("outage of Discord", WHOLE, f"{name} for {seconds} s")
    ]
    running = {pool.submit(_face, name, seconds): (name, seconds) for name, seconds in tried}
    results: dict[tuple[str, int], Recovery] = {}
    for number, future in enumerate(as_completed(running), 1):
        name, seconds = running[future]
        results[name, seconds] = result = future.result()
        piece = f"{name} for {seconds} s"
        good = not result.wrong
        record("outage of Discord", WHOLE, piece, tried=1, good=good, slowest=result.seconds)
        show("outages", number, len(tried))
    rows = ["| outage | lasts | true again after | requests during | after |"]
    rows.append("|---|---:|---:|---:|---:|")
    failed: list[str] = []
    for name in OUTAGES:
        for seconds in reversed(SECONDS):
            if (name, seconds) not in results:
                continue
            result = results[name, seconds]
            after = "never" if result.wrong else f"{result.seconds:.0f} s"
            rows.append(f"| {name} | {seconds} s | {after} | {result.requests} | {result.later} |")
            failed += [f"{name} for {seconds} s: {fact}" for fact in result.wrong[:MOST_FACTS]]
    return rows, failed


def _face(name: str, seconds: float) -> Recovery:
    """Live through one outage in a process of its own."""
    logging.disable(logging.CRITICAL)
    patch = pytest.MonkeyPatch()
    name_pictures(patch)
    unhurried(patch)

    async def lasts(_: Scene) -> None:
        await asyncio.sleep(seconds)

    async def run(folder: Path) -> Recovery:
        expected = await views_without_outage(folder / "quiet")
        return await recovered(folder / "outage", expected, OUTAGES[name], lasts)

    with tempfile.TemporaryDirectory() as folder:
        try:
            return asyncio.run(run(Path(folder)))
        except Exception as error:  # noqa: BLE001 - told with its outage, the others go on
            return Recovery(LIMIT, 0, 0, [repr(error)])
