"""Search: reproducible, and better than the rules of thumb."""

from types import SimpleNamespace
from typing import Any

import pytest

from games.core.ai.memory import NO_MEMORY
from games.core.ai.search import (
    BestMove,
    Budget,
    _answer_again,
    _chance,
    _Racer,
    candidates,
    chances,
    playout,
    search,
)
from games.core.game import SEARCHED, AnyGame
from games.core.rng import Rng
from games.karate_tomate import KARATE_TOMATE
from games.karate_tomate.rules import notation
from games.karate_tomate.rules.moves import TOMATO as DROP_OUT
from games.tomate import TOMATE
from games.tomate.rules.moves import CARDS
from games.tomate.rules.notation import position
from tests.toys.batches import BATCHES
from tests.toys.plots import PLOTS
from tests.toys.seals import SEALS


@pytest.mark.parametrize("game", [SEALS, PLOTS, BATCHES], ids=lambda game: game.info.key)
def test_the_same_search_finds_the_same_move(game: AnyGame) -> None:
    """The same view, memory, randomness and playouts find the same move and change nothing."""
    state = game.setup(3, game.options(), Rng("deal")).state
    seat = min(game.awaited(state))
    view = game.view(state, seat)
    first, two = (search(game, view, NO_MEMORY, Rng("chance"), Budget(40)) for _ in range(2))
    assert first == two
    assert game.check(view, first.move) is None
    assert game.view(state, seat) == view


@pytest.mark.parametrize("thumb", [3, -1])
def test_a_search_is_about_so_many_moves(thumb: int) -> None:
    """The move of the rules of thumb comes first, then the game's own up to a limit."""
    moves = [*range(SEARCHED + 5)]
    game: Any = SimpleNamespace(candidates=lambda *_: moves, policy=lambda *_: thumb)
    view: Any = None
    others = [move for move in moves if move != thumb]

    assert candidates(game, view, NO_MEMORY, Rng("c")) == [thumb, *others[: SEARCHED - 1]]


def test_a_move_without_a_rival_is_that_of_the_rules_of_thumb() -> None:
    """With one candidate or no playouts nothing is searched, and the policy's move is the best."""
    game: Any = SimpleNamespace(
        prompt=lambda _: True, candidates=lambda *_: ["other"], policy=lambda *_: "thumb"
    )
    lonely: Any = SimpleNamespace(**vars(game) | {"candidates": lambda *_: []})
    view: Any = None
    results = [
        search(subject, view, NO_MEMORY, Rng("c"), Budget(playouts))
        for subject, playouts in ((lonely, 40), (game, 0))
    ]

    assert results == [BestMove("thumb", by_rule=True)] * 2  # type: ignore[arg-type]  # a word stands for the move


def test_search_sees_what_the_rules_of_thumb_miss() -> None:
    """A seat that needs one more trick and can be sure of the next one takes it."""
    state = position(
        "tricks", ["1B 2C", "3B 4C"], bids="ii", earlier=[(0, "4O 2O")], pot=30, hand_number=8
    )
    result = search(TOMATE, TOMATE.view(state, 0), NO_MEMORY, Rng("sure"), Budget(60))
    assert {result.move, result.runner_up} == {CARDS["1B"], CARDS["2C"]}
    assert result.chance is not None
    assert result.runner_up_chance is not None
    assert result.chance >= result.runner_up_chance


def test_playouts_may_only_rate_the_move_of_the_policy() -> None:
    """If a budget keeps the policy's move, that move stays the best where another one wins more."""
    state = BATCHES.setup(3, BATCHES.options(), Rng("deal0")).state
    view = BATCHES.view(state, 0)
    free, saved = (
        search(BATCHES, view, NO_MEMORY, Rng("d"), Budget(40, keeps_policy=keeps))
        for keeps in (False, True)
    )
    assert (free.by_rule, saved.by_rule) == (False, True)


def test_search_stops_when_told() -> None:
    """A guard stops the search after its first world."""
    state = SEALS.setup(3, SEALS.options(), Rng("deal")).state
    result = search(SEALS, SEALS.view(state, 0), NO_MEMORY, Rng("c"), Budget(10_000, lambda: True))
    assert result.playouts <= 24


def test_a_playout_plays_as_many_chapters_as_its_game_says() -> None:
    """The outlook of Karate Tomate is asked at the end of the next round."""
    state = KARATE_TOMATE.setup(3, KARATE_TOMATE.options(), Rng("deal")).state
    playout(KARATE_TOMATE, state, Rng("playout"))
    assert state.round == 1 + KARATE_TOMATE.info.chapters == 3


def test_a_sealed_answer_of_a_rival_is_a_sensible_one() -> None:
    """A rival with a strong hand who has answered fights in most worlds, whatever was drawn."""
    hands = [f"T{seat} A5 A4 A3 A2 A1" for seat in (1, 2, 3)]
    state = notation.position("heat", hands, row="500 400")
    KARATE_TOMATE.advance(state, 1, DROP_OUT)
    answers = []
    for number in range(40):
        _answer_again(KARATE_TOMATE, state, 0, Rng(f"world {number}"))
        answers.append(state.answers[1])
    assert answers.count(("tomato",)) < 10
    assert (state.answers[0], state.answers[2]) == (None, None)


def test_a_search_that_was_cut_off_names_no_chances() -> None:
    """A few results say nothing about a seat's chance to win, so a stopped search has none."""
    state = SEALS.setup(3, SEALS.options(), Rng("deal")).state
    view = SEALS.view(state, 0)
    stopped = search(SEALS, view, NO_MEMORY, Rng("c"), Budget(100, lambda: True))
    whole = search(SEALS, view, NO_MEMORY, Rng("c"), Budget(100))

    assert (stopped.chance, stopped.runner_up_chance) == (None, None)
    assert None not in (whole.chance, whole.runner_up_chance)


def test_a_chance_is_never_above_one_or_below_zero() -> None:
    """A lead from a few worlds, added to a mean from many, may overshoot; the chance doesn't."""
    thumb = _Racer(None, results=[0.0, 1.0, 1.0, 1.0])
    ahead, even, behind = (_Racer(None, leads=[lead]) for lead in (1.0, 0.0, -1.0))

    assert [_chance(thumb, item) for item in (ahead, even, behind)] == [1.0, 0.75, 0.0]


def test_chances_add_up() -> None:
    """Chances to win grow with points, are equal for equal points, and add up to one."""
    two, first, tied = chances([5, 3, 3], 2)
    assert two > first == tied
    assert two + first + tied == pytest.approx(1)
