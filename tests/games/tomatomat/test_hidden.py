"""Placed cards stay hidden in views, questions, tables and logs (section 5)."""

from typing import Any

import pytest

from games.core.event import is_for
from games.core.game import apply
from games.core.text import PLAIN, speak
from games.core.values import Seat
from games.tomatomat import TOMATOMAT
from games.tomatomat.rules.events import BatchDrawn, CardsTurned, ThievesCaught, ThievesStole
from games.tomatomat.rules.notation import position
from games.tomatomat.rules.state import State
from tests.games.random_moves import random_steps
from tests.games.tomatomat.support.positions import allot, play

HAND = "R1 G1 Y1 P1"


def placed(**options: Any) -> State:
    """Return a second batch that seat 0 has committed; that seat has two cards on I."""
    state = position(
        [HAND, HAND, HAND], [["R2 Gt", "Yp", "P2", ""]] + [["R1 G1", "Y1", "P1", ""]] * 2,
        batch=2, **options,
    )  # fmt: skip
    return apply(TOMATOMAT, state, 0, allot("I II III III")).state


def private(state: State, viewer: Seat | None) -> tuple[object, ...]:
    view = TOMATOMAT.view(state, viewer)
    return view.hand, view.placed, view.own, view.own_deck


def test_b19_nobody_looks_again_at_what_was_placed() -> None:
    """A player can't look at committed or earlier cards again (B19)."""
    state = placed()
    assert [private(state, viewer) for viewer in (None, 0)] == [((), (), (), ())] * 2
    assert private(state, 1)[0] == ("R1", "G1", "Y1", "P1")
    texts = [speak(t, PLAIN) for zone in TOMATOMAT.tableau(TOMATOMAT.view(state, 0)).hand
            for t in (zone.title, zone.note) if t is not None]  # fmt: skip
    assert texts == ["Batch", "placed face down, not to be looked at again"]


def test_b19_own_peek_shows_what_is_ones_own() -> None:
    """With `own_peek` only the owner sees the batch with its slots, and the piles (B19)."""
    state = placed(own_peek=True)
    view = TOMATOMAT.view(state, 0)
    assert view.hand == ("R1", "G1", "Y1", "P1")
    assert view.placed == (0, 1, 2, 2)
    assert view.own == (("R2", "Gt"), ("Yp",), ("P2",), ())
    assert private(state, None) == ((), (), (), ())
    assert TOMATOMAT.view(state, 1).own == (("R1", "G1"), ("Y1",), ("P1",), ())


def test_b22_counts_stay_as_they_were_until_all_have_committed() -> None:
    """Everybody sees who has committed, but counts change only after all have (B22)."""
    state = placed()
    for viewer in (None, 0, 1, 2):
        seats = TOMATOMAT.view(state, viewer).seats
        assert [seat.counts for seat in seats] == [(2, 1, 1, 0)] * 3
        assert [seat.answered for seat in seats] == [True, False, False]


def test_b24_the_tracker_shows_the_own_deck_alone() -> None:
    """The tracker shows only its holder the cards of a deck that was played before (B24)."""
    states = [state for state, _ in random_steps(TOMATOMAT, 3, "tracker", deck_tracker=True)]
    for state in states:
        for seat in range(3):
            deck = TOMATOMAT.view(state, seat).own_deck
            public = state.round >= 2 and (seat, state.round) != (0, 2)
            assert bool(deck) == (public and state.stage != "end")
            assert not deck or sorted(deck) == sorted(state.deck_of(seat))
        assert TOMATOMAT.view(state, None).own_deck == ()


@pytest.mark.parametrize("peek", [False, True])
def test_logs_keep_no_cards(peek: bool) -> None:
    """Logs contain no cards, except one's own draws with `own_peek` (section 5)."""
    kinds = (BatchDrawn, CardsTurned, ThievesCaught, ThievesStole)
    steps = list(random_steps(TOMATOMAT, 3, "logs", own_peek=peek))
    events = [e for _, text in steps for e in text if isinstance(e, kinds)]
    assert {type(event) for event in events} == set(kinds)
    for event in events:
        for viewer in (None, 0, 1, 2):
            own = isinstance(event, BatchDrawn) and event.seat == viewer
            assert is_for(viewer, event.logged_for()) == (peek and own)
            assert is_for(viewer, event.seen_by()) == (own or not isinstance(event, BatchDrawn))


def test_what_was_turned_up_goes_with_the_next_batch() -> None:
    """Everybody sees the resolution until the next batch is complete."""
    state = play(position([HAND, HAND]), "I I I I", "II II II II").state
    assert TOMATOMAT.view(state, None).resolution is not None
    state = apply(TOMATOMAT, state, 0, allot("I I I I")).state
    assert TOMATOMAT.view(state, 0).resolution is not None
    state = apply(TOMATOMAT, state, 1, allot("I I I I")).state
    assert TOMATOMAT.view(state, 0).resolution is None
