"""Crashes at any point, as copies of both databases.

A point is one moment of a story: before a write or a commit of the bot, when a request has arrived
and is lost, or when its answer is lost. A copy of the bot's database and the playground's, taken at
that moment, is all that a killed process leaves behind.
"""

import shutil
from collections.abc import Callable, Container
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from playground.faults import CHANNEL_PATH, DIRECT_PATH, THREAD_PATH
from playground.rest.server import RestExchange

BOT, WORLD = "tomato-table.db", "world.db"

Kind = Literal["write", "commit", "request", "answer"]
KINDS: tuple[Kind, ...] = ("write", "commit", "request", "answer")


@dataclass(frozen=True)
class Point:
    """One crash: the number of its point, what was interrupted, and what people had done."""

    number: int
    kind: Kind
    label: str
    acts: int
    """Number of acts that were done."""
    moment: int
    """The bot's time in milliseconds."""
    folder: Path
    """The folder with the copies of the disks."""


def numbered(numbers: Container[int]) -> Callable[[Point], bool]:
    """Choose the points with these numbers."""
    return lambda point: point.number in numbers


@dataclass
class Plug:
    """Counts the points of a story and copies the disks at the chosen ones."""

    home: Path
    wanted: Callable[[Point], bool] = lambda point: False
    kept: Callable[[Point], None] = lambda point: None
    situation: Callable[[], tuple[int, int]] = lambda: (0, 0)
    """The number of acts done, and the time."""
    points: int = 0
    live: bool = False
    """Whether points are counted now."""
    _begun: list[str] = field(default_factory=list)
    """Requests without an answer."""

    def before_write(self, label: str) -> None:
        self.touch("commit" if label.endswith(", commit") else "write", label)

    def before_request(self, method: str, path: str) -> None:
        self._begun.append(f"{method} {path}")
        self.touch("request", self._begun[-1])

    def after_request(self, exchange: RestExchange) -> None:
        label = f"{exchange.method} {exchange.path}"
        # An exchange doesn't tell DMs and threads from channels; the request's name does.
        names = [label, *(label.replace(CHANNEL_PATH, path) for path in (DIRECT_PATH, THREAD_PATH))]
        label = next((request for request in self._begun if request in names), label)
        if label in self._begun:
            self._begun.remove(label)
        self.touch("answer", label)

    def touch(self, kind: Kind, label: str) -> None:
        """Count one point, before anything of it is carried out."""
        if not self.live:
            return
        self.points += 1
        folder = self.home.with_name(f"{self.home.name}-{self.points}")
        point = Point(self.points, kind, label, *self.situation(), folder)
        if self.wanted(point):
            folder.mkdir()
            for name in (BOT, WORLD):
                for path in (self.home / name, self.home / f"{name}-wal"):
                    if path.exists():
                        shutil.copy(path, folder)
            self.kept(point)
