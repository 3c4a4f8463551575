"""Laws of saving: data is read back as written, and play continues unchanged."""

from hypothesis import strategies as st

from games.core import exact_json, saving
from games.core.game import apply, apply_timeout
from games.core.options import read_options
from tests.games.case import Case
from tests.games.graph import mutable_parts
from tests.games.plays import drawn_match, drawn_options, drawn_position, law


@law()
def test_states_are_read_back(case: Case, data: st.DataObject) -> None:
    """A saved state is read back as it was."""
    position = drawn_position(data, case)
    saved = saving.save_state(case.game, position.state)

    assert saving.load_state(case.game, saved) == position.state
    assert saving.save_state(case.game, saving.load_state(case.game, saved)) == saved


@law(6)
def test_play_goes_on_after_a_restart(case: Case, data: st.DataObject) -> None:
    """A match that is saved and read back between any two moves continues unchanged."""
    match = drawn_match(data, case)
    state = match.start.state
    for turn in match.turns:
        state = saving.load_state(case.game, saving.save_state(case.game, state))
        step = apply(
            case.game,
            state,
            turn.seat,
            saving.load_move(case.game, saving.save_move(case.game, turn.move)),
        )

        assert step == turn.step
        state = step.state


@law()
def test_moves_are_read_back(case: Case, data: st.DataObject) -> None:
    """Every move, including a timeout move, is read back as it was."""
    position = drawn_position(data, case, over=False)
    seat = min(case.game.awaited(position.state))
    timeout, _ = apply_timeout(case.game, position.state, seat)
    for move in (timeout, position.match.turns[position.index].move):
        assert saving.load_move(case.game, saving.save_move(case.game, move)) == move


@law()
def test_events_are_read_back(case: Case, data: st.DataObject) -> None:
    """Every event is read back as it was, with its text and its audience."""
    position = drawn_position(data, case)
    for event in position.events:
        again = saving.load_event(case.game, saving.save_event(case.game, event))

        assert again == event
        assert again.text() == event.text()
        assert (again.seen_by(), again.logged_for()) == (event.seen_by(), event.logged_for())


@law()
def test_options_are_read_back(case: Case, data: st.DataObject) -> None:
    """A set of options is read back as it was, from saved data and from plain values.

    Saved data names every option, so that a match keeps its options when a default changes.
    """
    options = drawn_options(data, case)
    saved = exact_json.loads(saving.save_options(case.game, options))

    assert saved["options"].keys() == case.game.options.model_fields.keys()
    assert saving.load_options(case.game, saving.save_options(case.game, options)) == options
    assert read_options(case.game.options, options.model_dump(mode="json")) == options


@law()
def test_a_clone_is_the_state_itself(case: Case, data: st.DataObject) -> None:
    """A clone equals its state, and they share nothing that can change."""
    state = drawn_position(data, case).state
    twin = case.game.clone(state)

    assert twin == state
    assert not mutable_parts(twin).keys() & mutable_parts(state).keys()


@law()
def test_views_hold_on_to_nothing_that_changes(case: Case, data: st.DataObject) -> None:
    """A view shares nothing changeable with its state."""
    position = drawn_position(data, case)
    mutable = mutable_parts(position.state)
    for viewer in position.match.viewers:
        view = case.game.view(position.state, viewer)

        assert not mutable_parts(view).keys() & mutable.keys()
