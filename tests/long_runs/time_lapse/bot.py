"""`python -P bot.py PORT DATABASE MOMENT SEED FAULT`: the bot in a time-lapse.

Its clock stands still until a line on the standard input names a later moment. The answer is one
line of JSON, once everything that was due is done and shown: when the bot has to act next, and what
the process uses. `PYTHONPATH` chooses the version of the program, which may be an older one.
"""

import asyncio
import json
import logging
import sys
import traceback
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from bot.settings import Settings
from bot.tables import application
from bot.tables.competitions import deal_openings
from bot.tables.domain.match_secrets import SecretSource
from bot.tables.matches.context import FOREVER
from bot.ui.match import surface_sync
from bot.ui.program import serving
from bot.ui.program.compose import Bot, assembled
from bot.ui.program.local import pointed_at
from data.records.daily_deals import OpeningMove
from games import game
from games.core.ai.search import Budget
from playground.server import PlaygroundAddress
from playground.world.seed import PUBLIC_TOKEN
from tests.bench.counted import anonymous
from tests.bot.tables.support import ManualClock
from tests.integration.support.hurry import hurried, settled, unhurried
from tests.integration.support.named_pictures import name_pictures

DAYS_KEPT = 14
"""After which ended matches are deleted."""
SLOWEST = 30.0
"""Real seconds after which the bot counts as never ready."""
THOUGHTS = 2
"""Playouts of a bot before each move of a deal's opening, instead of hundreds."""
OFTEN = 5.0
"""Real seconds between two looks at messages, roles and events, instead of a minute."""


@dataclass
class SeededSecrets(SecretSource):
    """Draws the same in every run that comes to the same moments."""

    seed: str
    clock: ManualClock
    _numbers: "count[int]" = field(default_factory=count)

    def match_id(self) -> str:
        return self.secret().hex()[:12]

    def secret(self) -> bytes:
        words = f"{self.seed} {self.clock.now()} {next(self._numbers)}"
        return blake2b(words.encode(), digest_size=32).digest()

    def jitter(self, bound: int) -> int:
        return bound // 2


@dataclass
class TimeLapse:
    """The bot and its clock."""

    bot: Bot
    clock: ManualClock

    async def answer(self, line: str) -> dict[str, Any]:
        """Go to the moment that a line names, and wait until all is done; 0 asks for figures."""
        moment = int(line)
        if moment > self.clock.now():
            self.clock.advance(moment - self.clock.now())
            self.bot.tables.scheduler._context.heartbeat.start()  # no machine was suspended
        settled = await self.settle()
        figures = {} if moment else self._figures()  # they take some milliseconds
        return {"settled": settled, "due": await self._due(), "figures": figures}

    async def settle(self) -> bool:
        """Wait until nothing is under way; False if that takes too long."""
        end, calm = asyncio.get_running_loop().time() + SLOWEST, 0
        while calm < 2:
            await self.bot.client.answered()
            await settled(self.bot.surfaces)
            calm = 0 if self._is_busy() else calm + 1
            if asyncio.get_running_loop().time() > end:
                return False
            await asyncio.sleep(0.001)
        return True

    def _is_busy(self) -> bool:
        scheduler = self.bot.tables.scheduler
        posts = scheduler._daily_posts._running
        at_rest = self.clock.now() < scheduler._context.next_round < FOREVER
        return bool(scheduler._firing) or not at_rest or not (posts is None or posts.done())

    async def _due(self) -> int:
        """Return when the bot acts next, apart from its heartbeat."""
        scheduler = self.bot.tables.scheduler
        rows = await self.bot.store.deadlines.due(FOREVER, 1, None)
        chores = (scheduler._tidying._next, scheduler._daily_posts._next)
        return min([*chores, *(row.due_at for row in rows)])

    def _figures(self) -> dict[str, int]:
        """Return what the process uses; memory in bytes."""
        return {
            "memory": anonymous(Path("/proc/self")),
            "tasks": len(asyncio.all_tasks()),
            "files": len(list(Path("/proc/self/fd").iterdir())),
        }


async def run(port: int, database: Path, moment: int, seed: str) -> None:
    """Serve until the standard input ends."""
    clock = ManualClock(moment)
    settings = Settings(
        _env_file=None,
        token=SecretStr(PUBLIC_TOKEN),
        database=database,
        bot_seat_delay=0,
        painters=0,
        keep_days=DAYS_KEPT,
    )
    with pointed_at(PlaygroundAddress(port, PUBLIC_TOKEN)), hurried():
        async with (
            assembled(
                settings,
                clock=clock,
                secret_source=SeededSecrets(seed, clock),
                channel_changes=10_000,
                guild_ready_timeout=0.05,
            ) as bot,
            asyncio.TaskGroup() as group,
        ):
            serving_task = group.create_task(serving.serve(bot, PUBLIC_TOKEN))
            await bot.is_up.wait()
            await _converse(TimeLapse(bot, clock))
            serving_task.cancel()


async def _open_deal(_: object, task: deal_openings.OpeningTask) -> tuple[OpeningMove, ...]:
    """Play a deal's opening by bots that hardly think, in a thread."""
    return await asyncio.to_thread(deal_openings.opening_of, game(task.game_key), task.secret)


async def _converse(lapse: TimeLapse) -> None:
    reader = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    line = "0"
    while line:
        print(json.dumps(await lapse.answer(line)), flush=True)
        line = (await reader.readline()).decode().strip()


def _with_stack(record: logging.LogRecord) -> bool:
    """Let an error say where it was logged."""
    if record.levelno >= logging.ERROR and record.exc_info is None:
        record.stack_info = "".join(traceback.format_stack())
    return True


def main() -> None:
    """Read the command line and run."""
    port, database, moment, seed = sys.argv[1:5]
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    logging.getLogger().handlers[0].addFilter(_with_stack)
    patch = pytest.MonkeyPatch()
    name_pictures(patch)
    unhurried(patch)
    patch.setattr(serving, "LOOK", OFTEN, raising=False)  # older versions have none
    patch.setattr(surface_sync, "RECONCILE", OFTEN)
    patch.setattr(application, "_play_opening", _open_deal)
    patch.setattr(deal_openings, "Budget", lambda _: Budget(THOUGHTS))
    if planted := sys.argv[5]:
        from tests.long_runs.time_lapse.faults import FAULTS  # noqa: PLC0415 - older versions lack it

        patch.setattr(*FAULTS[planted][:3])
    asyncio.run(run(int(port), Path(database), int(moment), seed))


if __name__ == "__main__":
    main()
