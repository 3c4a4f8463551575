"""Matches played through tables end like those played by the rules alone."""

import pytest

from data.records.matches import Life
from games.core.game import AnyGame, apply_form
from games.core.rng import Rng, seed_hash
from games.core.saving import load_state, save_state
from tests.bot.tables.support import PEOPLE, PLAYED, LocalApp

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
    players = PEOPLE[:3]
    summary = await app.started(players, rounds=3)
    await app.play_out(summary.id, players)
    saved = await app.store.history.checkpoints(summary.id)
    states = [await app.store.history.state_at(summary.id, step) for step in saved]
    rounds = [load_state(summary.game, state).round for state in states if state is not None]
    assert rounds == [1, 2, 3, 3]
