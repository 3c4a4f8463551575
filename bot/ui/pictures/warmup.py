"""Where drawn parts of pictures are cached, and how a host fills the cache in advance."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from typing import TextIO

from bot.errors import HostError
from bot.machine import memory, picture_memory
from bot.settings import Settings
from games import GAMES
from games.core.game import AnyGame
from games.core.rng import Rng
from render.disk.part_cache import DiskFigures, PartCache, default_folder, use
from render.engine.cache import allow
from render.warmup import Opening, warm

log = logging.getLogger(__name__)

_CELLS = 30


def keep_parts(settings: Settings) -> PartCache:
    """Use the cache folder of the settings, and as much memory as suits the machine."""
    folder = default_folder() if settings.cache is None else settings.cache
    cache = use(None if folder == "off" else folder)
    if settings.picture_memory is not None:
        allow(settings.picture_memory * 1024 * 1024)
    else:
        allow(picture_memory(memory(), on_disk=cache.folder is not None))
    return cache


def fill(settings: Settings, stream: TextIO) -> DiskFigures:
    """Draw all parts that tables usually need; raises HostError if they can't be cached."""
    cache = keep_parts(settings)
    if cache.folder is None:
        raise HostError("There is no cache folder: set TOMATO_CACHE in .env to one.")
    if cache.is_writable:
        warm(openings(GAMES), ProgressBar(stream))
    if not cache.is_writable:
        raise HostError(f"{cache.folder} cannot take more parts: is it full, or read-only?")
    return cache.figures()


def openings(games: Sequence[AnyGame]) -> Iterator[Opening]:
    """Yield one newly dealt table for each game and number of seats."""
    for game in games:
        least, most = game.info.seats
        for seats in range(least, most + 1):
            view = game.view(game.setup(seats, game.options(), Rng("first tables")).state, None)
            yield game.tableau(view), view


class ProgressBar:
    """A bar that fills on a terminal; elsewhere one line in the log at the end."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._terminal = stream.isatty()
        self._shown = -1

    def __call__(self, done: int, total: int) -> None:
        """Show how much is done."""
        if not self._terminal:
            if done == total:
                log.info("Pictures are ready: %d pieces drawn.", total)
            return
        percent = 100 * done // total
        if percent == self._shown:
            return
        self._shown = percent
        full = _CELLS * done // total
        end = "\n" if done == total else ""
        self._stream.write(
            f"\rDrawing pictures  {'█' * full}{'░' * (_CELLS - full)} {percent:3d} %{end}"
        )
        self._stream.flush()
