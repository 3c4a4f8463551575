"""What is kept is bounded, and shared between threads."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from render.shelf import Shelf


def test_what_was_used_longest_ago_falls_off() -> None:
    """Asking for a thing keeps it; the one nobody asked for goes first."""
    shelf: Shelf[str, str] = Shelf(2)
    shelf.put("a", "A")
    shelf.put("b", "B")
    assert shelf.get("a") == "A"
    shelf.put("c", "C")
    assert (shelf.get("a"), shelf.get("b"), shelf.get("c")) == ("A", None, "C")


def test_the_first_thing_put_stays() -> None:
    """Two threads that made the same thing go on with the same object."""
    shelf: Shelf[str, list[int]] = Shelf(2)
    first = shelf.put("a", [1])
    assert shelf.put("a", [1]) is first


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(1, 40)), max_size=60))
def test_the_load_stays_bounded(things: list[tuple[int, int]]) -> None:
    """However things come, those kept weigh no more than allowed; one alone may weigh more."""
    shelf: Shelf[int, tuple[int, ...]] = Shelf(50, len)
    kept: dict[int, int] = {}
    for key, weight in things:
        kept[key] = len(shelf.put(key, (0,) * weight))
    assert sum(len(found) for key in kept if (found := shelf.get(key)) is not None) <= 50


def test_a_cleared_shelf_is_empty() -> None:
    """Nothing stays after clearing, and it can be filled again."""
    shelf: Shelf[str, str] = Shelf(2)
    shelf.put("a", "A")
    shelf.clear()
    assert len(shelf) == 0
    assert shelf.put("a", "B") == "B"
