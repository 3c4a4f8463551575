"""Points beyond 64 bits are stored, shown and rated like any others."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import ClassVar

import pytest

from bot.tables.history.archive import Archive
from bot.tables.history.replay import Finding
from bot.tables.leaderboards.service import Leaderboards
from data.records.leaderboards import ALL
from data.records.matches import Life
from games.core.game import GameInfo, Step
from games.core.rng import Rng
from games.tomate.game import Tomate
from games.tomate.options import TomateOptions
from games.tomate.rules.state import State
from tests.bot.tables.support import ANA, BEN, GUILD, Guest, LocalApp, local_app

BIG = 3 * 10**70


class RichTomate(Tomate):
    """Tomate whose pot starts beyond 64 bits."""

    info: ClassVar[GameInfo] = Tomate.info.model_copy(update={"key": "rich"})

    def setup(self, seats: int, options: TomateOptions, rng: Rng) -> Step[State]:
        step = super().setup(seats, options, rng)
        step.state.pot += BIG
        return step


@pytest.fixture
async def ended(tmp_path: Path) -> AsyncIterator[tuple[LocalApp, str]]:
    """Yield a finished match of two players."""
    async with local_app(tmp_path / "tables.db", games=[RichTomate()]) as app:
        summary = await app.started([ANA, BEN], app.games[0], cycles=1, all_pass="dealer_wins")
        await app.play_out(summary.id, [ANA, BEN])
        yield app, summary.id


async def test_big_points_are_kept_and_shown(ended: tuple[LocalApp, str]) -> None:
    """State, result and every step keep all their digits."""
    app, match_id = ended
    match_view = await app.view(match_id, ANA.id)
    assert match_view.summary.life is Life.FINISHED
    assert match_view.result is not None
    assert max(map(abs, match_view.result.points)) > 2**64
    assert match_view.result.points == tuple((await app.state(match_id)).scores)
    archive = Archive(app.store, app.games)
    seen = await archive.verify(match_id, Guest(ANA.id))
    assert seen.finding is Finding.AGREES


async def test_a_match_of_big_points_counts(ended: tuple[LocalApp, str]) -> None:
    """The match is rated, and its winner leads the leaderboard."""
    app, match_id = ended
    match_view = await app.view(match_id, ANA.id)
    page = await Leaderboards(app.store, app.clock, games=app.games).page(
        GUILD, ALL, viewer_id=ANA.id
    )
    assert match_view.result is not None
    assert [line.matches for line in page.lines] == [1, 1]
    winner = [ANA, BEN][match_view.result.ranking[0][0]]
    assert page.lines[0].player_id == winner.id
