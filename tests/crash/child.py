"""A bot process to be killed; its secrets are the same in every run.

It is forked from a process that has imported everything, so a start is quick.
"""

import asyncio
import itertools
import logging
import multiprocessing
import os
import signal
import time
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.settings import Settings
from bot.tables.jobs.system_clock import SystemClock
from bot.ui.program.compose import assembled
from bot.ui.program.local import pointed_at
from bot.ui.program.serving import serve
from data.engine import postgres_locks
from data.engine.database import BeforeWrite
from games.core.game import AnyGame
from playground.server import PlaygroundAddress
from playground.world.seed import PUBLIC_TOKEN
from tests.crash.stories import STORIES
from tests.crash.story_run import review_in_threads, unphotographed, without_minutes
from tests.crash.truth import Steady, Truth
from tests.integration.support.hurry import AMPLE, unhurried
from tests.integration.support.named_pictures import name_pictures
from tests.integration.support.running_bot import UNHURRIED

CONTEXT = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload([__name__])


def run(
    story: str, port: int, database: Path | str, skew: int, dies_at: tuple[int, int] | None
) -> None:
    """Run a story's game at a playground until killed.

    `skew` is how many nanoseconds the story's clock is ahead of the machine's. `dies_at` is the
    number of the write or commit at which the process sends itself SIGKILL, counted once the newest
    match has so many steps.
    """
    logging.disable(logging.CRITICAL)
    name_pictures(patch := pytest.MonkeyPatch())
    unhurried(patch)
    for name in [name for name in os.environ if name.startswith("TOMATO_")]:
        del os.environ[name]
    game = next(each_story.game for each_story in STORIES if each_story.name == story)
    postgres_locks.IDLE_SECONDS = AMPLE
    clock, before_write = SystemClock(lambda: time.time_ns() + skew), _dying(database, dies_at)
    with pointed_at(PlaygroundAddress(port, PUBLIC_TOKEN)):
        asyncio.run(_start(database, game, clock, before_write))


def _dying(database: Path | str, dies_at: tuple[int, int] | None) -> BeforeWrite:
    numbers = itertools.count(1)
    number, since = dies_at or (0, 0)

    def before_write(_: str) -> None:
        if (not since or Truth(database).step >= since) and next(numbers) == number:
            os.kill(os.getpid(), signal.SIGKILL)

    return before_write


async def _start(
    database: Path | str, game: AnyGame, clock: SystemClock, before_write: BeforeWrite
) -> None:
    settings = Settings(
        _env_file=None,
        token=SecretStr(PUBLIC_TOKEN),
        database=database,
        bot_seat_delay=0,
        painters=0,
    )
    async with assembled(
        settings,
        games=(game,),
        clock=clock,
        secret_source=Steady(database),
        before_write=before_write,
        channel_changes=UNHURRIED,
        guild_ready_timeout=0.05,
    ) as bot:
        review_in_threads(bot)
        unphotographed(bot)
        with without_minutes():
            await serve(bot, PUBLIC_TOKEN)
