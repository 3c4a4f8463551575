"""How bots play: at fixed moments, so that no policy changes unnoticed, and against chance."""

from collections.abc import Iterator
from functools import cache

import pytest

from games.core.ai.memory import NO_MEMORY, Level, Memory, remember
from games.core.ai.search import Budget, search
from games.core.game import AnyGame, View
from games.core.rng import Rng
from tests.bench.bench_policies import GOAL, advantage
from tests.games.case import Case, changed
from tests.games.cases import GAME_CASES
from tests.games.drafts import every_full_case
from tests.games.random_moves import random_move

MOMENTS = 8
"""How many questions of each game every level answers."""
EVERY = 5
"""One question in this many is answered; the match continues at random."""
PLAYOUTS = 24
"""Fewer playouts than a bot makes, to keep this test fast."""


@cache
def moments(game: AnyGame) -> tuple[tuple[View, Memory], ...]:
    """Return what seats see and remember when they are asked, in random matches."""
    results: list[tuple[View, Memory]] = []
    match = 0
    while len(results) < MOMENTS:
        results += list(_asked(game, Rng(f"bot moves, match {match}")))[::EVERY]
        match += 1
    return tuple(results[:MOMENTS])


def _asked(game: AnyGame, rng: Rng) -> Iterator[tuple[View, Memory]]:
    seats = range(max(3, game.info.seats[0]))
    step = game.setup(len(seats), game.options(), rng.branch("deal"))
    state = step.state
    memories = [remember(NO_MEMORY, seat, None, None, step.events) for seat in seats]
    for _ in range(MOMENTS * EVERY):
        awaited = game.awaited(state)
        if not awaited:
            return
        actor = min(awaited)
        view = game.view(state, actor)
        yield view, memories[actor]
        move = random_move(game, view, rng)
        events = game.advance(state, actor, move)
        memories = [remember(memories[entry], entry, actor, move, events) for entry in seats]


def answers(game: AnyGame, level: Level) -> list[str]:
    """Return a level's moves at these moments, in words."""
    chance = Rng(f"bot moves, {level}")
    return [_answer(game, level, view, memory, chance) for view, memory in moments(game)]


def _answer(game: AnyGame, level: Level, view: View, memory: Memory, rng: Rng) -> str:
    if level is Level.HARD and game.info.playouts:
        move = search(game, view, memory, rng, Budget(PLAYOUTS)).move
    else:
        move = game.policy(view, memory, level, rng)
    return " ".join(_words(move.model_dump()))


def _words(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        for item in value:
            yield from _words(item)
    else:
        yield str(value)


@pytest.mark.parametrize("level", Level)
@every_full_case("records")
def test_bots_move_as_before(case: Case, level: Level) -> None:
    """Every level answers fixed questions with the recorded moves."""
    assert answers(case.game, level) == case.records["bot moves"][level], changed(case)


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("case", "seats", "matches"),
    [(case, *numbers) for case in GAME_CASES for numbers in case.beats_chance],
)
def test_a_policy_beats_chance_clearly(case: Case, seats: int, matches: int) -> None:
    """Among random seats, the policy wins much more than its share."""
    assert advantage(case.game, seats, matches) >= GOAL
