"""The stops of `make drill`: signals to real processes of the bot, at every moment of their life.

One to three signals arrive in short intervals, at the process or at its whole group. All processes
of the group must end soon and cleanly, and every press that was acknowledged must be stored. The
next start must work.
"""

import asyncio
import os
import signal
import sys
import time
from asyncio.subprocess import DEVNULL, Process
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import NamedTuple

from bot.ui.kit.custom_ids import Verb
from playground.testing.people import PlaygroundUser
from playground.testing.snapshots import ShownMessage
from playground.world.components import BUTTON
from playground.world.world import Interaction
from tests.crash.story_run import REFUSALS, until
from tests.crash.truth import Truth
from tests.integration.support.running_bot import TABLE, forge
from tests.long_runs.results import is_left, record, sample_of
from tests.support.bad_discord import GATEWAY, SILENCE, BadDiscord, bad_discord

ROOT = Path(__file__).parents[2]
ENDS_WITHIN = 10.0
"""Seconds after the first signal until no process of the group may be left."""
STARTS_WITHIN = 60.0
"""Seconds after which a start has failed, on a busy machine."""
LOGIN = "/users/@me"
TERM, INT = signal.SIGTERM, signal.SIGINT
GAPS = (0, 20, 100, 300)
"""Milliseconds between two signals."""


class Signals(NamedTuple):
    """Some signals, milliseconds apart."""

    numbers: tuple[signal.Signals, ...]
    gap: int
    to_group: bool

    def __str__(self) -> str:
        names = ", ".join(number.name for number in self.numbers)
        place = "the group" if self.to_group else "the process"
        return f"{names} to {place}, {self.gap} ms apart"


def patterns() -> Iterator[Signals]:
    """Yield one to three signals to a process or its group, with every gap."""
    for to_group in (False, True):
        yield from (Signals((number,), 0, to_group) for number in (TERM, INT))
        for gap, numbers in product(GAPS, ((TERM, TERM), (INT, TERM, INT))):
            yield Signals(numbers, gap, to_group)


class Press(NamedTuple):
    """A press just before the signals."""

    interaction: Interaction
    sits: bool
    """Whether Ben sits afterwards."""


@dataclass
class Stage:
    """A playground, and one process of the bot after another on the same database."""

    playground: BadDiscord
    home: Path
    _process: Process | None = None

    @property
    def truth(self) -> Truth:
        return Truth(self.home / "tomato-table.db")

    @property
    def ben(self) -> PlaygroundUser:
        return self.playground.person("Ben")

    @property
    def process(self) -> Process:
        assert self._process is not None, "no process was started"
        return self._process

    def output(self) -> str:
        return (self.home / "output").read_text()

    async def spawn(self) -> None:
        """Start a process in a group of its own."""
        clean = {
            name: value for name, value in os.environ.items() if not name.startswith("TOMATO_")
        }
        settings = {
            "TOMATO_TOKEN": self.playground.address.token,
            "TOMATO_DATABASE": str(self.home / "tomato-table.db"),
            "TOMATO_CACHE": str(self.home / "cache"),
        }
        program = ("-m", "tests.support.bot_program", str(self.playground.address.port))
        with (self.home / "output").open("w") as output:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, *program),
                cwd=ROOT,
                env=clean | settings,
                stdin=DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )

    async def start(self) -> None:
        """Start a process and wait until it answers; raises AssertionError if it ends."""
        await self.spawn()
        online = self.playground.sessions
        await until(lambda: online.online or self.process.returncode is not None, STARTS_WITHIN)
        begun = time.monotonic()
        while not await self._answers():
            assert self.process.returncode is None, f"ended by itself: {self.output()[-500:]}"
            assert time.monotonic() < begun + STARTS_WITHIN, "a start answers nobody"

    async def _answers(self) -> bool:
        """Let Ana open a lobby or Ben use it; return whether that was answered."""
        with suppress(*REFUSALS):
            if not self.truth.matches:
                await self.playground.person("Ana").slash(TABLE, "play", game="tomate")
            await forge(self.ben, self.lobby(), self.button())
            return True
        return False

    def lobby(self) -> ShownMessage:
        return next(shown for shown in self.ben.sees(TABLE) if "Join" in shown.buttons)

    def sits(self) -> bool:
        return self.truth.sits(self.ben.user.id)

    def button(self) -> str:
        """Return the id of the button that changes whether Ben sits: the lobby's or its panel's."""
        join: str = self.lobby().component("Join")["custom_id"]
        return join.replace(Verb.JOIN, Verb.STAND_UP) if self.sits() else join

    def press(self) -> Press:
        """Let Ben sit down or stand up, without waiting for the answer."""
        shown, sits = self.lobby(), self.sits()
        data = {"custom_id": self.button(), "component_type": BUTTON, "id": 1}
        return Press(self.ben._acts._use(shown.value, data), not sits)

    def leftover(self) -> list[int]:
        """Return the processes of the group that have not ended."""
        numbers = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit()]
        return [number for number in numbers if self._is_ours(number)]

    def _is_ours(self, pid: int) -> bool:
        with suppress(OSError):
            state, _, group = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[:3]
            return int(group) == self.process.pid and state != "Z"
        return False

    async def send(self, signals: Signals) -> None:
        kill = os.killpg if signals.to_group else os.kill
        for number in signals.numbers:
            with suppress(ProcessLookupError):
                kill(self.process.pid, number)
            await asyncio.sleep(signals.gap / 1000)

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)

    async def end(self) -> None:
        """Kill whatever is left of the group."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            await self.process.wait()


Begin = Callable[[Stage], Awaitable[Press | None]]
"""Brings a bot into the situation in which the signals arrive."""


async def at_rest(_: Stage) -> None:
    """Wait for nothing."""


async def amid_press(stage: Stage) -> Press:
    """Press; the signals overtake the answer."""
    return stage.press()


async def while_painting(stage: Stage) -> Press:
    """Press and wait for the answer; the lobby's poster is painted next."""
    press = stage.press()
    await until(lambda: press.interaction.answer is not None or press.interaction.failed)
    return press


async def gateway_lost(stage: Stage) -> None:
    """Lose the socket to an address that accepts and never answers."""
    playground = stage.playground
    tries = playground.asked[GATEWAY]
    playground.always[GATEWAY] = SILENCE
    playground.faults.cut()
    await until(lambda: playground.asked[GATEWAY] > tries)


async def gateway_lost_for_long(stage: Stage) -> None:
    await gateway_lost(stage)
    await asyncio.sleep(12)


def login_gets(answer: int | str) -> Begin:
    """Return what starts a bot whose login always gets this answer."""

    async def begin(stage: Stage) -> None:
        await stage.end()
        await until(lambda: not stage.playground.sessions.online)
        tries = stage.playground.asked[LOGIN]
        stage.playground.always[LOGIN] = answer
        await stage.spawn()
        await until(lambda: stage.playground.asked[LOGIN] > tries, STARTS_WITHIN)

    return begin


MOMENTS: dict[str, Begin] = {
    "at rest": at_rest,
    "amid a press": amid_press,
    "while painting": while_painting,
    "gateway silent": gateway_lost,
    "gateway silent for 12 s": gateway_lost_for_long,
    "login unanswered": login_gets(SILENCE),
    "login gets 503": login_gets(503),
}


async def stopped(stage: Stage, begin: Begin, signals: Signals) -> tuple[float, list[str]]:
    """Stop a bot and start the next; return the seconds until the end, and what is wrong."""
    press = await begin(stage)
    begun = time.monotonic()
    await stage.send(signals)
    with suppress(TimeoutError):
        left = begun + ENDS_WITHIN - time.monotonic()
        await until(lambda: stage.process.returncode is not None and not stage.leftover(), left)
    seconds = time.monotonic() - begun
    wrong = await _end(stage)
    if press is not None and press.interaction.answer is not None and stage.sits() != press.sits:
        wrong.append("a press that was acknowledged is lost")
    await stage.playground.heal()
    try:
        await stage.start()
    except (AssertionError, TimeoutError) as error:
        wrong.append(f"the next start failed: {error!r}")
        await stage.end()
    return seconds, wrong


async def _end(stage: Stage) -> list[str]:
    """Return what is wrong with the end of a group, and end it."""
    left = stage.leftover()
    await stage.end()
    if left:
        return [f"still {len(left)} processes"]
    wrong = [] if stage.process.returncode == 0 else [f"exit status {stage.process.returncode}"]
    return [*wrong, *(["a traceback"] if "Traceback" in stage.output() else [])]


async def stops(
    every: int, home: Path, show: Callable[[str, int, int], None]
) -> tuple[list[str], list[str]]:
    """Stop bots at all moments, with one pattern of signals in so many; return rows and failures.

    A row has the ends within the limit of all tried and the slowest, by the number of signals.
    """
    counts = (1, 2, 3)
    rows = [
        "| signals | " + " | ".join(map(str, counts)) + " | slowest |",
        "|---|---:|---:|---:|---:|",
    ]
    failed: list[str] = []
    async with bad_discord() as playground:
        stage = Stage(playground, home)
        await stage.start()
        for name, begin in MOMENTS.items():
            if not is_left("stop by signals", sample_of(every), name):
                continue
            tried = list(patterns())[::every]
            good, slowest = Counter[int](), 0.0
            for number, signals in enumerate(tried, 1):
                seconds, wrong = await stopped(stage, begin, signals)
                good[len(signals.numbers)] += not wrong
                slowest = max(slowest, seconds)
                failed += [f"{name}, {signals}: {fact}" for fact in wrong]
                show(name, number, len(tried))
            whole = Counter(len(signals.numbers) for signals in tried)
            cells = [f"{good[count]}/{whole[count]}" if whole[count] else "-" for count in counts]
            rows.append(f"| {name} | " + " | ".join(cells) + f" | {slowest:.1f} s |")
            record(
                "stop by signals", sample_of(every), name,
                tried=len(tried), good=good.total(), slowest=slowest,
            )  # fmt: skip
        await stage.end()
    return rows, failed
