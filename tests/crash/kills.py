"""Real processes and SIGKILL: a whole story whose bot is killed again and again.

The playground and the people live here, the bot in its own process. It is killed when a chosen
request arrives, which is lost or carried out without an answer, or at a chosen write to its
database.
"""

import asyncio
import contextlib
import shutil
import signal
import sqlite3
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import dataclass, field
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any, NamedTuple

from bot.tables.application import Application
from data.store import Store, open_store
from playground.rest.server import RestExchange
from playground.server import Playground
from tests.bot.tables.support import NOON, Notes
from tests.crash import child
from tests.crash.disk_copies import BOT, Kind, Plug
from tests.crash.runs import differences, run_in, seen
from tests.crash.stories import STORIES
from tests.crash.story_run import REFUSALS, Act, Story, StoryRun, until
from tests.crash.truth import Truth
from tests.data.postgres import fresh_database
from tests.integration.support.running_bot import TABLE
from tests.support.playground import opened

LONGEST = 60.0
"""Seconds that a process may take to start on a busy machine."""
APART: dict[Kind, int] = {"request": 16, "answer": 16, "write": 32}
"""Requests or writes between two kills of one run: more than a start needs."""
IDLE = 100
"""Looks at a table after which no more requests or writes are expected."""


@dataclass(frozen=True)
class Kill:
    """One SIGKILL at the request, write or commit with this number."""

    kind: Kind
    number: int
    since: int = 0
    """They are counted once the newest match has this many steps; writes by each bot anew."""


class Fell(NamedTuple):
    """A kill that happened, with the newest match's life and step."""

    kill: Kill
    life: str
    step: int


@dataclass(frozen=True)
class Undisturbed:
    """A run without kills: its start, its number of requests and writes, and its result."""

    name: str
    """The story's name."""
    first_day: Path
    """The disk before the run; each run begins with a copy."""
    requests: int
    writes: int
    """Including commits."""
    end: dict[str, object]
    server: str | None = None
    """The PostgreSQL server on which each run has a new database; None for SQLite files."""

    def kills(self) -> list[Kill]:
        """Return every possible kill: each request lost, each answer lost, each write."""
        counts: dict[Kind, int] = {
            "request": self.requests,
            "answer": self.requests,
            "write": self.writes,
        }
        return [Kill(kind, n + 1) for kind, count in counts.items() for n in range(count)]


@dataclass
class Count(Plug):
    """Counts the points of each kind from the bot's start on."""

    kinds: Counter[Kind] = field(default_factory=Counter)

    def touch(self, kind: Kind, label: str) -> None:
        self.kinds[kind] += 1


@contextmanager
def new_address(server: str | None) -> Iterator[str | None]:
    """Yield the address of a new PostgreSQL database; without a server, there is none."""
    if server is None:
        yield None
        return
    with fresh_database(server) as address:
        yield address


async def undisturbed(name: str, folder: Path, server: str | None = None) -> Undisturbed:
    """Play the story without kills."""
    first_day, home = folder / "first day", folder / "quiet"
    async with opened(first_day):
        pass  # so the people of all runs have the same ids
    shutil.copytree(first_day, home)
    count = Count(home)
    with new_address(server) as address:
        run_of = run_in(named(name), home, plug=count, address=address)
        async with run_of as story_run, story_run.open():
            await story_run.go_on()
            await story_run.settled()
            end = seen(story_run)
    writes = count.kinds["write"] + count.kinds["commit"]
    return Undisturbed(name, first_day, count.kinds["request"], writes, end, server)


@dataclass
class Killer:
    """Starts bots for one run and kills each at the next chosen moment."""

    story: Story
    playground: Playground
    database: Path | str
    left: set[Kill]
    fell: Callable[[Fell], None]
    """Called after each kill."""
    requests: Counter[int] = field(default_factory=Counter)
    """Requests by the number of steps since which they are counted."""
    writes: int = 0
    """Writes of all bots that have killed themselves."""
    skew: int = field(default_factory=lambda: NOON * 1_000_000 - time.time_ns())
    """Nanoseconds that the bots' clocks are ahead of the machine's; they begin at the story's."""
    dead: asyncio.Event = field(default_factory=asyncio.Event)
    """Set from a kill until the next process is connected."""
    _process: ForkServerProcess | None = None
    _is_struck: bool = False

    def __post_init__(self) -> None:
        self.dead.set()
        self.playground.faults.watchers.append(self._before)
        self.playground.rest.watchers.append(self._after)

    def _before(self, _method: str, _path: str) -> None:
        step = Truth(self.database).step
        self.requests.update({item.since for item in self.left if item.since <= step})
        if self._strikes("request"):
            self.playground.faults.answer(status=0)

    def _after(self, _exchange: RestExchange) -> None:
        self._strikes("answer")

    def _strikes(self, kind: Kind) -> bool:
        # A kill that is due while the last bot is still ending waits for the next bot.
        due = (k for k in self.left if k.kind == kind and k.number <= self.requests[k.since])
        kill = next(due, None)
        if kill is None or self._is_struck or self._process is None:
            return False
        self._process.kill()
        self._is_struck = True
        self.dead.set()
        self._note(kill)
        return True

    def _note(self, kill: Kill) -> None:
        truth = Truth(self.database)
        self.left.remove(kill)
        self.fell(Fell(kill, truth.life, truth.step))

    async def keep_alive(self) -> None:
        """Start a bot whenever none runs, until cancelled; fails if a bot ends by itself."""
        sessions = self.playground.sessions
        while True:
            own = self._next_write()
            async with self._bot(own) as fallen:
                await until(
                    lambda: fallen.is_set() or (sessions.online and self.playground.has_commands),
                    LONGEST,
                )
                if not self._is_struck and not fallen.is_set():
                    self.dead.clear()
                await fallen.wait()
                self.dead.set()
            if not self._is_struck:
                assert own is not None, "no write was to kill it"
                self.writes = self.writes if own.since else own.number
                self._note(own)
            await until(lambda: not sessions.online)

    def _next_write(self) -> Kill | None:
        """Return the next kill at a write, if one is left."""
        writes = (kill for kill in self.left if kill.kind == "write")
        return min(writes, key=lambda kill: (kill.since, kill.number), default=None)

    @asynccontextmanager
    async def _bot(self, own: Kill | None) -> AsyncIterator[asyncio.Event]:
        """Run a process and yield its end; raises AssertionError unless it was killed."""
        port, fallen = self.playground.address.port, asyncio.Event()
        dies_at = own and (own.number - (0 if own.since else self.writes), own.since)
        line = (self.story.name, port, self.database, self.skew, dies_at)
        process = self._process = child.CONTEXT.Process(target=child.run, args=line, daemon=True)
        self._is_struck = False
        process.start()
        loop = asyncio.get_running_loop()
        loop.add_reader(process.sentinel, fallen.set)
        try:
            yield fallen
        finally:
            loop.remove_reader(process.sentinel)
            process.kill()
            process.join()
        assert self._is_struck or dies_at, "ended by itself"
        assert process.exitcode == -signal.SIGKILL, f"ended: {process.exitcode}"


@dataclass
class KilledStoryRun(StoryRun):
    """People whose bot may die at any moment; they wait for the next one.

    They read the match from the database or a copy of it, never from the bot's process.
    """

    killer: Killer = field(kw_only=True)
    _copy: "Copy | None" = None

    @property
    def bot(self) -> Any:  # with the store and tables of a Bot
        assert self._copy is not None, "nobody looks at a copy"
        return self._copy

    @property
    def read(self) -> Truth:
        return Truth(self.address or self.bot.path)

    async def settled(self) -> None:
        """Wait until every message is up to date, or the bot is dead."""
        await until(lambda: self.killer.dead.is_set() or not self.truth.broken(), LONGEST)

    async def _try(self, act: Act) -> None:
        await until(lambda: not self.killer.dead.is_set(), LONGEST)
        await self.settled()
        async with self._looking():
            await self._do(act)

    async def _do(self, act: Act) -> None:
        doing = asyncio.create_task(super()._try(act))
        dying = asyncio.create_task(self.killer.dead.wait())
        try:
            await asyncio.wait({doing, dying}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            dying.cancel()
            doing.cancel()
            await asyncio.wait({doing})
        if doing.cancelled():
            self.hands.clear()
        elif doing.exception() is not None:
            raise AssertionError(f"{act.name} failed") from doing.exception()

    async def until_all_are_met(self) -> None:
        """Let Ana send commands until the last kill has happened."""
        look = Act("look", _looks, lambda story_run: False)
        for _ in range(IDLE):
            if not self.killer.left:
                return
            await self._try(look)
        raise AssertionError(f"never came: {self.killer.left}")

    @asynccontextmanager
    async def _looking(self) -> AsyncIterator[None]:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "copy.db"
            if self.address is None:
                self._copy_file(path)
            store = await open_store(self.address or path)
            try:
                tables = Application(store, self.clock, Notes(), games=(self.story.game,))
                self._copy = Copy(path, store, tables)
                yield
            finally:
                self._copy = None
                await store.close()

    def _copy_file(self, path: Path) -> None:
        """Copy the bot's file."""
        with (
            closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(path)) as target,
        ):
            source.backup(target)


@dataclass(frozen=True)
class Copy:
    """Everything that is stored at one moment, or on a server now."""

    path: Path
    """The file of a copy."""
    store: Store
    tables: Application


async def _looks(story_run: StoryRun) -> None:
    ana, truth = story_run.person("Ana"), story_run.truth
    with contextlib.suppress(*REFUSALS):
        if truth.matches:
            await ana.slash(TABLE, "hand", table=truth.newest)
        else:
            await ana.slash(TABLE, "me dm off")  # writes without changing anything


async def killed(
    quiet: Undisturbed,
    home: Path,
    kills: Iterable[Kill],
    fell: Callable[[Fell], None] = lambda fell: None,
) -> list[str]:
    """Play the story with these kills and return what differs from a run without.

    A run has kills at writes or at requests, not both. Each kill that happened is passed to `fell`.
    Raises AssertionError if one never happens.
    """
    shutil.copytree(quiet.first_day, home)
    with new_address(quiet.server) as address:
        return await _killed(quiet, home, address, set(kills), fell)


async def _killed(
    quiet: Undisturbed,
    home: Path,
    address: str | None,
    kills: set[Kill],
    fell: Callable[[Fell], None],
) -> list[str]:
    story = named(quiet.name)
    async with opened(home, patience=LONGEST) as playground:
        killer = Killer(story, playground, address or home / BOT, kills, fell)
        story_run = KilledStoryRun(
            story, playground, home, address=address, is_patient=True, killer=killer
        )
        going = asyncio.create_task(_through(story_run, quiet))
        keeper = asyncio.create_task(killer.keep_alive())
        await asyncio.wait({going, keeper}, return_when=asyncio.FIRST_COMPLETED)
        for task in (going, keeper):
            task.cancel()
        await asyncio.wait({going, keeper})
        if not keeper.cancelled():
            keeper.result()  # raises the error that ended it
        going.result()
        return differences(quiet.end, seen(story_run)) + story_run.truth.broken()


async def _through(story_run: KilledStoryRun, quiet: Undisturbed) -> None:
    await story_run.go_on()
    await story_run.until_all_are_met()
    # A bot killed at the very end is started again and shows what is due.
    with contextlib.suppress(TimeoutError):
        await until(lambda: seen(story_run) == quiet.end and not story_run.truth.broken())


def spread(kills: Iterable[Kill]) -> list[list[Kill]]:
    """Distribute kills among runs of one kind each, with time for a start between two."""
    runs: dict[tuple[Kind, int], list[Kill]] = {}
    for kill in kills:
        runs.setdefault((kill.kind, kill.number % APART[kill.kind]), []).append(kill)
    return list(runs.values())


def named(name: str) -> Story:
    """Return the story of this name."""
    return next(story for story in STORIES if story.name == name)
