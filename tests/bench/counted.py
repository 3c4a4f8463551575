"""`python counted.py WAY` in the folder of a checkout: runs that checkout's bot and counts its CPU.

The checkout may be an older one, so both sides of a ratio are measured by this same script. Each
line on its standard input plays some turns, and is answered by the CPU of one of them.
"""

import asyncio
import json
import sys
import tempfile
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

from tests.bench.hosting import Hosted, Seated, Stage

TABLES, WARMING, TURNS = 3, 25, 8


class Spent(NamedTuple):
    """What one turn takes, in milliseconds of CPU, and what was sent since the warm-up."""

    total: float
    loop: float
    """Those of the event loop's thread."""
    presses: int = 0
    requests: int = 0
    uploads: int = 0
    """Bytes of files."""


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


async def _answer(way: str) -> None:
    from playground.interactions import callbacks, interactions  # noqa: PLC0415 - the checkout's own
    from tests.bench.hosting import SLOWEST, hosted, staged  # noqa: PLC0415 - as above

    for module in (callbacks, interactions):
        setattr(module, "ANSWER_WITHIN", SLOWEST)  # noqa: B010 - a busy machine is no failure
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        path = Path(folder) / "turns.db"
        start = partial(hosted, database=path, calm=True, steady=True)
        async with staged(TABLES, path) as (stage, tables):
            if way == "bare":
                from tests.bench.bare import shown  # noqa: PLC0415 - as above

                async with start(stage, way="blank") as bot:
                    await asyncio.gather(*map(stage.open_hands, tables))
                    await _play(stage, bot, tables, WARMING)
                    left = shown(stage.playground.world, tables)
                    await asyncio.to_thread(path.with_suffix(".json").write_text, left)
                await stage.playground.until(lambda: not stage.playground.sessions.online)
            async with start(stage, way=way, warm=way != "bare") as bot:
                await asyncio.gather(*map(stage.open_hands, tables))
                await _play(stage, bot, tables, WARMING)
                first, presses = stage.sent(), 0
                while await asyncio.to_thread(sys.stdin.readline):
                    before = used(bot.process.pid)
                    made = await _play(stage, bot, tables, TURNS)
                    after = used(bot.process.pid)
                    presses += made
                    total, loop = (
                        (now - then) / made for then, now in zip(before[:2], after[:2], strict=True)
                    )
                    sent = (now - then for then, now in zip(first, stage.sent(), strict=True))
                    print(json.dumps([total, loop, presses, *sent]), flush=True)


async def _play(stage: Stage, bot: Hosted, tables: list[Seated], turns: int) -> int:
    """Let all tables take a turn at once, this many times; return how many were taken."""
    made = 0
    for _ in range(turns):
        taken = await asyncio.gather(*map(stage.turn, tables))
        made += sum(turn is not None for turn in taken)
        await bot.settled()
    return made


if __name__ == "__main__":
    sys.path.insert(0, str(Path.cwd()))
    asyncio.run(_answer(sys.argv[1]))
