"""Garbage collection during a start."""

import gc
from types import SimpleNamespace

import pytest

from bot import garbage


def test_nothing_is_collected_while_modules_load() -> None:
    """Collecting is suspended while modules load, and resumed even if one fails."""

    def load() -> None:
        with garbage.loading():
            assert not gc.isenabled()
            raise ImportError

    with pytest.raises(ImportError):
        load()

    assert gc.isenabled()


def test_the_first_start_of_a_process_freezes_its_heap(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the start made is frozen once; a later bot of the process freezes nothing of others."""
    done: list[str] = []
    thresholds = [700]
    heap = SimpleNamespace(
        get_threshold=lambda: thresholds,
        freeze=lambda: done.append("freeze"),
        set_threshold=lambda young: thresholds.insert(0, young),
    )
    monkeypatch.setattr(garbage, "gc", heap)
    garbage.freeze_heap()
    garbage.freeze_heap()
    assert done == ["freeze"]
    assert thresholds[0] == garbage.YOUNG
