"""Laws of premoves: they follow from the view alone, and stay changeable."""

from typing import Any

from hypothesis import strategies as st

from games.core.answer import random_form
from games.core.game import AnyGame, read_move
from games.core.prompt import Prompt
from games.core.values import Seat
from tests.games.case import Case
from tests.games.plays import SOME, drawn_match, drawn_positions, drawn_rng, law, positions


def asked_ahead(game: AnyGame, state: Any, seat: Seat | None) -> Any:
    return game.premove(game.view(state, seat))


@law(6)
def test_nobody_is_asked_twice(case: Case, data: st.DataObject) -> None:
    """Only a seat that isn't asked now gets a premove form, and spectators never do."""
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
    """A filled premove is a move of the game."""
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
            assert not any(action.take_back for action in form.actions), position


@law(6)
def test_a_form_in_advance_tells_nothing(case: Case, data: st.DataObject) -> None:
    """A premove form stays the same, however hidden things are exchanged."""
    game, rng, match = case.game, drawn_rng(data), drawn_match(data, case)
    moments = [(position, viewer) for position in positions(match) for viewer in match.viewers]
    # Random moments would miss forms that are rare.
    asked = [
        moment for moment in moments if asked_ahead(game, moment[0].state, moment[1]) is not None
    ]
    for position, viewer in (*rng.sample(asked, SOME), *rng.sample(moments, SOME)):
        twin = case.reshuffle(position.state, viewer, rng)

        assert asked_ahead(game, twin, viewer) == asked_ahead(game, position.state, viewer)


@law(2)
def test_moments_bear_their_own_names(case: Case, data: st.DataObject) -> None:
    """In a whole match a seat's questions about one moment follow each other without a gap."""
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
    """A premove form offers actions of the later question, in its order."""
    match = drawn_match(data, case)
    for seat in range(match.seats):
        form: Prompt | None = None
        for position in positions(match):
            form = asked_ahead(case.game, position.state, seat) or form
            prompt = position.prompt(seat)
            if prompt is None or form is None or prompt.about != form.about:
                continue
            offered = [action.kind for action in form.actions]
            assert offered == [a.kind for a in prompt.actions if a.kind in offered], position
            form = None
