"""Drawing before anybody waits: which tables are painted first, and how a host sees it go on."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from typing import TextIO

from games.core.game import AnyGame
from games.core.rng import Rng
from render.warmup import Opening

log = logging.getLogger(__name__)

_CELLS = 30


def openings(games: Sequence[AnyGame]) -> Iterator[Opening]:
    """One table just dealt for each game and number of seats."""
    for game in games:
        least, most = game.info.seats
        for seats in range(least, most + 1):
            view = game.view(game.setup(seats, game.options(), Rng("first tables")).state, None)
            yield game.tableau(view), view


class ProgressBar:
    """A bar that fills on a terminal; elsewhere one line in the log when all is done."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._terminal = stream.isatty()
        self._shown = -1

    def __call__(self, done: int, total: int) -> None:
        """Tell that so many of all pieces are done."""
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
