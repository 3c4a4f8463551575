"""Avatars: a poster never waits long for them and never fails because of them."""

import asyncio
from types import SimpleNamespace

import aiohttp
import pytest

from bot.tables.jobs.system_clock import SystemClock
from bot.ui.pictures import avatars
from bot.ui.pictures.attachments import Pictures
from bot.ui.pictures.avatars import Avatars
from bot.ui.pictures.paint_queue import PaintQueue
from data.records.matches import Life

LONG = 30.0
"""A time limit that no test reaches."""


class Picture:
    """An avatar that can be read once it is set free."""

    def __init__(self, url: str, data: bytes = b"file", error: Exception | None = None) -> None:
        self.url = url
        self.reads = 0
        self.free = asyncio.Event()
        self._data, self._error = data, error

    async def read(self) -> bytes:
        self.reads += 1
        await self.free.wait()
        if self._error is not None:
            raise self._error
        return self._data


def free(url: str, data: bytes = b"file", error: Exception | None = None) -> Picture:
    """Return an avatar that can be read at once."""
    picture = Picture(url, data, error)
    picture.free.set()
    return picture


async def test_pictures_come_in_the_order_of_people() -> None:
    """Pictures are in the order of the players asked for, None if there is no avatar."""
    known = Avatars(LONG)
    known.remember(7, free("a", b"seven"))
    assert await known.of([None, 7, 8]) == (None, b"seven", None)


async def test_a_picture_is_read_once() -> None:
    """An avatar is read once, and a new avatar of the same player is read again."""
    known = Avatars(LONG)
    first, second = free("a"), free("b", b"new")
    known.remember(7, first)
    await known.of([7, 7])
    await known.of([7])
    known.remember(7, second)
    assert await known.of([7]) == (b"new",)
    assert (first.reads, second.reads) == (1, 1)


async def test_who_is_forgotten_leaves_no_picture_here() -> None:
    """Forgetting a player drops the avatar's address and file."""
    known = Avatars(LONG)
    seven, eight = free("a"), free("b")
    known.remember(7, seven)
    known.remember(8, eight)
    await known.of([7, 8])
    known.forget(7)
    known.forget(9)
    assert await known.of([7, 8]) == (None, b"file")
    known.remember(7, seven)
    assert await known.of([7]) == (b"file",)
    assert (seven.reads, eight.reads) == (2, 1)


async def test_who_is_slow_is_shown_the_next_time() -> None:
    """An avatar that takes too long is loaded in the background and used the next time."""
    known = Avatars(budget=0)
    slow = Picture("a")
    known.remember(7, slow)
    assert await known.of([7]) == (None,)
    assert await known.of([7]) == (None,)
    slow.free.set()
    await asyncio.gather(*known._loading.values())
    assert await known.of([7]) == (b"file",)
    assert slow.reads == 1


@pytest.mark.parametrize("error", [OSError("gone"), TimeoutError()], ids=["gone", "too late"])
async def test_a_failure_is_an_initial(error: Exception) -> None:
    """An avatar that failed to load isn't requested again."""
    known = Avatars(LONG)
    broken = free("a", error=error)
    known.remember(7, broken)
    assert await known.of([7]) == (None,)
    assert await known.of([7]) == (None,)
    assert broken.reads == 1


async def test_whoever_holds_a_painter_waits_for_nobody() -> None:
    """With a painter in hand, a picture is painted without avatars that aren't loaded yet."""
    known, slow = Avatars(LONG), Picture("a")
    known.remember(7, slow)
    pictures = Pictures(PaintQueue(1, SystemClock()), known)
    match = SimpleNamespace(names=("Ana",), occupants=[SimpleNamespace(player_id=7)])
    match.life = Life.RUNNING
    async with asyncio.timeout(LONG / 2), pictures.turn() as held:
        seen = await held.drawn(match, "en", lambda _, style: style.portraits)  # type: ignore[arg-type]  # all that it is asked
    await known.close()
    pictures.close()

    assert seen == (None,)


async def test_a_huge_file_is_not_kept() -> None:
    """Files that are too large aren't kept, and the number of players is bounded."""
    known = Avatars(LONG)
    known.remember(7, free("a", bytes(avatars._LARGEST + 1)))
    assert await known.of([7]) == (None,)
    for player in range(avatars._PEOPLE + 10):
        known.remember(player, free(str(player)))
    assert len(known._sources) == avatars._PEOPLE


async def test_closing_gives_up_what_is_loading() -> None:
    """Closing cancels every load."""
    known = Avatars(budget=0)
    known.remember(7, Picture("a"))
    await known.of([7])
    await known.close()
    assert known._loading == {}


@pytest.mark.parametrize(
    "error", [aiohttp.ServerDisconnectedError(), OSError(), TimeoutError()], ids=repr
)
async def test_what_could_not_be_loaded_is_loaded_later(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An avatar that failed is an initial for a while, and then it is loaded after all."""
    monkeypatch.setattr(avatars, "AGAIN", 0.0)
    known = Avatars(LONG)
    known.remember(7, free("a", error=error))
    first = await known.of([7])
    known.remember(7, free("a", b"seven"))
    async with asyncio.timeout(LONG):
        while (second := await known.of([7])) == (None,):  # noqa: ASYNC110 - a timer ends it
            await asyncio.sleep(0)

    assert first == (None,)
    assert second == (b"seven",)
