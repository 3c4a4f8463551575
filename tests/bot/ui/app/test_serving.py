"""Serving: what a start leaves behind."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from bot.ui.app import serving


def test_the_first_start_of_a_process_freezes_its_heap(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the start made is frozen once; a later bot of the process freezes nothing of others."""
    done: list[str] = []
    heap = SimpleNamespace(
        get_freeze_count=lambda: done.count("freeze"),
        freeze=lambda: done.append("freeze"),
        set_threshold=lambda young: done.append(f"after {young}"),
    )
    monkeypatch.setattr(serving, "gc", heap)
    serving.freeze_heap()
    serving.freeze_heap()
    assert done == ["freeze", f"after {serving.YOUNG}"]
