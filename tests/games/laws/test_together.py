"""Laws of deciding at once: no race, no peeking, and no sign of who was quick."""

from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from games.core.event import Event, is_for
from games.core.game import AnyGame, Step, apply
from games.core.prompt import Move
from games.core.rng import Rng
from games.core.saving import save_state
from games.core.tableau import Tableau
from games.core.values import Seat
from tests.games import plays
from tests.games.case import Case


def drawn_meetings(data: st.DataObject, case: Case) -> list[plays.Position]:
    """Draw some moments of one match in which several seats are awaited."""
    match = plays.drawn_match(data, case)
    meetings = [p for p in plays.positions(match) if len(match.game.awaited(p.state)) > 1]
    return plays.drawn_rng(data).sample(meetings, plays.SOME)


def drawn_sealed(data: st.DataObject, case: Case, rng: Rng) -> list[tuple[plays.Position, Seat]]:
    """Draw seats that owe a sealed answer while others do too."""
    results = []
    for position in drawn_meetings(data, case):
        seat = rng.choice(sorted(case.game.awaited(position.state)))
        prompt = position.prompt(seat)
        if prompt is not None and prompt.sealed:
            results.append((position, seat))
    return results


Answer = tuple[Seat, Move, str | None]


def answers(position: plays.Position, rng: Rng) -> list[Answer]:
    """Return an answer of each awaited seat, with the question that it answers."""
    game, state = position.game, position.state
    return [
        (seat, plays.random_answer(game, state, seat, rng), plays.question(game, state, seat))
        for seat in sorted(game.awaited(state))
    ]


def give(game: AnyGame, state: Any, given: list[Answer]) -> Any:
    """Apply the answers one after another, without those whose question is gone."""
    for seat, move, asked in given:
        if seat in game.awaited(state) and plays.question(game, state, seat) == asked:
            state = apply(game, state, seat, move).state
    return state


@plays.law(15)
def test_order_of_answers_does_not_matter(case: Case, data: st.DataObject) -> None:
    """Answers given at once lead to the same state, in whatever order they arrive."""
    rng = plays.drawn_rng(data)
    for position in drawn_meetings(data, case):
        given = answers(position, rng)
        other = rng.sample(given, len(given))
        first, two = (give(case.game, position.state, order) for order in (given, other))

        assert first == two, position


@plays.law(15)
def test_sealed_answers_show_nothing(case: Case, data: st.DataObject) -> None:
    """While an answer is sealed, nobody else sees which one it was."""
    game, rng = case.game, plays.drawn_rng(data)
    for position, seat in drawn_sealed(data, case, rng):
        moves = [plays.random_answer(game, position.state, seat, rng) for _ in range(2)]
        steps = [apply(game, position.state, seat, move) for move in moves]
        if any(is_settled(position, step.state, seat) for step in steps):
            continue
        for viewer in others(position, seat):
            first, two = (game.view(step.state, viewer) for step in steps)

            assert first == two, position
            assert game.tableau(first) == game.tableau(two), position
            assert seen(steps[0], viewer) == seen(steps[1], viewer), position


@plays.law(15)
def test_sealed_answers_change_only_the_count(case: Case, data: st.DataObject) -> None:
    """For others, a sealed answer changes only who, or how many, have answered."""
    game, rng = case.game, plays.drawn_rng(data)
    for position, seat in drawn_sealed(data, case, rng):
        before = position.state
        after = plays.random_turn(game, before, seat, rng).step.state
        if is_settled(position, after, seat):
            continue
        for viewer in others(position, seat):
            first, two = (game.tableau(game.view(state, viewer)) for state in (before, after))

            assert without_progress(first) == without_progress(two), position
            if viewer is not None:
                assert plays.question(game, after, viewer) == plays.question(
                    game, before, viewer
                ), position


@plays.law(15)
def test_changes_of_mind_are_not_noticed(case: Case, data: st.DataObject) -> None:
    """A seat that changes its answer changes nothing that anybody else sees."""
    game, rng = case.game, plays.drawn_rng(data)
    for position in plays.drawn_positions(data, case):
        for seat in sorted(game.to_act(position.state) - game.awaited(position.state)):
            step = plays.random_turn(game, position.state, seat, rng).step
            for viewer in others(position, seat):
                assert game.view(step.state, viewer) == game.view(position.state, viewer)
                assert not seen(step, viewer)


@plays.law(15)
def test_only_the_last_change_of_an_answer_counts(case: Case, data: st.DataObject) -> None:
    """A seat that changes its answer twice makes the step that the second change alone makes."""
    game, rng = case.game, plays.drawn_rng(data)
    for position in plays.drawn_positions(data, case):
        awaited = game.awaited(position.state)
        for seat in sorted(game.to_act(position.state) - awaited):
            first, last = (plays.random_answer(game, position.state, seat, rng) for _ in range(2))
            changed = apply(game, position.state, seat, first).state
            left, two = (apply(game, state, seat, last) for state in (position.state, changed))

            assert game.awaited(changed) == awaited, position
            assert left.events == two.events, position
            assert save_state(game, left.state) == save_state(game, two.state), position


@plays.law(15)
def test_secret_readiness_names_nobody(case: Case, data: st.DataObject) -> None:
    """If only the number of answers is public, others can't tell whose they are."""
    game, rng = case.game, plays.drawn_rng(data)
    for position, _ in drawn_sealed(data, case, rng):
        if game.view(position.state, None).awaiting.seats:
            continue
        quick = sorted(game.awaited(position.state))[:2]
        moves = [plays.random_answer(game, position.state, seat, rng) for seat in quick]
        states = [
            apply(game, position.state, seat, move).state
            for seat, move in zip(quick, moves, strict=True)
        ]
        if any(is_settled(position, *after) for after in zip(states, quick, strict=True)):
            continue
        for viewer in set(position.match.viewers) - set(quick):
            first, two = (game.view(state, viewer) for state in states)

            assert first == two, position
            assert game.tableau(first) == game.tableau(two), position


def seen(step: Step[Any], viewer: Seat | None) -> list[Event]:
    """Return the events of a step that a viewer sees."""
    return [event for event in step.events if is_for(viewer, event.seen_by())]


def is_settled(position: plays.Position, after: Any, seat: Seat) -> bool:
    """Return whether an answer has ended the question for the others too."""
    return position.game.awaited(after) != position.game.awaited(position.state) - {seat}


def others(position: plays.Position, seat: Seat) -> list[Seat | None]:
    return [viewer for viewer in position.match.viewers if viewer != seat]


def without_progress(tableau: Tableau) -> Tableau:
    """Return the table without what may show who, or how many, have answered."""
    panels = tuple(replace(panel, marks=(), word=None) for panel in tableau.seats)
    return tableau.model_copy(update={"headline": tableau.title, "seats": panels})
