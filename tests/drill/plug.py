"""Pulling the plug at any point: what lies on both disks there is kept, and nothing else.

A point is one moment of a story: before a write or a commit of the bot, when a request has arrived
and is lost, when its answer is lost. A copy of both files taken there, the bot's database and the
world of the stand-in, is all that a killed process leaves behind.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Container
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from bot.playground.rest.server import Exchange

BOT, WORLD = "tomato-table.db", "world.db"

Kind = Literal["write", "commit", "request", "answer"]
KINDS: tuple[Kind, ...] = ("write", "commit", "request", "answer")


@dataclass(frozen=True)
class Point:
    """Where the plug was pulled: the number of the point, what broke off, what people had done."""

    number: int
    kind: Kind
    label: str
    acts: int
    """Acts of the story that were done."""
    moment: int
    """The bot's time in milliseconds."""
    folder: Path
    """Holds what was on the disks."""


@dataclass
class Plug:
    """Counts the points of a story while it is told, and keeps the disks at the wanted ones."""

    home: Path
    wanted: Container[int] = ()
    kept: Callable[[Point], None] = lambda point: None
    situation: Callable[[], tuple[int, int]] = lambda: (0, 0)
    """The acts done and the time."""
    points: int = 0
    live: bool = False
    """Nothing is counted while nobody tells the story."""

    def before_write(self, label: str) -> None:
        self.touch("commit" if label.endswith(", commit") else "write", label)

    def before_request(self, method: str, path: str) -> None:
        self.touch("request", f"{method} {path}")

    def after_request(self, exchange: Exchange) -> None:
        self.touch("answer", f"{exchange.method} {exchange.path}")

    def touch(self, kind: Kind, label: str) -> None:
        """Count one point; nothing of it may be carried out before this returns."""
        if not self.live:
            return
        self.points += 1
        if self.points in self.wanted:
            acts, moment = self.situation()
            folder = self.home.with_name(f"{self.home.name}-{self.points}")
            folder.mkdir()
            for name in (BOT, WORLD):
                for path in (self.home / name, self.home / f"{name}-wal"):
                    if path.exists():
                        shutil.copy(path, folder)
            self.kept(Point(self.points, kind, label, acts, moment, folder))
