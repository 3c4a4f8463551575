"""Laws of questions: a form offers exactly what the rules allow."""

from collections.abc import Iterator, Sequence
from contextlib import suppress

from hypothesis import strategies as st
from pydantic import ValidationError

from games.core.ai.memory import NO_MEMORY, Level
from games.core.answer import forms, random_form
from games.core.game import apply, apply_form, read_move
from games.core.prompt import Move, PickOne, Prompt, Slot
from games.core.rng import Rng
from games.core.saving import save_move
from games.core.values import Seat
from tests.games.case import Case
from tests.games.moves import choices, offered, random_of_type, some_forms, words_of
from tests.games.plays import Position, asked, drawn_position, drawn_positions, drawn_rng, law

LONGEST_ID = 64


def drawn_question(data: st.DataObject, case: Case) -> tuple[Position, Seat, Prompt]:
    """Draw a moment, and a seat that is asked then, with its question."""
    position = drawn_position(data, case, over=False)
    seat = data.draw(st.sampled_from(sorted(case.game.to_act(position.state))), "seat")
    return position, seat, asked(case.game, position.state, seat)


@law(6)
def test_check_accepts_what_forms_yield(case: Case, data: st.DataObject) -> None:
    """Of all conceivable moves, a game's own check allows exactly those that a form offers."""
    game, rng = case.game, drawn_rng(data)
    for position in drawn_positions(data, case):
        seat = rng.below(position.match.seats)
        view = game.view(position.state, seat)
        prompt = game.prompt(view)
        for move in thinkable_moves(position, prompt, rng):
            tidy = offered(game, prompt, move.model_dump(mode="json"))

            assert (game.check(view, tidy or move) is None) == (tidy is not None), (position, move)


def thinkable_moves(position: Position, prompt: Prompt | None, rng: Rng) -> Iterator[Move]:
    """Yield random moves by type, and good ones with some fields exchanged."""
    for _ in range(12):
        form = random_of_type(position.game, words_of(position.match), rng)
        if prompt is not None and rng.below(3) == 0:
            good = random_form(prompt, rng)
            fitting = good.keys() & form.keys() - {"kind"}
            form = {**good, **{name: form[name] for name in sorted(fitting) if rng.below(2)}}
        with suppress(ValidationError):
            yield position.game.move.validate_python(form)


@law(25)
def test_every_form_is_a_legal_move(case: Case, data: st.DataObject) -> None:
    """Every filled form is a move with the same fields."""
    *_, prompt = drawn_question(data, case)
    for form in some_forms(prompt):
        assert read_move(case.game, prompt, form).model_dump(mode="json") == form


@law(25)
def test_forms_lead_on(case: Case, data: st.DataObject) -> None:
    """Every filled form can be applied, and the number of seats stays the same."""
    position, seat, prompt = drawn_question(data, case)
    for form in some_forms(prompt, 12):
        _, step = apply_form(case.game, position.state, seat, prompt, form)

        assert len(case.game.standing(step.state).points) == position.match.seats


@law(25)
def test_moves_equal_the_forms(case: Case, data: st.DataObject) -> None:
    """The moves listed for bots are exactly the form's moves, each once."""
    position, seat, prompt = drawn_question(data, case)
    yielded = sorted(
        save_move(case.game, case.game.move.validate_python(form)) for form in forms(prompt)
    )
    listed = sorted(save_move(case.game, move) for move in case.game.moves(position.state, seat))

    assert listed == yielded
    assert len(set(listed)) == len(listed)


@law()
def test_nothing_is_listed_for_who_is_not_asked(case: Case, data: st.DataObject) -> None:
    """No moves are listed for a seat that isn't asked."""
    position = drawn_position(data, case)
    for seat in set(range(position.match.seats)) - case.game.to_act(position.state):
        assert not list(case.game.moves(position.state, seat))


@law(25)
def test_there_is_a_way_forward(case: Case, data: st.DataObject) -> None:
    """Every seat that is asked can answer without a take-back."""
    *_, prompt = drawn_question(data, case)
    kind = random_form(prompt, drawn_rng(data))["kind"]
    action = prompt.action(kind)

    assert action is not None
    assert not action.take_back


@law(25)
def test_forms_are_well_made(case: Case, data: st.DataObject) -> None:
    """Kinds, slots and choices have different names, and their bounds can be met."""
    *_, prompt = drawn_question(data, case)
    kinds = [action.kind for action in prompt.actions]

    assert len(kinds) == len(set(kinds))
    for action in prompt.actions:
        for names in slot_names(action.slots):
            assert len(names) == len(set(names))
            assert "kind" not in names
        for choice in choices(action.slots):
            assert 0 < len(choice.id) <= LONGEST_ID
            assert choice.copies > 0
        for slot in all_slots(action.slots):
            check_slot(slot, free=action.blocked is None)


def slot_names(slots: Sequence[Slot]) -> list[list[str]]:
    """Return the names that may be filled in together, for every path of the tree."""
    paths: list[list[str]] = [[]]
    for slot in slots:
        below = [path for choice in slot.choices for path in slot_names(choice.then)] or [[]]
        paths = [[*path, slot.name, *more] for path in paths for more in below]
    return paths


def all_slots(slots: Sequence[Slot]) -> Iterator[Slot]:
    """Yield every slot of a tree."""
    yield from slots
    for choice in choices(slots):
        yield from choice.then


def check_slot(slot: Slot, *, free: bool) -> None:
    """Check one slot: ids differ, only single choices open slots, and bounds can be met."""
    ids = [choice.id for choice in slot.choices]

    assert len(ids) == len(set(ids))
    if isinstance(slot, PickOne):
        return
    held = sum(choice.copies for choice in slot.choices if choice.blocked is None)

    assert not any(choice.then for choice in slot.choices)
    assert 0 <= slot.least <= slot.most
    assert held >= slot.least or not free


@law(25)
def test_policies_move_legally(case: Case, data: st.DataObject) -> None:
    """A policy makes a move that the form offers, and with the same randomness the same one."""
    position = drawn_position(data, case, over=False)
    rng = drawn_rng(data)
    for seat in case.game.awaited(position.state):
        view = case.game.view(position.state, seat)
        prompt = case.game.prompt(view)
        move = case.game.policy(view, NO_MEMORY, Level.NORMAL, rng.clone())

        assert prompt is not None
        assert offered(case.game, prompt, move.model_dump(mode="json")) == move
        assert case.game.policy(view, NO_MEMORY, Level.NORMAL, rng.clone()) == move


@law(6)
def test_policies_finish_a_match(case: Case, data: st.DataObject) -> None:
    """A match between policies ends, without take-backs."""
    position = drawn_position(data, case)
    game, state, rng = case.game, position.state, drawn_rng(data)
    made = 0
    while awaited := game.awaited(state):
        seat = min(awaited)
        view = game.view(state, seat)
        move = game.policy(view, NO_MEMORY, Level.NORMAL, rng)
        prompt = game.prompt(view)
        action = prompt.action(move.kind) if prompt else None

        assert action is not None
        assert not action.take_back
        assert made < case.longest
        state = apply(game, state, seat, move).state
        made += 1
