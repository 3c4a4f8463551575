"""`python counted.py WAY` in the folder of a checkout: runs that checkout's bot and counts its CPU.

The checkout may be an older one, so both sides of a ratio are measured by this same script. Each
line on its standard input plays some turns, and is answered by the CPU of one of them.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tests.bench.hosting import Seated

TABLES, WARMING, TURNS = 3, 8, 6


class Spent(NamedTuple):
    """Milliseconds of CPU."""

    total: float
    loop: float
    """Those of the event loop's thread."""


@dataclass
class Counted:
    """A checkout's bot with its people."""

    process: Process

    async def play(self) -> Spent:
        """Let everybody take some turns; return the CPU of one."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(b"play\n")
        return Spent(*json.loads(await self.process.stdout.readline()))


@asynccontextmanager
async def counted(checkout: Path, way: str = "ours") -> AsyncIterator[Counted]:
    """Run a checkout's bot, or another of its ways, until the block ends."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, str(Path(__file__)), way, cwd=checkout, stdin=PIPE, stdout=PIPE
    )
    try:
        yield Counted(process)
    finally:
        assert process.stdin is not None
        process.stdin.close()
        await process.wait()


def used(pid: int) -> Spent:
    """Return what a process has used so far; its event loop runs in its first thread."""
    threads = {
        path.name: int((path / "schedstat").read_text().split()[0]) / 1e6
        for path in Path(f"/proc/{pid}/task").iterdir()
    }
    return Spent(sum(threads.values()), threads[str(pid)])


def anonymous(process: Path) -> int:
    """Return the bytes of memory of a process alone, without mapped files."""
    lines = (process / "smaps_rollup").read_text(encoding="ascii").splitlines()
    return next(1024 * int(line.split()[1]) for line in lines if line.startswith("Anonymous:"))


async def _answer() -> None:
    from tests.bench.hosting import hosted, staged  # noqa: PLC0415 - those of the checkout

    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        path = Path(folder) / "turns.db"
        async with (
            staged(TABLES, path) as (stage, tables),
            hosted(stage, path, sys.argv[1], warm=True) as bot,
        ):

            async def play(turns: int) -> int:
                async def turns_at(table: Seated) -> int:
                    return sum(
                        [await stage.turn(table, whole=True) is not None for _ in range(turns)]
                    )

                return sum(await asyncio.gather(*map(turns_at, tables)))

            await asyncio.gather(*map(stage.open_hands, tables))
            await play(WARMING)
            while await asyncio.to_thread(sys.stdin.readline):
                before = used(bot.process.pid)
                made = await play(TURNS)
                after = used(bot.process.pid)
                spent = [(now - then) / made for then, now in zip(before, after, strict=True)]
                print(json.dumps(spent), flush=True)


if __name__ == "__main__":
    sys.path.insert(0, str(Path.cwd()))
    asyncio.run(_answer())
