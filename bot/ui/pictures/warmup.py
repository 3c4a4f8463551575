"""Where drawn parts of pictures are cached, and how a host fills the cache in advance."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TextIO

from bot.errors import HostError
from bot.machine import memory, picture_memory
from bot.progress import ProgressBar
from bot.settings import Settings
from games import GAMES
from games.core.game import AnyGame
from games.core.rng import Rng
from render.disk import part_cache
from render.engine.cache import allow
from render.warmup import Opening, warm

PROGRESS = ("Drawing pictures", "Pictures are ready: %d pieces drawn.")
"""What the host reads while they are drawn, and then."""


def keep_parts(settings: Settings) -> part_cache.PartCache:
    """Use the cache folder of the settings, and as much memory as suits the machine."""
    folder, most = part_limits(settings)
    allow(most)
    return part_cache.use(folder)


def part_limits(settings: Settings) -> tuple[Path | None, int]:
    """Return the cache folder, None for none, and the bytes of memory for parts."""
    folder = part_cache.default_folder() if settings.cache is None else settings.cache
    if folder == "off":
        folder = None
    if settings.picture_memory is not None:
        return folder, settings.picture_memory * 1024 * 1024
    return folder, picture_memory(memory(), on_disk=folder is not None)


def fill(settings: Settings, stream: TextIO) -> part_cache.DiskFigures:
    """Draw all parts that tables usually need; raises HostError if they can't be cached."""
    cache = keep_parts(settings)
    if cache.folder is None:
        raise HostError("There is no cache folder: set TOMATO_CACHE in .env to one.")
    if cache.is_writable:
        warm(openings(GAMES), ProgressBar(stream, *PROGRESS))
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
