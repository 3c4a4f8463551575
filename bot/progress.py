"""A bar for work that takes a while, on the host's terminal."""

import logging
from typing import TextIO

log = logging.getLogger(__name__)

_CELLS = 30


class ProgressBar:
    """A bar that fills on a terminal; elsewhere one line in the log when all is done."""

    def __init__(self, stream: TextIO, doing: str, done: str) -> None:
        """`doing` stands before the bar; `done` is logged with the number of pieces."""
        self._stream = stream
        self._terminal = stream.isatty()
        self._shown = -1
        self._doing, self._done = doing, done

    def __call__(self, done: int, total: int) -> None:
        """Tell that so many of all pieces are done."""
        if not self._terminal:
            if done == total:
                log.info(self._done, total)
            return
        percent = 100 * done // total
        if percent == self._shown:
            return
        self._shown = percent
        full = _CELLS * done // total
        end = "\n" if done == total else ""
        bar = "█" * full + "░" * (_CELLS - full)
        self._stream.write(f"\r{self._doing}  {bar} {percent:3d}%{end}")
        self._stream.flush()
