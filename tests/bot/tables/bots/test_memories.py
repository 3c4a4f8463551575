"""What bot seats remember while only few steps are cached."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.tables.bots import memories
from bot.tables.bots.memories import Memories
from tests.bot.tables.support import PEOPLE, local_app
from tests.toys.seals import SEALS


async def test_few_steps_are_cached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many matches are played, few steps are cached, and no memory lacks one."""
    monkeypatch.setattr(memories, "KEPT", 6)
    async with local_app(tmp_path / "tables.db") as at:
        kept = Memories(at.store)
        open_ids = [(await at.started(PEOPLE[:3])).id for _ in range(3)]
        for _ in range(4):
            for match_id in open_ids:
                (player, *_) = await at.awaited(match_id, PEOPLE[:3])
                await at.press(match_id, player)
                match = await at.store.matches.find(match_id)
                assert match is not None
                for seat in range(3):
                    known = await kept.of(match, SEALS, seat)
                    whole = await Memories(at.store).of(match, SEALS, seat)

                    assert known == whole
                    cached = sum(len(one.memory.steps) for one in kept._kept.values())
                    assert cached == kept._steps <= 6
        assert 1 < len(kept._kept) < 9
