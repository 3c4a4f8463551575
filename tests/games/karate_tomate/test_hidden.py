"""Who may know what: the table of hidden information, line by line."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.cards import letter
from games.core.event import is_for
from games.core.game import apply_timeout
from games.core.rng import Rng
from games.karate_tomate import KARATE_TOMATE
from games.karate_tomate.rules.events import TriumphTaken
from games.karate_tomate.rules.state import State
from tests.games.karate_tomate.hidden import census, unseen
from tests.games.karate_tomate.support.positions import VARIANTS, at_once, cards, play, position
from tests.games.random_moves import random_steps

HANDS = ["T4 C5 C4 B1", "T9 K2 K3 B5", "T2 M1 M3 M4"]
EVERYBODY = (None, 0, 1, 2)


def shown(state: State, viewer: int | None) -> set[str]:
    """Return the kinds of cards that appear anywhere in a view."""
    words = KARATE_TOMATE.view(state, viewer).model_dump_json()
    return {card for card in census(state) if f'"{card}"' in words}


def test_number_cards_are_their_owner_s_alone() -> None:
    """Each seat sees its own hand, and others see only the number of cards."""
    state = position("heat", HANDS)
    for seat in range(3):
        assert KARATE_TOMATE.view(state, seat).hand == state.hands[seat]
    for viewer in EVERYBODY:
        view = KARATE_TOMATE.view(state, viewer)
        assert [panel.cards for panel in view.seats] == [3, 3, 3]
        others = {card for s, hand in enumerate(state.hands) if s != viewer for card in hand}
        assert not shown(state, viewer) & others


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


def test_a_choice_is_known_to_who_chose_alone() -> None:
    """A choice is known only to its owner until all choices are revealed at once."""
    state = play(position("heat", HANDS), (0, "C5")).state
    assert KARATE_TOMATE.view(state, 0).answer == ("C5",)
    for viewer in (None, 1, 2):
        assert "C5" not in shown(state, viewer)
        assert KARATE_TOMATE.view(state, viewer).answer is None
    revealed = at_once(state, {1: "K2", 2: "M1"}).state
    for viewer in EVERYBODY:
        played = [panel.played for panel in KARATE_TOMATE.view(revealed, viewer).seats]
        assert played == [("C5",), ("K2",), ("M1",)]


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
    one, two = (play(state, (seat, answers[seat])).state for seat in (0, 1))
    for viewer in (None, 2):
        view = KARATE_TOMATE.view(one, viewer)
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


def test_of_piles_only_the_size_is_known() -> None:
    """Everybody sees the sizes of the piles and of the box, but none of their cards."""
    state = position("heat", HANDS, deck="A1 A2", discard="A3 A4 A5", pile="030 022")
    for viewer in EVERYBODY:
        view = KARATE_TOMATE.view(state, viewer)
        assert (view.deck, view.discard, view.pile, view.boxed) == (2, 3, 2, 7)
        assert not shown(state, viewer) & {*cards("A1 A2 A3 A4 A5"), "t030", "t022"}


def test_triumph_cards_on_offer_and_picks_are_public() -> None:
    """Everybody sees the cards on offer, and who takes which."""
    state = position("triumph", HANDS, played=["C5", "K2", ""], out=[2], row="500 120 030")
    step = play(state, (0, "[120]"))
    for viewer in EVERYBODY:
        assert KARATE_TOMATE.view(state, viewer).row == ("t500", "t120", "t030")
        (taken,) = [event for event in step.events if isinstance(event, TriumphTaken)]
        assert is_for(viewer, taken.seen_by())
        assert taken in KARATE_TOMATE.view(step.state, viewer).aftermath


def test_a_pick_is_forgotten_with_the_next_step() -> None:
    """After the next pick or reveal, the view doesn't contain earlier picks any more."""
    state = position(
        "triumph", HANDS, played=["C5", "K2", ""], out=[2], row="500 120 030", pile="400 401"
    )
    state = play(state, (0, "[120]"), (1, "[030]")).state
    assert "t120" not in shown(state, None)
    assert "t030" in shown(state, None)
    state = at_once(state, {0: "C4", 1: "K3", 2: "M1"}).state
    assert "t030" not in shown(state, None)
    assert KARATE_TOMATE.view(state, 0).won == ("t120",)


def test_sealed_answers_leave_the_last_step_to_be_read() -> None:
    """The aftermath stays while the next answers are sealed."""
    state = position("triumph", HANDS, played=["C5", "", ""], out=[1, 2], row="500 120")
    state = play(state, (0, "[120]")).state
    told = KARATE_TOMATE.view(state, None).aftermath
    assert KARATE_TOMATE.view(play(state, (2, "M1")).state, None).aftermath == told


def test_letters_are_those_of_what_may_be_chosen() -> None:
    """In a later heat only cards of the colour have letters; otherwise all cards have."""
    state = position("heat", HANDS, played=["C1", "K1", "M1"])
    (zone, *_) = KARATE_TOMATE.tableau(KARATE_TOMATE.view(state, 0)).hand
    assert [token.letter for token in zone.tokens] == [letter(0), letter(1), ""]
    drawing = position("drop_draw", HANDS, asked=[0])
    (zone, *_) = KARATE_TOMATE.tableau(KARATE_TOMATE.view(drawing, 0)).hand
    assert [token.letter for token in zone.tokens] == ["A", "B", "C"]


@pytest.mark.parametrize(("seats", "options"), VARIANTS)
def test_no_view_and_no_event_shows_a_secret_of_its_own_kind(
    seats: int, options: dict[str, Any]
) -> None:
    """Face-down triumph cards are in no other viewer's view."""
    for state, _ in random_steps(KARATE_TOMATE, seats, "unseen", **options):
        taken = {e.card for e in state.recent if isinstance(e, TriumphTaken)}
        for viewer in (None, seats - 1):
            secret = set[str]()
            for (place, _number), held in unseen(state, viewer).items():
                secret.update(held if place == "won" else ())
            known = {*state.row, *taken, *(state.won[viewer] if viewer is not None else ())}
            told = shown(state, viewer)
            opened = {card for won in _open(state, viewer) for card in won}
            assert not told & (secret - known - opened - _told_rows(state))


def _open(state: State, viewer: int | None) -> list[tuple[str, ...]]:
    seats = KARATE_TOMATE.view(state, viewer).seats
    return [seat.triumphs for seat in seats if seat.triumphs is not None]


def _told_rows(state: State) -> set[str]:
    """Return the cards that were on offer when the round started."""
    return {card for event in state.recent for card in getattr(event, "row", ())}


def test_a_match_of_absent_players_keeps_all_piles_whole() -> None:
    """Ten absent players empty both piles, and a stalemate ends the match with nothing lost."""
    state = KARATE_TOMATE.setup(10, KARATE_TOMATE.options(), Rng("absent")).state
    before = census(state)
    while awaited := KARATE_TOMATE.awaited(state):
        _, step = apply_timeout(KARATE_TOMATE, state, min(awaited))
        state = step.state
    assert (state.ending, state.round, census(state)) == ("stalemate", 10, before)
    assert (state.deck, state.discard) == ((), ())
