"""People's own pictures: a poster never waits long for them and never fails for them."""

from __future__ import annotations

import asyncio

import pytest

from bot.ui.pictures import avatars
from bot.ui.pictures.avatars import Avatars

LONG = 30.0
"""A budget that no test uses up."""


class Picture:
    """A picture that can be had once somebody lets it go, or never."""

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
    """A picture that can be had at once."""
    picture = Picture(url, data, error)
    picture.free.set()
    return picture


async def test_pictures_come_in_the_order_of_people() -> None:
    """Seats without a person, people never met and people met: each gets their own or none."""
    known = Avatars(LONG)
    known.remember(7, free("a", b"seven"))
    assert await known.of([None, 7, 8]) == (None, b"seven", None)


async def test_a_picture_is_read_once() -> None:
    """What is here is not fetched again; another picture of the same person is."""
    known = Avatars(LONG)
    first, second = free("a"), free("b", b"new")
    known.remember(7, first)
    await known.of([7, 7])
    await known.of([7])
    known.remember(7, second)
    assert await known.of([7]) == (b"new",)
    assert (first.reads, second.reads) == (1, 1)


async def test_who_is_forgotten_leaves_no_picture_here() -> None:
    """Neither where it lies nor the file; whoever comes again is met anew."""
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
    """Beyond the budget the initial stands, and the file goes on loading."""
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
    """What cannot be had is not asked for again until the person has another picture."""
    known = Avatars(LONG)
    broken = free("a", error=error)
    known.remember(7, broken)
    assert await known.of([7]) == (None,)
    assert await known.of([7]) == (None,)
    assert broken.reads == 1


async def test_a_huge_file_is_not_kept() -> None:
    """Memory is bounded by the size of each file and by their number."""
    known = Avatars(LONG)
    known.remember(7, free("a", bytes(avatars._LARGEST + 1)))
    assert await known.of([7]) == (None,)
    for player in range(avatars._PEOPLE + 10):
        known.remember(player, free(str(player)))
    assert len(known._sources) == avatars._PEOPLE


async def test_closing_gives_up_what_is_loading() -> None:
    """Nothing is left running when the bot stops."""
    known = Avatars(budget=0)
    known.remember(7, Picture("a"))
    await known.of([7])
    await known.close()
    assert known._loading == {}
