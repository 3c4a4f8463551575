"""What a bench consists of: parts, each of which reports rows, one for each goal."""

import asyncio
import importlib
import multiprocessing
import signal
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

TO_CLEAN_UP = 90
"""Seconds that a part has to close what it opened."""


class Row(NamedTuple):
    """A measured value and its goal; `ok` tells whether the goal was reached."""

    name: str
    goal: str
    value: str
    ok: bool

    def __str__(self) -> str:
        mark = "ok" if self.ok else "MISSED"
        return f"  {mark:6} {self.name:58} {self.value:>22}   goal {self.goal}"


Part = Callable[[], Iterable[Row]]
"""A part of a bench that runs alone. It yields each row as soon as that is measured."""


def in_folder(measure: Callable[[Path], AsyncIterator[Row]]) -> Iterator[Row]:
    """Yield the rows of an asynchronous part that needs a folder for a while."""
    # Next to this file: the system's temporary folder may be in memory, where flushing is free.
    with (
        tempfile.TemporaryDirectory(dir=Path(__file__).parent) as folder,
        asyncio.Runner() as runner,
    ):
        rows = measure(Path(folder))

        async def following() -> Row | None:
            return await anext(rows, None)

        while (row := runner.run(following())) is not None:
            yield row


def parts(bench: str, *, quick: bool) -> dict[str, Part]:
    """Return the parts of a bench by name."""
    results: dict[str, Part] = importlib.import_module(f"tests.bench.bench_{bench}").parts(
        quick=quick
    )
    return results


def measured(bench: str, part: str, limit: float, *, quick: bool) -> Iterator[Row]:
    """Run a part in a process of its own and yield its rows; the last one says if it failed."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_send, args=(there, bench, part, quick))
    process.start()
    there.close()
    try:
        while here.poll(limit):
            row = here.recv()
            if row is None:
                process.join(TO_CLEAN_UP)
                return
            yield row
        yield Row(f"{bench}:{part}", "-", f"no row within {limit:g} s", ok=False)
    except EOFError:
        yield Row(f"{bench}:{part}", "-", "failed", ok=False)
    finally:
        process.terminate()
        process.join(TO_CLEAN_UP)
        process.kill()


def _send(to: Connection, bench: str, part: str, quick: bool) -> None:
    """Send the rows of a part, and None after the last."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that folders are removed
    with to:  # a thread that a failure left running keeps the process, but not the pipe
        for row in parts(bench, quick=quick)[part]():
            to.send(row)
        to.send(None)
