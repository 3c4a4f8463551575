"""What is remembered of matches, and by bot seats."""

from pathlib import Path

import pytest

from bot.tables.bots import memories
from bot.tables.bots.memories import Memories
from bot.tables.matches import repository
from bot.tables.matches.repository import MatchRepository
from games.tomate import TOMATE
from tests.bot.tables.support import ANA, BEN, CHEN, PEOPLE, LocalApp, local_app
from tests.toys.seals import SEALS

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
    app: LocalApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of matches that were played to their end, or stopped, only the last positions are kept.

    This holds however often somebody looks at them later.
    """
    monkeypatch.setattr(repository, "ENDED_KEPT", 1)
    matches = [await app.started(PLAYERS) for _ in range(4)]
    for match in matches[:2]:
        await app.play_out(match.id, PLAYERS)
    for player in (ANA, BEN):
        await app.tables.endings.vote(matches[2].id, player)
    saved = app.tables.answers._context.repository._positions
    for match in (matches[2], *matches[:3]):
        await app.view(match.id, ANA.id)
        assert set(saved) == {match.id, matches[3].id}


async def test_few_steps_are_cached(app: LocalApp, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many matches are played, few steps are cached, and no memory lacks one."""
    monkeypatch.setattr(memories, "KEPT", 6)
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
