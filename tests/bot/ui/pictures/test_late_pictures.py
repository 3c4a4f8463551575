"""Answers that come as text first, and get their picture later."""

import asyncio
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest

from bot.ui.kit.message import OutgoingMessage
from bot.ui.pictures import late_pictures
from bot.ui.pictures.late_pictures import LatePictures
from bot.ui.pictures.paint_queue import Priority
from tests.bot.tables.support import GUARD
from tests.support.refusals import refusal

MESSAGE = 77


@dataclass
class Answer:
    """A reply that records what it shows, always in the same message."""

    shown: list[str]
    updating: bool = True
    interaction: Any = field(
        default_factory=lambda: SimpleNamespace(id=1, message=SimpleNamespace(id=MESSAGE))
    )

    failures: list[Exception] = field(default_factory=list)
    """Raised by the edits that add a picture, one after another."""

    async def show(self, message: OutgoingMessage) -> int:
        self.shown.append(str(message.colour))
        if self.failures and not message.is_makeshift:
            raise self.failures.pop(0)
        return MESSAGE


@dataclass
class Drawing:
    """A message drawn as text, or as a picture once free; its colour tells which."""

    words: int
    picture: int
    free: asyncio.Event = field(default_factory=asyncio.Event)
    done: asyncio.Event = field(default_factory=asyncio.Event)

    async def draw(self, priority: Priority) -> OutgoingMessage:
        if priority is Priority.ANSWER and not self.free.is_set():
            return OutgoingMessage((), colour=self.words, is_makeshift=True)
        await self.free.wait()
        self.done.set()
        return OutgoingMessage((), colour=self.picture)

    async def paint(self) -> None:
        """Let the picture be painted, and wait until it is shown or dropped."""
        self.free.set()
        async with asyncio.timeout(GUARD):
            await self.done.wait()


async def test_the_picture_follows_the_words() -> None:
    """An answer that must wait for a painter shows text first, then its picture by an edit."""
    late, shown, board = LatePictures(), list[str](), Drawing(1, 2)
    await late.show(Answer(shown), board.draw)  # type: ignore[arg-type]  # all that it is asked
    before = list(shown)
    await board.paint()

    assert (before, shown) == (["1"], ["1", "2"])


@pytest.mark.parametrize(
    ("failures", "tries"),
    [
        ([aiohttp.ServerDisconnectedError(), refusal(404, 0), TimeoutError()], 4),
        ([refusal(404, 0), refusal(404, 50027), refusal(404, 0)], 2),
    ],
    ids=["while it may work", "until the token is dead"],
)
async def test_a_late_picture_is_sent_again(
    failures: list[Exception], tries: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A late picture that fails is sent until it arrives or Discord refuses it."""
    monkeypatch.setattr(late_pictures, "FIRST_PAUSE", 0.0)
    late, shown, board = LatePictures(), list[str](), Drawing(1, 2)
    await late.show(Answer(shown, failures=failures), board.draw)  # type: ignore[arg-type]  # all that it is asked
    (following,) = late._waiting.values()
    board.free.set()
    async with asyncio.timeout(GUARD):
        await following

    assert shown == ["1", *["2"] * tries]


async def test_what_is_ready_comes_at_once() -> None:
    """An answer whose picture is painted in time is one request."""
    late, shown, board = LatePictures(), list[str](), Drawing(1, 2)
    board.free.set()
    await late.show(Answer(shown), board.draw)  # type: ignore[arg-type]  # all that it is asked

    assert (shown, late._waiting) == (["2"], {})


async def test_a_late_picture_never_replaces_a_newer_answer() -> None:
    """A late picture leaves the queue if its message shows a newer answer."""
    late, shown = LatePictures(), list[str]()
    page, other = Drawing(1, 2), Drawing(3, 4)
    await late.show(Answer(shown), page.draw)  # type: ignore[arg-type]  # all that it is asked
    await late.show(Answer(shown), other.draw)  # type: ignore[arg-type]  # as above
    page.free.set()
    await other.paint()

    assert not page.done.is_set()
    assert shown == ["1", "3", "4"]
