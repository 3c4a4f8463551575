"""The self-test: whether the bot's machine gives it what it needs. Each problem is one sentence.

It runs at each start, in `/server doctor` and at the end of `tomato-table init`.
"""

import asyncio
import logging
import os
import shutil
import tempfile
from collections.abc import AsyncIterator
from email.utils import parsedate_to_datetime
from functools import partial
from pathlib import Path

import aiohttp
from discord.http import Route

from bot.settings import Settings
from bot.tables.bots.searches import Searches
from bot.tables.domain.time_controls import DAY, MINUTE
from bot.tables.ports import Clock
from bot.ui.i18n.readers import plain_reader
from bot.ui.i18n.texts import machine_texts
from bot.ui.kit.discord_errors import FAILURES
from bot.ui.pictures.paint_queue import PaintQueue
from bot.ui.pictures.painter_process import painted
from bot.ui.pictures.warmup import part_limits
from data.engine.errors import DatabaseError
from data.engine.files import real_path
from data.store import Store
from games.core.text import Text, speak, symbol
from render.sample import draw_sample

log = logging.getLogger(__name__)

COOL_DOWN = 10 * MINUTE
"""How long the last findings are reused: a test starts a process."""
LEAST_FREE = 500_000_000
"""Bytes below which a disk counts as nearly full."""
OFF_BY = 5_000
"""Milliseconds by which the clock may differ from Discord's."""
BACKUP_WITHIN = 7 * DAY
"""Age of the last backup from which it counts as missing."""
STARTED_WITHIN = 60.0
"""Seconds after which a process that searches counts as not started, on a busy machine too."""
DISCORD_WITHIN = 10
"""Seconds after which Discord's time counts as unknown."""
_NICENESS = 15


class SelfTest:
    """One per bot; without a store, it doesn't ask for backups."""

    def __init__(
        self, settings: Settings, painters: PaintQueue, clock: Clock, store: Store | None = None
    ) -> None:
        self._settings = settings
        self._painters = painters
        self._clock = clock
        self._store = store
        self._turn = asyncio.Lock()
        self._problems: tuple[Text, ...] = ()
        self._tested_at: int | None = None

    async def problems(self) -> tuple[Text, ...]:
        """Return all problems; calls within ten minutes share one test, but for the disks."""
        async with self._turn:
            now = self._clock.now()
            if self._tested_at is None or now - self._tested_at >= COOL_DOWN:
                self._problems = await self._examine()
                self._tested_at = now
            return (*self._problems, *await _collected(self._disks()))

    async def report(self, is_up: asyncio.Event) -> None:
        """Log one line for each problem, as soon as the bot is up."""
        await is_up.wait()
        problems = await self.problems()
        for problem in problems:
            log.warning("%s", speak(problem, plain_reader()))
        if not problems:
            log.info("the self-test has found no problems")

    async def _examine(self) -> tuple[Text, ...]:
        checks = (
            self._painting(),
            self._searching(),
            self._cache(),
            self._clock_drift(),
            self._backups(),
        )
        results = await asyncio.gather(*map(_collected, checks))
        return tuple(problem for problems in results for problem in problems)

    async def _painting(self) -> AsyncIterator[Text]:
        try:
            sample = await self._painters.paint(partial(painted, draw_sample))
        except Exception as error:  # noqa: BLE001 - whatever it is, no picture can be painted
            yield machine_texts.no_pictures(symbol(type(error).__name__))
            return
        if not sample.has_shaping:
            yield machine_texts.NO_SHAPING
        if self._painters.has_processes and sample.process == os.getpid():
            yield machine_texts.NO_PAINTERS

    async def _searching(self) -> AsyncIterator[Text]:
        searches = Searches(niceness=_NICENESS)
        try:
            if await searches.run(abs, -1, STARTED_WITHIN) is None:
                yield machine_texts.NO_SEARCHES
        finally:
            searches.close()

    async def _cache(self) -> AsyncIterator[Text]:
        folder = self._cache_folder
        if folder is None:
            if self._settings.cache is None:
                yield machine_texts.NO_CACHE
            return
        try:
            await asyncio.to_thread(_write_in, folder)
        except OSError as error:
            yield machine_texts.cache_unwritable(symbol(error.strerror or type(error).__name__))

    async def _disks(self) -> AsyncIterator[Text]:
        database = self._settings.store_address
        places = [
            (database, machine_texts.database_disk),
            (self._cache_folder, machine_texts.cache_disk),
        ]
        devices = set[int]()
        for path, problem in places:
            if not isinstance(path, Path):
                continue
            free, device = _disk_of(path)
            if free < LEAST_FREE and device not in devices:
                yield problem(free // 1_000_000)
            devices.add(device)

    async def _clock_drift(self) -> AsyncIterator[Text]:
        before = self._clock.now()
        discord_time = await _discord_time()
        after = self._clock.now()
        if discord_time is None:
            return
        ahead = (before + after) // 2 - discord_time
        if abs(ahead) > OFF_BY + (after - before) // 2:
            text = machine_texts.clock_ahead if ahead > 0 else machine_texts.clock_behind
            yield text(abs(ahead) // 1000)

    async def _backups(self) -> AsyncIterator[Text]:
        """Count the days since the last backup, or since the first match that has none."""
        database = self._settings.store_address
        if self._store is None or not isinstance(database, Path):
            return
        try:
            since = await self._store.health.unsaved_since(database)
        except DatabaseError:
            return  # /server doctor and the database's own line say so
        if since is not None and (age := self._clock.now() - since) > BACKUP_WITHIN:
            yield machine_texts.no_backup(age // DAY)

    @property
    def _cache_folder(self) -> Path | None:
        folder, _ = part_limits(self._settings)
        return folder


async def _collected(problems: AsyncIterator[Text]) -> list[Text]:
    return [problem async for problem in problems]


def _disk_of(path: Path) -> tuple[int, int]:
    """Return the free bytes and the device where a file is or will be."""
    folder = next(folder for folder in real_path(path).parents if folder.is_dir())
    return shutil.disk_usage(folder).free, folder.stat().st_dev


def _write_in(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with tempfile.TemporaryFile(dir=folder) as file:
        file.write(bytes(4096))


async def _discord_time() -> int | None:
    """Return Discord's time in milliseconds since 1970; None if it doesn't answer."""
    limit = aiohttp.ClientTimeout(total=DISCORD_WITHIN)
    try:
        async with (
            aiohttp.ClientSession(timeout=limit) as session,
            session.get(f"{Route.BASE}/gateway") as answer,
        ):
            date = parsedate_to_datetime(answer.headers["Date"])
    except (*FAILURES, KeyError, ValueError):
        return None
    return round(date.timestamp() * 1000) + 500  # the header names whole seconds
