"""What is public, and from when on; the laws of knowledge try what is hidden."""

from typing import Any

import pytest

from games.core.cards import letter
from games.core.event import is_for
from games.core.game import apply_timeout
from games.core.rng import Rng
from games.karate_tomate import KARATE_TOMATE
from games.karate_tomate.rules.events import TriumphTaken
from games.karate_tomate.rules.notation import position
from games.karate_tomate.rules.state import State
from tests.games.karate_tomate.hidden import census
from tests.games.karate_tomate.support.positions import at_once, play

HANDS = ["T4 C5 C4 B1", "T9 K2 K3 B5", "T2 M1 M3 M4"]
EVERYBODY = (None, 0, 1, 2)


def shown(state: State, viewer: int | None) -> set[str]:
    """Return the kinds of cards that appear anywhere in a view."""
    words = KARATE_TOMATE.view(state, viewer).model_dump_json()
    return {card for card in census(state) if f'"{card}"' in words}


def test_a_tomato_is_secret_until_it_is_seen() -> None:
    """A tomato is known to its owner, and to others once it was shown."""
    state = position("heat", HANDS)
    assert [KARATE_TOMATE.view(state, seat).tomato for seat in range(3)] == [4, 9, 2]
    for viewer in EVERYBODY:
        seats = KARATE_TOMATE.view(state, viewer).seats
        assert [panel.tomato for panel in seats] == [None] * 3
    dropped = at_once(state, {0: "C5", 1: "T", 2: "M1"}).state
    for viewer in EVERYBODY:
        seats = KARATE_TOMATE.view(dropped, viewer).seats
        assert [panel.tomato for panel in seats] == [None, 9, None]


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


def test_totals_and_colours_are_public() -> None:
    """Everybody sees the cards on the table, and their totals."""
    state = position("heat", HANDS, played=["C1 C2", "K1 K1", "M3 M2"])
    for viewer in EVERYBODY:
        seats = KARATE_TOMATE.view(state, viewer).seats
        assert [(panel.played[0][0], panel.total) for panel in seats] == [
            ("C", 3),
            ("K", 2),
            ("M", 5),
        ]


def test_triumph_cards_on_offer_and_picks_are_public() -> None:
    """Everybody sees the cards on offer, and who takes which."""
    state = position("triumph", HANDS, played=["C5", "K2", ""], out=[2], row="500 120 030")
    step = play(state, (0, "[120]"))
    for viewer in EVERYBODY:
        assert KARATE_TOMATE.view(state, viewer).row == ("t500", "t120", "t030")
        (taken,) = [event for event in step.events if isinstance(event, TriumphTaken)]
        assert is_for(viewer, taken.seen_by())
        assert taken in KARATE_TOMATE.view(step.state, viewer).aftermath


def test_a_round_s_picks_are_forgotten_with_the_next_reveal() -> None:
    """Everybody sees the picks of a round until the next reveal, and none after it."""
    state = position(
        "triumph", HANDS, played=["C5", "K2", ""], out=[2], row="500 120 030", pile="400 401"
    )
    state = play(state, (0, "[120]"), (1, "[030]")).state
    assert "t120" in shown(state, None)
    assert "t030" in shown(state, None)
    state = at_once(state, {0: "C4", 1: "K3", 2: "M1"}).state
    assert "t120" not in shown(state, None)
    assert "t030" not in shown(state, None)
    assert KARATE_TOMATE.view(state, 0).won == ("t120",)


def test_sealed_answers_leave_the_last_step_to_be_read() -> None:
    """The aftermath stays while the next answers are sealed."""
    state = position("triumph", HANDS, played=["C5", "", ""], out=[1, 2], row="500 120")
    state = play(state, (0, "[120]")).state
    text = KARATE_TOMATE.view(state, None).aftermath
    assert KARATE_TOMATE.view(play(state, (2, "M1")).state, None).aftermath == text


def test_letters_are_those_of_what_may_be_chosen() -> None:
    """In a later heat only cards of the colour have letters; otherwise all cards have."""
    state = position("heat", HANDS, played=["C1", "K1", "M1"])
    (zone, *_) = KARATE_TOMATE.tableau(KARATE_TOMATE.view(state, 0)).hand
    assert [token.letter for token in zone.tokens] == [letter(0), letter(1), ""]
    drawing = position("drop_draw", HANDS, asked=[0])
    (zone, *_) = KARATE_TOMATE.tableau(KARATE_TOMATE.view(drawing, 0)).hand
    assert [token.letter for token in zone.tokens] == ["A", "B", "C"]


def test_a_match_of_absent_players_keeps_all_piles_whole() -> None:
    """Ten absent players empty both piles, and a stalemate ends the match with nothing lost."""
    state = KARATE_TOMATE.setup(10, KARATE_TOMATE.options(), Rng("absent")).state
    before = census(state)
    while awaited := KARATE_TOMATE.awaited(state):
        _, step = apply_timeout(KARATE_TOMATE, state, min(awaited))
        state = step.state
    assert (state.ending, state.round, census(state)) == ("stalemate", 10, before)
    assert (state.deck, state.discard) == ((), ())


def test_absent_players_alone_never_end_a_match_without_a_stalemate() -> None:
    """Without the stalemate, absent players are asked for ever: ending that is the table's job."""
    options = KARATE_TOMATE.options(stalemate_rounds=0)
    state = KARATE_TOMATE.setup(3, options, Rng("absent")).state
    while state.round < 40:
        _, step = apply_timeout(KARATE_TOMATE, state, min(KARATE_TOMATE.awaited(state)))
        state = step.state
    assert (state.ending, state.barren) == (None, 39)
