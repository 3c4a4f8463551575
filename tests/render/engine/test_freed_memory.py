"""Freed memory is returned to the system regularly."""

from __future__ import annotations

from render.engine.freed_memory import EVERY, FreedMemory


def test_memory_is_given_back_after_some_pictures() -> None:
    """The C library is called once after each full number of pictures."""
    asked: list[int] = []

    def trim(pad: int) -> int:
        asked.append(pad)
        return 1

    freed = FreedMemory(trim)
    for _ in range(3 * EVERY - 1):
        freed.painted()
    assert asked == [0, 0]


def test_without_such_a_function_nothing_happens() -> None:
    """Without the C library's function, pictures are painted as usual."""
    freed = FreedMemory(None)
    for _ in range(EVERY):
        freed.painted()
