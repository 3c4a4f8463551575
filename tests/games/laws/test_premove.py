"""Laws of answers in advance: they are worked out from the view alone, and never forced."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from games.core.answer import random_form, tidy_form
from games.core.errors import InvalidMoveError
from games.core.game import AnyGame, read_move
from games.core.prompt import Prompt
from games.core.values import Seat
from tests.games.case import Case
from tests.games.plays import (
    SOME,
    Position,
    drawn_match,
    drawn_positions,
    drawn_rng,
    law,
    positions,
)


def asked_ahead(game: AnyGame, state: Any, seat: Seat | None) -> Any:
    return game.premove(game.view(state, seat))


@law(6)
def test_nobody_is_asked_twice(case: Case, data: st.DataObject) -> None:
    """Who is asked now, who watches, and who has nothing more to come gets no form in advance."""
    game = case.game
    for position in drawn_positions(data, case):
        assert asked_ahead(game, position.state, None) is None, position
        for seat in range(position.match.seats):
            form = asked_ahead(game, position.state, seat)
            if form is None:
                continue
            assert position.prompt(seat) is None, position
            assert seat not in game.to_act(position.state), position
            assert game.result(position.state) is None, position
            assert form.about, position


@law(4)
def test_a_form_in_advance_makes_moves(case: Case, data: st.DataObject) -> None:
    """Whatever is filled in is a move of the game, and waits in the same words as all do."""
    game, rng = case.game, drawn_rng(data)
    for position in drawn_positions(data, case, over=False):
        for seat in range(position.match.seats):
            view = game.view(position.state, seat)
            form = game.premove(view)
            if form is None:
                continue
            filled = random_form(form, rng)
            move = read_move(game, form, filled)

            assert move.kind == filled["kind"], position
            assert form.waiting == view.awaiting.text, position
            assert not any(action.take_back for action in form.actions), position


@law(6)
def test_a_form_in_advance_tells_nothing(case: Case, data: st.DataObject) -> None:
    """Whatever is exchanged behind a viewer's back, the form in advance stays the same."""
    game, rng, match = case.game, drawn_rng(data), drawn_match(data, case)
    moments = [(position, viewer) for position in positions(match) for viewer in match.viewers]
    # Where forms are rare, moments by chance would miss them.
    asked = [one for one in moments if asked_ahead(game, one[0].state, one[1]) is not None]
    for position, viewer in (*rng.sample(asked, SOME), *rng.sample(moments, SOME)):
        twin = case.reshuffle(position.state, viewer, rng)

        assert asked_ahead(game, twin, viewer) == asked_ahead(game, position.state, viewer)


@law(2)
def test_moments_bear_their_own_names(case: Case, data: st.DataObject) -> None:
    """In a whole match a seat is asked about a moment again only while it goes on."""
    match = drawn_match(data, case)
    for seat in range(match.seats):
        left: set[str] = set()
        before = ""
        for position in positions(match):
            prompt = position.prompt(seat) or asked_ahead(case.game, position.state, seat)
            about = prompt.about if prompt else ""
            assert about not in left, position
            if about != before and before:
                left.add(before)
            before = about


@law(2)
def test_what_was_meant_is_what_is_asked(case: Case, data: st.DataObject) -> None:
    """A form in advance offers the actions of its question in their order, and fits if it may."""
    game, rng = case.game, drawn_rng(data)
    match = drawn_match(data, case)
    for seat in range(match.seats):
        kept: tuple[Prompt, dict[str, Any]] | None = None
        for position in positions(match):
            form = asked_ahead(game, position.state, seat)
            if form is not None:
                kept = form, random_form(form, rng)
            prompt = position.prompt(seat)
            if prompt is None or kept is None or prompt.about != kept[0].about:
                continue
            offered = [action.kind for action in kept[0].actions]
            assert offered == [a.kind for a in prompt.actions if a.kind in offered], position
            assert_fits(game, position, seat, kept[1])
            kept = None


def assert_fits(game: AnyGame, position: Position, seat: Seat, filled: dict[str, Any]) -> None:
    """What `check` accepts is what the question's own form takes."""
    prompt = position.prompt(seat)
    assert prompt is not None
    assert prompt.action(filled["kind"]) is not None, position
    move = game.move.validate_python(filled)
    legal = game.check(game.view(position.state, seat), move) is None
    try:
        tidy_form(prompt, filled)
    except InvalidMoveError:
        taken = False
    else:
        taken = True
    assert taken == legal, position
