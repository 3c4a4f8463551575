"""Caches share one budget, and are used by several threads."""

from hypothesis import given
from hypothesis import strategies as st

from render import composing
from render.engine import cache as shelves
from render.engine.cache import MEMORY, MemoryBudget, PictureCache
from render.paint import paint_hand, paint_table
from tests.render.support import Moment, moments
from tests.support.sampling import thinned

Things = PictureCache[str, bytes]


def test_what_was_used_longest_ago_falls_off() -> None:
    """The least recently used value is dropped first, whichever cache it is in."""
    budget = MemoryBudget(2)
    first, other = Things(budget), Things(budget)
    first.put("a", b"A")
    other.put("b", b"B")
    assert first.get("a") == b"A"
    first.put("c", b"C")
    assert (first.get("a"), other.get("b"), first.get("c")) == (b"A", None, b"C")


def test_the_first_thing_put_stays() -> None:
    """Two threads that made the same value continue with the same object."""
    shelf: PictureCache[str, list[int]] = PictureCache(MemoryBudget(2))
    first = shelf.put("a", [1])
    assert shelf.put("a", [1]) is first


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 9), st.integers(1, 60)), max_size=60))
def test_the_load_stays_bounded(things: list[tuple[int, int, int]]) -> None:
    """All caches together never weigh more than the budget, and it counts exactly what is kept."""
    budget, sizes = MemoryBudget(50), dict[tuple[int, int], int]()
    shelves = [PictureCache[int, bytes](budget, len) for _ in range(3)]
    for number, key, weight in things:
        value = shelves[number].get(key) or shelves[number].put(key, bytes(weight))
        sizes[number, key] = len(value)
        saved = sum(
            size
            for (each_size, this_size), size in sizes.items()
            if shelves[each_size].get(this_size) is not None
        )
        assert saved == budget.load <= 50


def test_a_cleared_shelf_is_empty() -> None:
    """A cleared cache gives back its share of the budget; the others stay as they are."""
    budget = MemoryBudget(3)
    first, other = Things(budget), Things(budget)
    first.put("a", b"A")
    other.put("b", b"B")
    first.clear()
    assert (first.get("a"), budget.load, other.get("b")) == (None, 1, b"B")


def test_with_little_memory_pictures_are_the_same() -> None:
    """With almost no memory, the pictures are the same, and no more than that is kept."""
    few = thinned(moments()[::40])
    usual = [_painted(moment) for moment in few]
    shelves.allow(4_000_000)
    try:
        assert [_painted(moment) for moment in few] == usual
        assert shelves._budget.load <= 4_000_000
    finally:
        shelves.allow(MEMORY)


def _painted(moment: Moment) -> tuple[bytes, bytes]:
    composing.forget()
    seat = (moment.awaited or [0])[0]
    table = paint_table(moment.tableau(), moment.reader, moment.view())
    return table.png, paint_hand(moment.tableau(seat), moment.reader, moment.view(seat)).png
