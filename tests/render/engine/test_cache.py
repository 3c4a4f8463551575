"""Caches are bounded, and shared between threads."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from render.engine import cache as shelves
from render.engine.cache import MEMORY, PictureCache
from render.paint import forget, paint_hand, paint_table
from tests.render.support import Moment, moments
from tests.support.sampling import thinned


def test_what_was_used_longest_ago_falls_off() -> None:
    """The least recently used value is dropped first."""
    shelf: PictureCache[str, str] = PictureCache(2)
    shelf.put("a", "A")
    shelf.put("b", "B")
    assert shelf.get("a") == "A"
    shelf.put("c", "C")
    assert (shelf.get("a"), shelf.get("b"), shelf.get("c")) == ("A", None, "C")


def test_the_first_thing_put_stays() -> None:
    """Two threads that made the same value continue with the same object."""
    shelf: PictureCache[str, list[int]] = PictureCache(2)
    first = shelf.put("a", [1])
    assert shelf.put("a", [1]) is first


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(1, 40)), max_size=60))
def test_the_load_stays_bounded(things: list[tuple[int, int]]) -> None:
    """The total weight stays within the limit, unless a single value exceeds it."""
    shelf: PictureCache[int, tuple[int, ...]] = PictureCache(50, len)
    kept: dict[int, int] = {}
    for key, weight in things:
        kept[key] = len(shelf.put(key, (0,) * weight))
    assert sum(len(found) for key in kept if (found := shelf.get(key)) is not None) <= 50


def test_a_cleared_shelf_is_empty() -> None:
    """Nothing is left after clearing, and the cache can be filled again."""
    shelf: PictureCache[str, str] = PictureCache(2)
    shelf.put("a", "A")
    shelf.clear()
    assert len(shelf) == 0
    assert shelf.put("a", "B") == "B"


def test_shelves_share_one_sum() -> None:
    """The shares of all shared caches add up to the host's limit."""
    assert round(shelves.parts(), 6) == 1


def test_with_little_memory_pictures_are_the_same() -> None:
    """With almost no memory, the pictures are the same, and little is kept."""
    few = thinned(moments()[::40])
    usual = [_painted(moment) for moment in few]
    shelves.allow(4_000_000)
    try:
        assert [_painted(moment) for moment in few] == usual
        assert shelves.held() < 40_000_000
    finally:
        shelves.allow(MEMORY)


def _painted(moment: Moment) -> tuple[bytes, bytes]:
    forget()
    seat = (moment.awaited or [0])[0]
    table = paint_table(moment.tableau(), moment.reader, moment.view())
    return table.png, paint_hand(moment.tableau(seat), moment.reader, moment.view(seat)).png
