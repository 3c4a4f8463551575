"""What bot seats remember while only few steps are cached."""

from pathlib import Path

import pytest

from bot.tables.bots import memories
from bot.tables.bots.memories import Memories
from tests.bot.tables.support import PEOPLE, local_app
from tests.toys.seals import SEALS


async def test_few_steps_are_cached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many matches are played, few steps are cached, and no memory lacks one."""
    monkeypatch.setattr(memories, "KEPT", 6)
    async with local_app(tmp_path / "tables.db") as app:
        saved = Memories(app.store)
        open_ids = [(await app.started(PEOPLE[:3])).id for _ in range(3)]
        for _ in range(4):
            for match_id in open_ids:
                (player, *_) = await app.awaited(match_id, PEOPLE[:3])
                await app.press(match_id, player)
                match = await app.match(match_id)
                for seat in range(3):
                    known = await saved.of(match, SEALS, seat)
                    whole = await Memories(app.store).of(match, SEALS, seat)

                    assert known == whole
                    cached = sum(len(item.memory.steps) for item in saved._kept.values())
                    assert cached == saved._steps <= 6
        assert 1 < len(saved._kept) < 9
