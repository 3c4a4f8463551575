"""Heats and who drops out: rulings A1, A2, A12 to A14, A19, A20, A34, A39 and KT-01 as data."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from games.core.errors import IllegalMoveError, NotYourTurnError
from games.core.game import apply_timeout
from games.core.text import PLAIN, speak
from games.karate_tomate import KARATE_TOMATE
from games.karate_tomate.rules.events import Chosen, HeatRevealed, RoundOpened, TomatoesShown
from games.karate_tomate.rules.moves import TOMATO, PlayCard
from games.karate_tomate.rules.notation import cards, position
from games.karate_tomate.rules.state import Stage, State
from tests.games.karate_tomate.support.positions import at_once, play
from tests.support.rows import each_row

HANDS = ["T4 C5 C4 B1", "T9 K2 K3 B5", "T2 C1 K1 B2", "T7 A1 A2 C3"]


class Case(NamedTuple):
    """A hand in a heat, its cards on the table, the cards that it may play, and one it may not."""

    id: str
    hand: str
    played: str
    allowed: str
    refused: str


LEGAL = [
    Case("3.2-any-card-in-the-first-heat", "T4 C5 C4 B1", "", "C5 C4 B1", "A1"),
    Case("A12-the-first-colour-binds", "T4 C5 B1 B1", "B3", "B1", "C5"),
    Case("3.2-the-first-heat-binds-for-the-round", "T4 M5 C1", "M1 M1", "M5", "C1"),
    Case("A13-no-number-card", "T4", "", "", "C1"),
    Case("3.2-no-card-of-the-colour", "T4 C5", "K2", "", "C5"),
]


@pytest.mark.parametrize("case", LEGAL, ids=lambda case: case.id)
def test_a_hand_may_play_exactly_what_the_rulings_allow(case: Case) -> None:
    """A hand may play its allowed cards and the tomato, and no other card."""
    played = [case.played, *["A1"] * 3] if case.played else []
    state = position("heat", [case.hand, *HANDS[1:]], played=played)
    moves = list(KARATE_TOMATE.moves(state, 0))
    assert {m.card for m in moves if isinstance(m, PlayCard)} == set(cards(case.allowed))
    assert TOMATO in moves
    with pytest.raises(IllegalMoveError):
        play(state, (0, case.refused))


START = position("heat", HANDS)
LATER = position("heat", HANDS, played=["C1", "K1", "B1", "A3"])
ONE_OUT = [(0, "C5"), (1, "K2"), (2, "T"), (3, "A1")]
TWO_OUT = [(0, "C5"), (1, "K2"), (2, "T"), (3, "T")]
THREE_OUT = [(0, "C5"), (1, "T"), (2, "T"), (3, "T"), (1, "draw"), (2, "draw"), (3, "draw")]
ALL_OUT = [(seat, words) for words in ("T", "draw") for seat in range(4)]

RULINGS: list[tuple[str, State, list[tuple[int, str]], dict[str, Any]]] = [
    ("A14-the-tomato-in-the-first-heat", START, [(0, "T"), (1, "K2"), (2, "K1"), (3, "A1")],
     {"fighters": [1, 2, 3], "stage": Stage.DROP_DRAW, "hand": cards("C4 C5 B1")}),
    ("3.3-cards-stay-and-the-tomato-returns", START, ONE_OUT,
     {"table": [("C5",), ("K2",), (), ("A1",)], "hand": cards("C4 B1"),
      "tomatoes": [4, 9, 2, 7], "shown": [False, False, True, False]}),
    ("3.4-without-a-dropout-the-fight-goes-on", START, [(0, "C5"), (1, "K2"), (2, "K1"), (3, "A1")],
     {"stage": Stage.HEAT, "heat": 2, "fighters": [0, 1, 2, 3],
      "answers": dict.fromkeys(range(4))}),
    ("3.4-more-fighters-than-cards-fight-on", START, [*ONE_OUT, (2, "draw")],
     {"stage": Stage.HEAT, "heat": 2, "fighters": [0, 1, 3]}),
    ("A1-if-all-drop-out-nobody-takes-a-card", START, ALL_OUT,
     {"stage": Stage.HEAT, "round": 2, "barren": 1, "row": ["t500", "t120"], "piled": 38,
      "held": [5, 5, 5, 5]}),
    ("A2-one-fighter-takes-one-card", START, THREE_OUT, {"stage": Stage.TRIUMPH, "queue": [0]}),
    ("A2-and-leaves-the-other", START, [*THREE_OUT, (0, "[120]")],
     {"round": 2, "left": "t500", "offered": 2}),
    ("A34-what-dropouts-have-played-stays", LATER, TWO_OUT,
     {"table": [("C1", "C5"), ("K1", "K2"), ("B1",), ("A3",)]}),
    ("A34-and-is-discarded-at-the-end", LATER, [*TWO_OUT, (2, "draw"), (3, "draw"), (0, "[500]")],
     {"discarded": sorted(cards("C1 C5 K1 K2 B1 A3"))}),
]  # fmt: skip
FACTS: dict[str, Callable[[State], Any]] = {
    "hand": lambda state: state.hands[0],
    "held": lambda state: list(map(len, state.hands)),
    "piled": lambda state: len(state.pile),
    "left": lambda state: state.row[0],
    "offered": lambda state: len(state.row),
    "discarded": lambda state: sorted(state.discard),
}
"""Facts that are no fields of a state."""


@each_row("state moves facts", RULINGS)
def test_a_ruling_holds(state: State, moves: list[tuple[int, str]], facts: dict[str, Any]) -> None:
    """After its moves, a position has the facts that its ruling requires."""
    after = play(state, *moves).state
    for name, expected in facts.items():
        assert (FACTS[name](after) if name in FACTS else getattr(after, name)) == expected, name


def test_3_3_nothing_is_revealed_before_all_have_chosen() -> None:
    """Nothing is on the table until the last fighter has chosen (3.3)."""
    step = at_once(position("heat", HANDS), {0: "C5", 1: "K2", 2: "T"})
    assert step.state.table == [()] * 4
    assert not [event for event in step.events if isinstance(event, HeatRevealed)]


@pytest.mark.parametrize("hand", ["T4", "T4 C5"], ids=["no-card", "no-card-of-the-colour"])
def test_a19_a_forced_tomato_is_not_locked_at_once(hand: str) -> None:
    """A player who can only play the tomato is awaited and asked too (A19)."""
    state = position("heat", [hand, *HANDS[1:]], played=["K1", "K1", "B1", "A3"])
    assert KARATE_TOMATE.awaited(state) == {0, 1, 2, 3}
    prompt = KARATE_TOMATE.prompt(KARATE_TOMATE.view(state, 0))
    assert prompt is not None
    assert [action.blocked is None for action in prompt.actions] == [False, True]


def test_a19_only_how_many_have_chosen_is_told() -> None:
    """The public text says only how many have chosen, and no seat is marked (A19)."""
    state = play(position("heat", HANDS), (2, "T")).state
    for viewer in (None, 0, 1, 3):
        view = KARATE_TOMATE.view(state, viewer)
        assert speak(view.awaiting.text, PLAIN) == "Heat 1: 1 of 4 has chosen."
        assert (view.awaiting.seats, view.awaiting.answered, view.awaiting.of) == ((), 1, 4)
        assert not [panel for panel in KARATE_TOMATE.tableau(view).seats if panel.marks]


def test_a20_a_choice_may_be_changed_until_all_are_in() -> None:
    """A choice may be changed until all have chosen, and others don't notice (A20)."""
    step = play(position("heat", HANDS), (0, "C5"), (0, "T"), (0, "C4"))
    assert KARATE_TOMATE.to_act(step.state) == {0, 1, 2, 3}
    assert KARATE_TOMATE.awaited(step.state) == {1, 2, 3}
    assert all(isinstance(event, Chosen) and event.seen_by() == {0} for event in step.events)
    state = at_once(step.state, {1: "K2", 2: "K1", 3: "A1"}).state
    assert state.table[0] == ("C4",)


def test_a39_answers_after_dropping_out_are_final() -> None:
    """How to draw, and going on, can't be changed (A39)."""
    drawing = position("drop_draw", HANDS, asked=[1, 2])
    with pytest.raises(NotYourTurnError):
        play(drawing, (1, "draw"), (1, "-K2 K3"))
    with pytest.raises(NotYourTurnError):
        play(position("end_call", HANDS, won=["500 500 400", "", "", ""]), (0, "on"), (0, "call"))


def test_dropouts_are_not_asked_again_in_this_round() -> None:
    """Dropouts aren't asked in later heats of the round."""
    state = position("heat", HANDS, played=["C1", "K1", "", "A3"], out=[2])
    assert KARATE_TOMATE.awaited(state) == {0, 1, 3}
    with pytest.raises(NotYourTurnError):
        play(state, (2, "T"))


def test_a37_the_absent_play_the_tomato() -> None:
    """A player whose time runs out in a heat drops out (A37)."""
    move, _ = apply_timeout(KARATE_TOMATE, position("heat", HANDS), 1)
    assert move == TOMATO


SEBASTIAN, BETTI, LINDA, GABI = range(4)
DEALT = ["T4 C5 C4 B1 M2 A3", "T9 K2 K3 B5 B1 M1", "T2 C1 K1 B2 M3 A4", "T7 A1 A2 C3 M4 K5"]


def test_kt_01_the_printed_fight_example() -> None:
    """Linda drops out and draws, Gabi drops out and exchanges, Sebastian takes before Betti."""
    state = position("heat", DEALT, row="500 120", deck="M1 C2 K3 K4 A1 B2 M1 M1")
    state = at_once(state, {SEBASTIAN: "C5", BETTI: "K2", LINDA: "T", GABI: "A1"}).state
    assert (state.fighters, KARATE_TOMATE.awaited(state)) == ([0, 1, 3], frozenset({LINDA}))
    state = play(state, (LINDA, "draw")).state
    assert state.hands[LINDA] == cards("C1 C2 K1 B2 M1 M3 A4")
    state = at_once(state, {SEBASTIAN: "C4", BETTI: "K3", GABI: "T"}).state
    step = play(state, (GABI, "-C3 M4"))
    state = step.state
    assert state.hands[GABI] == cards("K3 K4 K5 B2 A1 A2")
    assert (state.stage, state.queue) == (Stage.TRIUMPH, [SEBASTIAN, BETTI])
    assert not [event for event in step.events if isinstance(event, TomatoesShown)]
    assert [seat.total for seat in KARATE_TOMATE.view(state, None).seats] == [9, 5, 0, 1]
    deck = state.deck
    step = play(state, (SEBASTIAN, "[500]"))
    state = step.state
    assert state.won == [("t500",), ("t120",), (), ()]
    assert (state.deck, sorted(state.discard)) == (deck, sorted(cards("C3 M4 C5 C4 K2 K3 A1")))
    (opened,) = [event for event in step.events if isinstance(event, RoundOpened)]
    assert (opened.round, opened.turned, len(state.row)) == (2, 2, 2)
    assert (state.tomatoes, state.shown) == ([4, 9, 2, 7], [False, False, True, True])
