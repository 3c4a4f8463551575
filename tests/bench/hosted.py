"""`python -m tests.bench.hosted PORT DATABASE`: a bot in a process of its own, to be measured.

It talks to the stand-in Discord on that port, and answers `figures` on its standard input with one
line of JSON: its memory, tasks, files and sockets, and for how long its loop was held since the
last line. It answers `settled` once nothing is left to do. `--way` makes it another bot to compare
with.
"""

import argparse
import asyncio
import hashlib
import io
import json
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from PIL import Image
from pydantic import SecretStr

from bot.settings import Settings, read_store_address
from bot.tables.jobs.system_clock import SystemClock
from bot.tables.ports import Clock
from bot.ui.pictures import attachments
from bot.ui.pictures.paint_queue import PaintQueue, Priority
from bot.ui.pictures.warmup import keep_parts, openings
from bot.ui.program import compose, serving
from bot.ui.program.local import pointed_at
from games import GAMES
from playground.server import PlaygroundAddress
from playground.world.seed import PUBLIC_TOKEN
from render import paint
from render.warmup import warm
from tests.bench.counted import anonymous

T = TypeVar("T")
BEAT = 0.005
"""Seconds between two looks at the time, by which a held loop is noticed.

They cost 3 % of a core, so `--calm` looks only once a minute.
"""
CALM = 60.0
WAYS = ("ours", "blank", "naive", "bare")

Settle = Callable[[], Awaitable[None]]
Opened = tuple[Coroutine[Any, Any, None], Settle]
"""What runs a bot, and what waits until it has answered and shown everything."""


class OnTheLoop(PaintQueue):
    """Paints on the event loop, where everything else has to wait."""

    async def paint(self, work: Callable[[], T], priority: Priority = Priority.NONE) -> T:
        return work()


def saved(image: Image.Image) -> bytes:
    """Return a picture as Pillow saves it by default."""
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def wholly_encoded(image: Image.Image) -> tuple[bytes, str]:
    """Return that file and its digest."""
    file = saved(image)
    return file, hashlib.blake2b(file, digest_size=12).hexdigest()


_DOT = paint.Picture(saved(Image.new("RGB", (1, 1))), "A dot.", 1, 1, (), (), "dot")


def choose(way: str) -> None:
    """Replace this process's bot by the variant of that name."""
    if way == "blank":
        pictures = {"table": _DOT}
        setattr(attachments, "paint_tables", lambda *_, **__: pictures)  # noqa: B010 - not in earnest
        for name in ("paint_hand", "paint_aftermath"):
            setattr(attachments, name, lambda *_, **__: _DOT)
    elif way == "naive":
        setattr(compose, "PaintQueue", OnTheLoop)  # noqa: B010 - as above
        setattr(paint, "composed", lambda canvas: canvas.image)  # noqa: B010 - as above
        setattr(paint, "encoded", wholly_encoded)  # noqa: B010 - as above


def fill_cache() -> None:
    """Draw parts in another process, as a host would, so that this one's figures stay clean."""
    done = subprocess.run([sys.executable, "-m", "bot", "warm"], check=False, capture_output=True)
    if done.returncode:  # there is no cache folder
        keep_parts(Settings())
        warm(openings(GAMES))


class Pulse:
    """Measures how long the loop was held."""

    def __init__(self, beat: float) -> None:
        self._beat = beat
        self._longest = 0.0
        self._since = 0.0

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            self._since = loop.time()
            await asyncio.sleep(self._beat)
            self._longest = max(self._longest, loop.time() - self._since - self._beat)

    def read(self) -> float:
        """Return the longest hold since the last reading, in seconds.

        What the reader did before, without leaving the loop, doesn't count.
        """
        longest, self._longest = self._longest, 0.0
        self._since = asyncio.get_running_loop().time()
        return longest


def figures(pulse: Pulse) -> dict[str, float]:
    """Return what this process uses now; memory in bytes."""
    targets = list(_targets())
    return {
        "memory": sum(map(anonymous, _processes())),
        "tasks": len(asyncio.all_tasks()),
        "threads": threading.active_count(),
        "files": sum(target.startswith("/") for target in targets),
        "sockets": sum(target.startswith("socket:") for target in targets),
        "cpu": sum(map(_cpu, _processes())),
        "held": pulse.read(),  # the last: reading the memory takes 10 ms a process
    }


def _processes() -> Iterator[Path]:
    """Yield the folders of this process and of those that it started."""
    yield (own := Path("/proc/self"))
    for file in own.glob("task/*/children"):
        yield from (Path("/proc", pid) for pid in file.read_text(encoding="ascii").split())


def _cpu(process: Path) -> float:
    """Return the seconds of CPU that a process has used."""
    threads = (process / "task").iterdir()
    return sum(int((thread / "schedstat").read_text().split()[0]) for thread in threads) / 1e9


def _targets() -> Iterator[str]:
    """Yield the targets of the open descriptors, except of the one that lists them."""
    for descriptor in Path("/proc/self/fd").iterdir():
        with suppress(FileNotFoundError):
            yield str(descriptor.readlink())


def steady_clock() -> Clock:
    """Let the bot wait as long as it needs, and stop the time: so slowness changes nothing."""
    import pytest  # noqa: PLC0415 - takes memory

    from tests.bot.tables.support import ManualClock  # noqa: PLC0415 - as above
    from tests.integration.support.hurry import unhurried  # noqa: PLC0415 - as above

    unhurried(pytest.MonkeyPatch())
    return ManualClock(SystemClock().now())


@asynccontextmanager
async def ours(options: argparse.Namespace) -> AsyncIterator[Opened]:
    """Open our bot."""
    settings = Settings(
        token=SecretStr(PUBLIC_TOKEN),
        database=options.database,
        bot_seat_delay=0,
        painters=options.painters,
        shards=options.shards,
    )
    clock = steady_clock() if options.steady else None
    async with compose.assembled(
        settings, clock=clock, channel_changes=options.changes, guild_ready_timeout=0.05
    ) as bot:

        async def settled() -> None:
            await bot.client.answered()
            await bot.surfaces.settled()

        yield serving.serve(bot, PUBLIC_TOKEN), settled


@asynccontextmanager
async def bare(options: argparse.Namespace) -> AsyncIterator[Opened]:
    """Open the bare bot for the tables that a bot of ours has left beside the database."""
    from tests.bench.bare import bare_bot  # noqa: PLC0415 - takes memory

    database = Path(options.database)
    tables = await asyncio.to_thread(database.with_suffix(".json").read_text)
    bot = await bare_bot(tables, database.parent)
    yield bot.start(PUBLIC_TOKEN), bot.settled


async def host(options: argparse.Namespace) -> None:
    """Run the bot until its standard input ends."""
    pulse = Pulse(CALM if options.calm else BEAT)
    opened = (bare if options.way == "bare" else ours)(options)
    async with opened as (serve, settled), asyncio.TaskGroup() as group:
        beating, served = group.create_task(pulse.run()), group.create_task(serve)

        async def answer_later() -> None:
            await settled()
            print(flush=True)

        def asked() -> None:
            if line := sys.stdin.readline():
                if line == "settled\n":
                    group.create_task(answer_later())
                else:
                    print(json.dumps(figures(pulse)), flush=True)
                return
            asyncio.get_running_loop().remove_reader(sys.stdin)
            beating.cancel()
            served.cancel()

        asyncio.get_running_loop().add_reader(sys.stdin, asked)


def main() -> None:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.hosted", description=__doc__)
    parser.add_argument("port", type=int)
    parser.add_argument("database", type=read_store_address, help="a file, or PostgreSQL")
    parser.add_argument("--way", choices=WAYS, default="ours")
    parser.add_argument("--changes", type=int, default=5, help="of a channel in five seconds")
    parser.add_argument("--warm", action="store_true", help="draw parts of pictures beforehand")
    parser.add_argument("--calm", action="store_true", help="measure CPU, but no held loops")
    parser.add_argument("--steady", action="store_true", help="let no slowness change what is sent")
    parser.add_argument("--painters", type=int, default=0, help="how many processes paint")
    parser.add_argument("--shards", default="", help="the share of this process")
    options = parser.parse_args()
    choose(options.way)
    if options.warm:
        fill_cache()
    with pointed_at(PlaygroundAddress(options.port, PUBLIC_TOKEN)):
        asyncio.run(host(options))


if __name__ == "__main__":
    main()
