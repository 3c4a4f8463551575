"""Imagined states are open where the viewer knows nothing, and fixed where it knows something."""

from collections import defaultdict
from typing import Any

from games.core.ai.memory import NO_MEMORY, remember
from games.core.game import apply
from games.core.rng import Rng
from games.karate_tomate import KARATE_TOMATE
from games.karate_tomate.options import KarateOptions
from games.karate_tomate.rules.cards import trophies
from games.karate_tomate.rules.notation import cards, position
from games.karate_tomate.rules.state import Stage, State
from tests.games.karate_tomate.hidden import Place, unseen
from tests.games.karate_tomate.support.positions import at_once, play
from tests.games.random_moves import random_move

HANDS = ["T4 C5 C4 B1", "T9 K2 K3 B5", "T2 M1 M3 M4"]


def imagined(state: State, viewer: int | None, count: int = 60) -> list[State]:
    chance, view = Rng("imagine"), KARATE_TOMATE.view(state, viewer)
    return [KARATE_TOMATE.determinize(view, NO_MEMORY, chance) for _ in range(count)]


def test_an_unseen_card_may_lie_anywhere() -> None:
    """Over many imagined states, hidden cards and tomatoes take every possible place."""
    state = position("heat", HANDS, discard="A1 A2 A3", won=["", "500 120", "310"])
    results = defaultdict[str, set[Place]](set)
    for guess in imagined(state, 0, 2500):
        for place, held in unseen(guess, 0).items():
            for thing in held:
                results[thing].add(place)
    places = unseen(state, 0)
    numbers = {p for p in places if p[0] in {"hand", "draw pile", "discard pile"}}
    wins = {p for p in places if p[0] in {"won", "triumph pile"}}
    values = {p for p in places if p[0] in {"tomato", "box"}}
    assert all(results[kind] == numbers for kind in cards("C1 C5 K2 B5 M4 A1 A5"))
    assert all(results[kind] == wins for kind in ("t500", "t120", "t310", "t030"))
    assert all(results[f"tomato {value}"] == values for value in (9, 2, 1, 10))
    assert "tomato 4" not in results


def test_who_has_answered_is_a_guess_too() -> None:
    """If one of two others has answered, it may be either, with any answer."""
    state = play(position("heat", HANDS), (1, "K2")).state
    answers = [(guess.answers[1], guess.answers[2]) for guess in imagined(state, 0, 200)]
    assert {first is None for first, _ in answers} == {True, False}
    assert all((first is None) != (two is None) for first, two in answers)
    assert ("tomato",) in [first for first, _ in answers]


def test_the_own_answer_is_remembered() -> None:
    """The viewer's own sealed answer is in every imagined state."""
    state = play(position("heat", HANDS), (0, "C4"), (1, "K2")).state
    assert {guess.answers[0] for guess in imagined(state, 0)} == {("C4",)}


def test_where_the_end_may_be_called_somebody_has_the_trophies() -> None:
    """If the end may be called, some seat in each imagined state has enough trophies."""
    won = ["120", "500 500 202", "310 300 300 400"]
    state = position("end_call", HANDS, won=won)
    guesses = imagined(state, 0, 200)
    able = [tuple(map(guess.may_call, range(3))) for guess in guesses]
    assert all(any(may) for may in able)
    assert {may[2] for may in able} == {may[1] for may in able} == {True, False}
    later = at_once(state, dict.fromkeys(range(3), "on")).state
    assert all(any(map(guess.may_call, range(3))) for guess in imagined(later, 0))


def test_where_nobody_was_asked_nobody_has_the_trophies() -> None:
    """If a round ended without the question, no imagined seat has enough trophies."""
    won = ["120", "310 120 030 022 112", "310 120 030 022 103"]
    state = position("triumph", HANDS, played=["C1", "", ""], out=[1, 2], row="500 120", won=won)
    state = play(state, (0, "[500]")).state
    assert state.stage is Stage.HEAT
    for guess in imagined(state, 0):
        assert not any(map(guess.may_call, range(3)))


def test_where_the_match_would_have_ended_nobody_has_the_trophies() -> None:
    """With `auto_end`, no imagined seat has enough trophies while the match runs."""
    won = ["", "310 120 030 022 112", "310 120 030 022 103"]
    state = position("heat", HANDS, played=["C1", "K1", "M1"], won=won, auto_end=True)
    for guess in imagined(state, None):
        assert max(map(trophies, guess.won)) < 12


def test_what_was_just_taken_is_known() -> None:
    """A triumph card that was just taken is imagined with its owner."""
    state = position(
        "triumph", HANDS, played=["C5", "K2", ""], out=[2], row="500 120 030", won=["310", "", ""]
    )
    state = play(state, (0, "[120]")).state
    assert {guess.won[0][-1] for guess in imagined(state, 1)} == {"t120"}
    assert len({guess.won[0][0] for guess in imagined(state, 1)}) > 1


def test_what_was_just_discarded_openly_lies_on_the_discard_pile() -> None:
    """Two cards just discarded openly are on the imagined discard pile until it is shuffled."""
    facts: dict[str, Any] = {"played": ["C1", "K1", ""], "asked": [2], "open_discards": True}
    state = play(position("drop_draw", HANDS, discard="A1", **facts), (2, "-M1 M4")).state
    for guess in imagined(state, 0):
        assert {"M1", "M4"} <= set(guess.discard)
    short = position("drop_draw", HANDS, deck="A1", discard="A2 A3 A4", **facts)
    state = play(short, (2, "-M1 M4")).state
    assert state.discard == ()


def test_a_memory_keeps_what_was_taken_and_discarded() -> None:
    """A viewer with a memory imagines everybody's triumph cards correctly."""
    chance, imagination = Rng("chances"), Rng("remember")
    step = KARATE_TOMATE.setup(4, KarateOptions(), Rng("remembered"))
    memory, state = remember(NO_MEMORY, 1, None, None, step.events), step.state
    while asked := sorted(KARATE_TOMATE.awaited(state)):
        guess = KARATE_TOMATE.determinize(KARATE_TOMATE.view(state, 1), memory, imagination)
        assert guess.won == state.won
        seat = chance.choice(asked)
        move = random_move(KARATE_TOMATE, KARATE_TOMATE.view(state, seat), chance)
        step = apply(KARATE_TOMATE, state, seat, move)
        memory = remember(memory, 1, seat, move, step.events)
        state = step.state
