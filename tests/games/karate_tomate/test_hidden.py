"""What is public, and from when on; the laws of knowledge try what is hidden."""

from collections.abc import Callable
from typing import Any

import pytest

from games.core.game import apply_timeout
from games.core.rng import Rng
from games.karate_tomate import KARATE_TOMATE
from games.karate_tomate.questions.views import KarateView
from games.karate_tomate.rules.events import TriumphTaken
from games.karate_tomate.rules.notation import position
from games.karate_tomate.rules.state import State
from tests.games.karate_tomate.hidden import census
from tests.games.karate_tomate.support.positions import at_once, play
from tests.support.rows import each_row

HANDS = ["T4 C5 C4 B1", "T9 K2 K3 B5", "T2 M1 M3 M4"]
START = position("heat", HANDS)
DROPPED = at_once(START, {0: "C5", 1: "T", 2: "M1"}).state
OFFER = position("triumph", HANDS, played=["C5", "K2", ""], out=[2], row="500 120 030")


def tomatoes(view: KarateView) -> list[int | None]:
    return [panel.tomato for panel in view.seats]


PUBLIC: list[tuple[str, State, Callable[[KarateView], Any], Any]] = [
    ("no-tomato-before-it-was-shown", START, tomatoes, [None] * 3),
    ("a-tomato-that-was-shown", DROPPED, tomatoes, [None, 9, None]),
    ("totals-and-colours", position("heat", HANDS, played=["C1 C2", "K1 K1", "M3 M2"]),
     lambda view: [(panel.played[0][0], panel.total) for panel in view.seats],
     [("C", 3), ("K", 2), ("M", 5)]),
    ("triumph-cards-on-offer", OFFER, lambda view: view.row, ("t500", "t120", "t030")),
    ("a-pick", play(OFFER, (0, "[120]")).state,
     lambda view: TriumphTaken(seat=0, card="t120", assigned=False, open=False) in view.aftermath,
     True),
]  # fmt: skip


@each_row("state look seen", PUBLIC)
def test_everybody_sees(state: State, look: Callable[[KarateView], Any], seen: object) -> None:
    """Every seat and every spectator sees what lies open, and no tomato before it was shown."""
    assert [look(KARATE_TOMATE.view(state, viewer)) for viewer in (None, 0, 1, 2)] == [seen] * 4


@pytest.mark.parametrize(
    ("stage", "facts", "answers"),
    [
        ("heat", {}, {0: "C5", 1: "K2"}),
        ("drop_draw", {"asked": [0, 1, 2]}, {0: "draw", 1: "-K2 K3"}),
        ("end_call", {"won": ["500 500 202", "", ""]}, {0: "on", 1: "on"}),
    ],
)
def test_who_has_answered_is_told_to_nobody(
    stage: str, facts: dict[str, Any], answers: dict[int, str]
) -> None:
    """Others see only that one of three has answered, not who."""
    state = position(stage, HANDS, **facts)
    first, two = (play(state, (seat, answers[seat])).state for seat in (0, 1))
    for viewer in (None, 2):
        view = KARATE_TOMATE.view(first, viewer)
        assert KARATE_TOMATE.view(two, viewer) == view
        assert (view.awaiting.seats, view.awaiting.answered, view.awaiting.of) == ((), 1, 3)


def test_a_lone_dropout_is_named() -> None:
    """A lone dropout who is asked is named."""
    view = KARATE_TOMATE.view(position("drop_draw", HANDS, asked=[1]), None)
    assert view.awaiting.seats == (1,)


def test_a_match_of_absent_players_keeps_all_piles_whole() -> None:
    """Ten absent players empty both piles, and a stalemate ends the match with nothing lost."""
    state = KARATE_TOMATE.setup(10, KARATE_TOMATE.options(), Rng("absent")).state
    before = census(state)
    while awaited := KARATE_TOMATE.awaited(state):
        _, step = apply_timeout(KARATE_TOMATE, state, min(awaited))
        state = step.state
    assert (state.ending, state.round, census(state)) == ("stalemate", 10, before)
    assert (state.deck, state.discard) == ((), ())
