"""Matches played through tables end like those played by the rules alone."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import ClassVar

import pytest

from bot.tables.history.replay import Finding
from bot.tables.leaderboards.service import Leaderboards
from data.records.leaderboards import ALL
from data.records.matches import Life
from games.core.game import AnyGame, GameInfo, Step, apply_form
from games.core.rng import Rng, seed_hash
from games.core.saving import load_state, save_state
from games.tomate.game import Tomate
from games.tomate.options import TomateOptions
from games.tomate.rules.state import State
from tests.bot.tables.support import ANA, BEN, GUILD, PEOPLE, PLAYED, Guest, LocalApp, local_app
from tests.toys.seals import SEALS

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("game", PLAYED, ids=lambda game: game.info.key)
async def test_a_match_by_answers_is_the_match_by_rules(app: LocalApp, game: AnyGame) -> None:
    """A match played through answers ends with the rules' own state and result; each is told."""
    players = PEOPLE[: max(2, game.info.seats[0])]
    summary = await app.started(players, game)
    before = len(app.notes.heard)
    given = await app.play_out(summary.id, players)
    ended = await app.view(summary.id, None)
    assert app.notes.heard[before:] == [summary.id] * len(given)
    assert ended.summary.life is Life.FINISHED
    assert ended.summary.seed is not None
    state = game.setup(len(players), summary.options, Rng(ended.summary.seed)).state
    for seat, form in given:
        prompt = game.prompt(game.view(state, seat))
        assert prompt is not None
        state = apply_form(game, state, seat, prompt, form)[1].state
    assert save_state(game, state) == save_state(game, await app.state(summary.id))
    assert ended.result == game.result(state)
    assert ended.summary.step == len(given)


async def test_the_seed_is_hidden_while_the_match_runs_and_its_hash_is_not(app: LocalApp) -> None:
    """The seed's hash is shown from the start, and the seed only at the end."""
    players = PEOPLE[:3]
    summary = await app.started(players)
    assert summary.seed is None
    assert summary.seed_hash is not None
    await app.play_out(summary.id, players)
    ended = await app.summary(summary.id)
    assert ended.seed is not None
    assert seed_hash(ended.seed) == summary.seed_hash


async def test_a_state_of_every_round_is_kept(app: LocalApp) -> None:
    """A finished match keeps the states of its deal, of each later round's start and its end."""
    match_id = await app.played(PEOPLE[:3], rounds=3)
    saved = await app.store.history.checkpoints(match_id)
    states = [await app.store.history.state_at(match_id, step) for step in saved]
    rounds = [load_state(SEALS, state).round for state in states if state is not None]
    assert rounds == [1, 2, 3, 3]


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
        yield app, await app.played([ANA, BEN], app.games[0], cycles=1, all_pass="dealer_wins")


async def test_big_points_are_kept_and_shown(ended: tuple[LocalApp, str]) -> None:
    """State, result and every step keep all their digits."""
    app, match_id = ended
    match_view = await app.view(match_id, ANA.id)
    assert match_view.summary.life is Life.FINISHED
    assert match_view.result is not None
    assert max(map(abs, match_view.result.points)) > 2**64
    assert match_view.result.points == tuple((await app.state(match_id)).scores)
    archive = app.tables.archive
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
