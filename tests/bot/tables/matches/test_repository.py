"""What is remembered of matches."""

from __future__ import annotations

from pathlib import Path

from bot.tables.matches.repository import MatchRepository
from games.tomate import TOMATE
from tests.bot.tables.support import ANA, BEN, local_app


async def test_only_the_newest_position_of_a_match_is_kept(tmp_path: Path) -> None:
    """Late readers of an older step displace nothing and leave nothing behind."""
    async with local_app(tmp_path / "a.db", games=(TOMATE,)) as at:
        summary = await at.started((ANA, BEN), TOMATE)
        repository = MatchRepository(at.store, {TOMATE.info.key: TOMATE})
        old = await repository.open(summary.id)
        await at.press(summary.id, (await at.awaited(summary.id, (ANA, BEN)))[0])
        newest = (await repository.open(summary.id)).position.state

        assert old.position.state != newest
        assert len(repository._positions) == 1
        assert (await repository.open(summary.id)).position.state is newest
