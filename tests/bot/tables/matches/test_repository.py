"""What is remembered of matches."""

from pathlib import Path

import pytest

from bot.tables.matches import repository
from bot.tables.matches.repository import MatchRepository
from games.tomate import TOMATE
from tests.bot.tables.support import ANA, BEN, CHEN, local_app

PLAYERS = (ANA, BEN, CHEN)


async def test_only_the_newest_position_of_a_match_is_kept(tmp_path: Path) -> None:
    """Late readers of an older step displace nothing and leave nothing behind."""
    async with local_app(tmp_path / "a.db", games=(TOMATE,)) as app:
        summary = await app.started((ANA, BEN), TOMATE)
        there = MatchRepository(app.store, {TOMATE.info.key: TOMATE})
        old = await there.open(summary.id)
        await app.press(summary.id, (await app.awaited(summary.id, (ANA, BEN)))[0])
        newest = (await there.open(summary.id)).position.state

        assert old.position.state != newest
        assert len(there._positions) == 1
        assert (await there.open(summary.id)).position.state is newest


async def test_matches_that_are_over_are_soon_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of matches that were played to their end, or stopped, only the last positions are kept.

    This holds however often somebody looks at them later.
    """
    monkeypatch.setattr(repository, "ENDED_KEPT", 1)
    async with local_app(tmp_path / "a.db") as app:
        matches = [await app.started(PLAYERS) for _ in range(4)]
        for match in matches[:2]:
            await app.play_out(match.id, PLAYERS)
        for player in (ANA, BEN):
            await app.tables.endings.vote(matches[2].id, player)
        saved = app.tables.answers._context.repository._positions
        for match in (matches[2], *matches[:3]):
            await app.view(match.id, ANA.id)
            assert set(saved) == {match.id, matches[3].id}
