"""Laws of deciding at once: no race, no peeping, no telling who was quick."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from games.core.event import is_for
from games.core.game import AnyGame, apply
from games.core.prompt import Move
from games.core.rng import Rng
from games.core.tableau import Tableau
from games.core.values import Seat
from tests.games.case import Case
from tests.games.plays import (
    Position,
    drawn_match,
    drawn_rng,
    law,
    positions,
    question,
    random_answer,
)


def drawn_meeting(data: st.DataObject, case: Case) -> Position | None:
    """Draw a moment in which several seats owe an answer; None where a match has none."""
    match = drawn_match(data, case)
    meetings = [p for p in positions(match) if len(match.game.awaited(p.state)) > 1]
    return data.draw(st.sampled_from(meetings)) if meetings else None


Answer = tuple[Seat, Move, str | None]


def answers(position: Position, rng: Rng) -> list[Answer]:
    """Return an answer of everybody who is awaited, with the question it was given to."""
    game, state = position.game, position.state
    return [
        (seat, random_answer(game, state, seat, rng), question(game, state, seat))
        for seat in sorted(game.awaited(state))
    ]


def give(game: AnyGame, state: Any, given: list[Answer]) -> Any:
    """Make the answers one after another, and drop those whose question is gone."""
    for seat, move, asked in given:
        if seat in game.awaited(state) and question(game, state, seat) == asked:
            state = apply(game, state, seat, move).state
    return state


@law(30)
def test_order_of_answers_does_not_matter(case: Case, data: st.DataObject) -> None:
    """Answers given at once lead to the same state in whatever order they arrive."""
    position = drawn_meeting(data, case)
    if position is None:
        return
    given = answers(position, drawn_rng(data))
    other = data.draw(st.permutations(given))

    assert give(case.game, position.state, given) == give(case.game, position.state, other)


@law(30)
def test_sealed_answers_show_nothing(case: Case, data: st.DataObject) -> None:
    """While an answer is sealed, nobody else can tell which one it was."""
    sealed = drawn_sealed(data, case)
    if sealed is None:
        return
    position, seat = sealed
    rng = drawn_rng(data)
    steps = [
        apply(case.game, position.state, seat, random_answer(case.game, position.state, seat, rng))
        for _ in range(2)
    ]
    if any(is_settled(position, step.state, seat) for step in steps):
        return
    for viewer in others(position, seat):
        one, two = (case.game.view(step.state, viewer) for step in steps)

        assert one == two
        assert case.game.tableau(one) == case.game.tableau(two)
        one_seen, two_seen = (
            [event for event in step.events if is_for(viewer, event.seen_by())] for step in steps
        )

        assert one_seen == two_seen


@law(30)
def test_sealed_answers_change_only_the_count(case: Case, data: st.DataObject) -> None:
    """A sealed answer changes no table of others but for who, or how many, have answered."""
    sealed = drawn_sealed(data, case)
    if sealed is None:
        return
    position, seat = sealed
    move = random_answer(case.game, position.state, seat, drawn_rng(data))
    after = apply(case.game, position.state, seat, move).state
    if is_settled(position, after, seat):
        return
    for viewer in others(position, seat):
        one, two = (
            case.game.tableau(case.game.view(state, viewer)) for state in (position.state, after)
        )

        assert without_progress(one) == without_progress(two)
        if viewer is not None:
            assert question(case.game, after, viewer) == question(case.game, position.state, viewer)


@law(30)
def test_changes_of_mind_are_not_noticed(case: Case, data: st.DataObject) -> None:
    """Who changes an answer that was given changes nothing that anybody else sees."""
    match = drawn_match(data, case)
    game = match.game
    changing = [
        (position, seat)
        for position in positions(match)
        for seat in game.to_act(position.state) - game.awaited(position.state)
    ]
    if not changing:
        return
    position, seat = data.draw(st.sampled_from(changing))
    move = random_answer(game, position.state, seat, drawn_rng(data))
    step = apply(game, position.state, seat, move)
    for viewer in others(position, seat):
        assert game.view(step.state, viewer) == game.view(position.state, viewer)
        assert not [event for event in step.events if is_for(viewer, event.seen_by())]


@law(30)
def test_secret_readiness_names_nobody(case: Case, data: st.DataObject) -> None:
    """Where only the number of answers is public, it does not matter to others whose they are."""
    sealed = drawn_sealed(data, case)
    if sealed is None:
        return
    position, _ = sealed
    game = position.game
    if game.view(position.state, None).awaiting.seats:
        return
    rng = drawn_rng(data)
    quick = sorted(game.awaited(position.state))[:2]
    states = [
        apply(game, position.state, seat, random_answer(game, position.state, seat, rng)).state
        for seat in quick
    ]
    for viewer in set(position.match.viewers) - set(quick):
        one, two = (game.view(state, viewer) for state in states)

        assert one == two
        assert game.tableau(one) == game.tableau(two)


def drawn_sealed(data: st.DataObject, case: Case) -> tuple[Position, Seat] | None:
    """Draw a seat that owes a sealed answer, and others do as well."""
    position = drawn_meeting(data, case)
    if position is None:
        return None
    seat = data.draw(st.sampled_from(sorted(case.game.awaited(position.state))))
    prompt = position.prompt(seat)
    return (position, seat) if prompt is not None and prompt.sealed else None


def is_settled(position: Position, after: Any, seat: Seat) -> bool:
    """Tell whether an answer has ended the question for the others too."""
    return position.game.awaited(after) != position.game.awaited(position.state) - {seat}


def others(position: Position, seat: Seat) -> list[Seat | None]:
    return [viewer for viewer in position.match.viewers if viewer != seat]


def without_progress(tableau: Tableau) -> Tableau:
    """Leave out what may tell who, or how many, have answered."""
    panels = tuple(panel.model_copy(update={"marks": (), "word": None}) for panel in tableau.seats)
    return tableau.model_copy(update={"headline": tableau.title, "seats": panels})
