"""Real processes and SIGKILL: a whole evening whose bot is killed again and again.

The stand-in and the people live here, the bot in a process of its own, which is killed at the very
moment when a chosen request arrives: half of them are lost with it, of the others the answer.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import sys
from asyncio.subprocess import DEVNULL, Process
from dataclasses import dataclass, field
from pathlib import Path

from bot.playground.rest.server import Exchange
from bot.playground.server import Playground
from games import game
from tests.bot.ui.wire.club import TABLE, controls
from tests.drill.evening import Act, Evening, Story, until
from tests.drill.stories import is_over, joins, opens, starts
from tests.drill.telling import differences, evening_in, seen
from tests.playground import opened

ROOT = Path(__file__).parents[2]
KILLS = (*range(5, 45, 2), 6, 8, 12, 20)
"""Requests of an evening at whose arrival its bot is killed; each evening meets some of them."""
LONGEST = 60.0
"""Seconds that a process may take to start on a busy machine."""
CHILD = "tests.drill.child:start"


@dataclass
class Killer:
    """Counts the requests of one evening and kills the bot at the chosen ones."""

    at: tuple[int, ...]
    seen: int = 0
    process: Process | None = None
    killed: list[int] = field(default_factory=list)
    dead: asyncio.Event = field(default_factory=asyncio.Event)
    """Set from a kill until the next process is connected."""

    def before(self, method: str, path: str) -> None:
        """An odd request is lost with the bot that made it."""
        self.seen += 1
        if self.seen % 2:
            self._kill()

    def after(self, exchange: Exchange) -> None:
        """An even one has been carried out, and nobody hears of it."""
        if self.seen % 2 == 0:
            self._kill()

    def _kill(self) -> None:
        if self.seen in self.at and self.process is not None and not self.dead.is_set():
            self.process.kill()
            self.killed.append(self.seen)
            self.dead.set()

    async def keep_alive(self, playground: Playground, home: Path) -> None:
        """Start a bot whenever there is none, until cancelled."""
        while True:
            self.process = await bot_process(playground.address.port, home)
            try:
                await until(lambda: playground.sessions.online and playground.has_commands, LONGEST)
                self.dead.clear()
                await self.process.wait()
                await until(lambda: not playground.sessions.online)
            finally:
                if self.process.returncode is None:
                    self.process.kill()
                    await self.process.wait()


class KilledEvening(Evening):
    """People whose bot may die at any moment, and who then wait for the next one."""

    killer: Killer

    async def settled(self) -> None:
        """Wait until every message shows what is kept, or the bot is dead."""
        await until(lambda: self.killer.dead.is_set() or not self.truth.broken(), LONGEST)

    async def _try(self, act: Act) -> None:
        await until(lambda: not self.killer.dead.is_set(), LONGEST)
        await self.settled()
        doing = asyncio.create_task(super()._try(act))
        dying = asyncio.create_task(self.killer.dead.wait())
        await asyncio.wait({doing, dying}, return_when=asyncio.FIRST_COMPLETED)
        dying.cancel()
        if not doing.done():
            doing.cancel()
            await asyncio.wait({doing})
            self.hands.clear()
        elif doing.exception() is not None:
            raise AssertionError(f"{act.name} failed") from doing.exception()


async def bot_process(port: int, home: Path) -> Process:
    line = ("--bot-only", "--bot", CHILD, "--port", str(port), "--data", str(home))
    clean = {name: value for name, value in os.environ.items() if not name.startswith("TOMATO_")}
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot.playground", *line),
        cwd=ROOT,
        env=clean,
        stdout=DEVNULL,
        stderr=DEVNULL,
    )


def plays_by_screen() -> Act:
    """Whoever is asked presses the first control of a hand; nothing but screens is looked at."""

    async def do(evening: Evening) -> None:
        for person in evening.people[:2]:
            hand = (await person.slash(TABLE, "hand")).message
            if shown := controls(hand):
                await person.click(hand, shown[0])
                return

    return Act("play", do, is_over)


EVENING = Story(
    "killed",
    game("tomate"),
    (opens("tomate", cycles=1), joins("Ben"), starts(), plays_by_screen()),
)


async def killed_evening(folder: Path, kills: tuple[int, ...]) -> list[str]:
    """Play a match through kills at these requests; returns what is not as without them."""
    home, quiet = folder / "home", folder / "quiet"
    async with opened(home):
        pass  # a first day of the world, for both tellings the same
    shutil.copytree(home, quiet)
    async with evening_in(EVENING, quiet) as evening, evening.open():
        await evening.go_on()
        await evening.settled()
        expected = seen(evening)
    killer = Killer(kills)
    async with opened(home, patience=LONGEST) as playground:
        playground.faults.watchers.append(killer.before)
        playground.rest.watchers.append(killer.after)
        through = KilledEvening(EVENING, playground, home, is_patient=True)
        through.killer = killer
        killer.dead.set()
        keeper = asyncio.create_task(killer.keep_alive(playground, home))
        try:
            await until(lambda: not killer.dead.is_set(), LONGEST)
            await through.go_on()
            # Whoever was killed at the very last is started once more, and shows what is due.
            with contextlib.suppress(TimeoutError):
                await until(lambda: seen(through) == expected and not through.truth.broken())
        finally:
            keeper.cancel()
            await asyncio.wait({keeper})
        found = differences(expected, seen(through)) + through.truth.broken()
    missed = [f"request {one} never came" for one in kills if one not in killer.killed]
    return found + missed
