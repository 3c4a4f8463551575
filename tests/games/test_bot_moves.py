"""How bots play: at fixed moments, so that no policy changes unnoticed, and against chance.

After an intended change, print the new moves and review them:
`.venv/bin/python -m tests.games.test_bot_moves`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from games import GAMES
from games.core.ai.memory import NO_MEMORY, Level, Memory, remember
from games.core.ai.search import Budget, search
from games.core.game import AnyGame, View
from games.core.rng import Rng
from games.diced_tomatoes import DICED_TOMATOES
from games.dojo import DOJO
from games.karate_tomate import KARATE_TOMATE
from games.tomate import TOMATE
from games.tomatomat import TOMATOMAT
from tests.bench.bench_policies import GOAL, advantage
from tests.games.random_moves import random_move

MOMENTS = 8
"""How many questions of each game every level answers."""
EVERY = 5
"""One question in this many is answered; the match continues at random."""
PLAYOUTS = 24
"""Fewer playouts than a bot makes, to keep this test fast."""

EXPECTED: dict[str, dict[str, list[str]]] = {
    "tomate": {
        "easy": ["take", "card 5O", "pass", "card 7C", "pass", "card 11C", "play", "card 1B"],
        "normal": ["take", "card 5O", "pass", "card 10E", "play", "card 11C", "pass", "card 1B"],
        "hard": ["leave", "card 5O", "pass", "card 10E", "play", "card 11C", "pass", "card 1B"],
    },
    "karate_tomate": {
        "easy": [
            "play A4",
            "play M4",
            "play K3",
            "tomato",
            "take t210",
            "exchange B2 M4",
            "exchange K1 B3",
            "tomato",
        ],
        "normal": [
            "play A4",
            "play M4",
            "play K3",
            "play A4",
            "take t210",
            "exchange B2 A2",
            "exchange M2 M2",
            "play B4",
        ],
        "hard": [
            "tomato",
            "play M4",
            "play M2",
            "play B5",
            "take t103",
            "exchange K2 K4",
            "exchange M2 M2",
            "tomato",
        ],
    },
    "dojo": {
        "easy": [
            "give 1",
            "place B2",
            "challenge",
            "place C2",
            "place B3",
            "give 2",
            "place C3",
            "keep",
        ],
        "normal": [
            "give 1",
            "place B2",
            "challenge",
            "place C2",
            "place B3",
            "give 2",
            "place D3",
            "keep",
        ],
        "hard": [
            "give 1",
            "place B2",
            "challenge",
            "place C2",
            "place B3",
            "give 2",
            "place D3",
            "keep",
        ],
    },
    "tomatomat": {
        "easy": [
            "allot I I I III",
            "allot I I I III",
            "allot I III II II",
            "allot I II II III",
            "allot IV I IV I",
            "allot IV IV I I",
            "allot III III III III",
            "allot II II II II",
        ],
        "normal": [
            "allot I I I III",
            "allot I I I III",
            "allot IV II II IV",
            "allot IV IV IV I",
            "allot IV I IV I",
            "allot IV IV I I",
            "allot I II II II",
            "allot II II II II",
        ],
        "hard": [
            "allot I I IV IV",
            "allot I I I I",
            "allot III II II III",
            "allot IV IV IV IV",
            "allot I I IV I",
            "allot II IV I IV",
            "allot I II II II",
            "allot II II II II",
        ],
    },
    "diced_tomatoes": {
        "easy": [
            "draw rrr",
            "finish r1 2.2",
            "place r1 3.3",
            "place r2 3.3",
            "place b4 1.1",
            "place r1 1.2",
            "place r4 3.3",
            "place b1 1.3",
        ],
        "normal": [
            "draw rrr",
            "finish r1 2.2",
            "place r1 3.3",
            "place r2 3.3",
            "place b4 1.1",
            "place r6 2.1",
            "place r4 3.3",
            "place b1 1.1",
        ],
        "hard": [
            "draw rrr",
            "finish r1 2.2",
            "place r1 3.3",
            "place r2 3.3",
            "place b4 1.1",
            "place r6 2.1",
            "place r4 3.3",
            "place b4 3.3",
        ],
    },
}


@cache
def moments(game: AnyGame) -> tuple[tuple[View, Memory], ...]:
    """Return what seats see and remember when they are asked, in random matches."""
    found: list[tuple[View, Memory]] = []
    match = 0
    while len(found) < MOMENTS:
        found += list(_asked(game, Rng(f"bot moves, match {match}")))[::EVERY]
        match += 1
    return tuple(found[:MOMENTS])


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
        memories = [remember(memories[one], one, actor, move, events) for one in seats]


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
        for one in value:
            yield from _words(one)
    else:
        yield str(value)


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_bots_move_as_before(game: AnyGame, level: Level) -> None:
    """Every level answers fixed questions with the moves that are written down here."""
    assert answers(game, level) == EXPECTED[game.info.key][level.value]


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("game", "seats", "matches"),
    [
        (DICED_TOMATOES, 6, 24),
        (DOJO, 3, 60),
        (DOJO, 5, 60),
        (KARATE_TOMATE, 3, 60),
        (KARATE_TOMATE, 10, 60),
        (TOMATE, 13, 60),
        (TOMATOMAT, 4, 100),
    ],
)
def test_a_policy_beats_chance_clearly(game: AnyGame, seats: int, matches: int) -> None:
    """Among random seats, the policy wins much more than its share."""
    assert advantage(game, seats, matches) >= GOAL


if __name__ == "__main__":
    for one in GAMES:
        print(f'    "{one.info.key}": {{')
        for how in Level:
            print(f'        "{how}": {answers(one, how)},')
        print("    },")
