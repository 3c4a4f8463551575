"""Where and when cards and trophies may be placed: A4 to A11, A36 and their options."""

from typing import Any

import pytest

from games.core.errors import IllegalMoveError, NotYourTurnError
from games.core.game import apply, apply_timeout
from games.core.prompt import Grid, PickOne
from games.core.text import PLAIN, speak
from games.dojo import DOJO
from games.dojo.questions.prompts import ask
from games.dojo.rules.events import CardsPlaced, TrophyPut, TrophyRemoved
from games.dojo.rules.frame import FIXED, FLOATING, Line, free_places, outgrows, window
from games.dojo.rules.moves import CHALLENGE, DISCARD, EXCHANGE, KEEP, PLACE, PUT
from games.dojo.rules.notation import position
from games.dojo.rules.state import Stage, State
from tests.games.dojo.support.positions import FULL, cells, play
from tests.support.rows import each_row


def training(*dojos: str, **changes: Any) -> State:
    """Return a state in which everybody places a card: M3, F4 and T2."""
    given: dict[str, Any] = {"held": "M3 F4 T2", "face_up": "col-pair"}
    return position("train", dojos=dojos, **{**given, **changes})


def open_cells(state: State, seat: int) -> str:
    frame = state.frame
    return " ".join(frame.cells[place] for place in free_places(frame, state.dojos[seat]))


FIXED_CELLS = [
    ("A4-the-first-anywhere", "", "A1 B1 C1 D1 A2 B2 C2 D2 A3 B3 C3 D3"),
    ("in-a-corner", "A1:M1", "B1 A2"),
    ("in-the-middle", "B2:M1", "B1 A2 C2 B3"),
    ("corners-do-not-count", "A1:M1 B2:F1", "B1 A2 C2 B3"),
    ("the-frame-never-moves", "D1:M1", "C1 D2"),
    ("the-last-one", cells(FULL, "C2"), "C2"),
]


@each_row("dojo free", FIXED_CELLS)
def test_a4_cards_share_a_side(dojo: str, free: str) -> None:
    """The first card goes anywhere in the frame, and later ones beside another (A4)."""
    assert open_cells(training(dojo), 0) == free


FLOATING_CELLS = [
    ("the-first-in-the-middle", "", "D3"),
    ("the-second-around-it", "D3:M1", "D2 C3 E3 D4"),
    ("three-rows-are-enough", "D2:M1 D3:M2 D4:M3", "C2 E2 C3 E3 C4 E4"),
    ("four-columns-are-enough", "B3:M1 C3:M2 D3:M3 E3:F1", "B2 C2 D2 E2 B4 C4 D4 E4"),
    ("it-grows-to-either-side", "C3:M1 D3:M2 E3:M3", "C2 D2 E2 B3 F3 C4 D4 E4"),
]


@each_row("dojo free", FLOATING_CELLS)
def test_a4_a_floating_frame_takes_shape(dojo: str, free: str) -> None:
    """In a floating frame cards go beside others, within 3 rows by 4 columns (A4)."""
    assert open_cells(training(dojo, frame="floating"), 0) == free


def test_an_empty_floating_dojo_says_where_it_begins() -> None:
    """An empty floating dojo offers only D3, and other cells are refused with that reason."""
    prompt = ask(DOJO.view(training(frame="floating"), 0))
    assert prompt is not None
    (slot,) = prompt.actions[0].slots
    assert isinstance(slot, PickOne)
    assert [choice.id for choice in slot.choices if choice.blocked is None] == ["D3"]
    assert len(slot.choices) <= 4 * 5
    reasons = {speak(choice.blocked, PLAIN) for choice in slot.choices if choice.blocked}
    assert reasons == {"Your first card lies on D3."}


def test_a_floating_dojo_has_no_fourth_row() -> None:
    """A card in a fourth row is refused."""
    state = training("D2:M1 D3:M2 D4:M3", "D3:F1", "D3:T1", frame="floating")
    with pytest.raises(IllegalMoveError):
        apply(DOJO, state, 0, PLACE["D5"])
    assert outgrows(state.dojos[0], FLOATING.places["D1"])


def test_a_chooser_sees_all_cells_as_they_lie() -> None:
    """A fixed frame offers 3 by 4 cells; a floating one at most 20, all free cells included."""
    prompt = ask(DOJO.view(training("A1:M1"), 0))
    assert prompt is not None
    slot = prompt.actions[0].slots[0]
    assert isinstance(slot, PickOne)
    assert (slot.layout, [choice.id for choice in slot.choices]) == (
        Grid(columns=4),
        list(FIXED.cells),
    )
    for dojo in ("D3:M1", "D3:M1 D4:M2 E3:F1", "C3:M1 D3:M2 E3:M3", "D2:M1 D3:M2 D4:M3 E2:F1"):
        state = training(dojo, frame="floating")
        columns, places = window(FLOATING, state.dojos[0])
        assert columns <= 5
        assert len(places) <= 20
        assert len(places) % columns == 0
        assert set(free_places(FLOATING, state.dojos[0])) <= set(places)


def test_a5_cells_are_secret_until_all_have_chosen() -> None:
    """Everybody sees who has chosen a cell, but not which (A5)."""
    state = play(training("A1:M1", "A1:F1", "A1:T1"), (0, PLACE["B1"])).state
    view = DOJO.view(state, None)
    assert [seat.ready for seat in view.seats] == [True, False, False]
    assert (view.awaiting.seats, view.awaiting.answered, view.awaiting.of) == ((1, 2), 1, 3)
    assert [DOJO.view(state, viewer).own_cell for viewer in (0, 1, 2)] == ["B1", None, None]


def test_a6_a_cell_may_be_changed_until_the_last_has_chosen() -> None:
    """A cell may be changed until the last player chooses; then all cards are placed (A6)."""
    state = play(training("A1:M1", "A1:F1", "A1:T1"), (0, PLACE["B1"]), (1, PLACE["A2"])).state
    assert DOJO.to_act(state) == {0, 1, 2}
    assert DOJO.awaited(state) == {2}
    step = play(state, (0, PLACE["A2"]), (2, PLACE["B1"]))
    (laid,) = [event for event in step.events if isinstance(event, CardsPlaced)]
    assert [(item.seat, item.card, item.cell) for item in laid.placed] == [
        (0, "M3", "A2"),
        (1, "F4", "A2"),
        (2, "T2", "B1"),
    ]
    with pytest.raises(NotYourTurnError):
        apply(DOJO, step.state, 0, PLACE["B1"])


def test_a48_only_cells_may_be_changed() -> None:
    """A challenge and an exchange are final (A48)."""
    state = position("challenge", turn=1, held="M3 F4 T2", face_up="col-pair")
    dared = play(state, (1, CHALLENGE)).state
    with pytest.raises(NotYourTurnError):
        apply(DOJO, dared, 2, CHALLENGE)
    swapped = play(dared, (1, EXCHANGE)).state
    with pytest.raises(IllegalMoveError):
        apply(DOJO, swapped, 1, KEEP)


def test_where_nobody_has_a_choice_the_cards_are_laid_at_once() -> None:
    """If every dojo has one empty cell, nobody is asked for it."""
    state = position(
        "exchange",
        turn=1,
        number=12,
        held="M3 F4 T2",
        prize="row-wild",
        challenger=1,
        winner=1,
        dojos=[cells(FULL, "D3"), cells(FULL, "A1"), cells(FULL, "C2")],
    )
    step = play(state, (1, KEEP))
    (laid,) = [event for event in step.events if isinstance(event, CardsPlaced)]
    assert [item.cell for item in laid.placed] == ["D3", "A1", "C2"]
    assert (step.state.stage, step.state.turn) == (Stage.TROPHY, 1)


def at_trophy(dojo: str, lines: str = "", prize: str = "row-wild", **options: Any) -> State:
    """Return a state in which seat 0 has won the prize and everybody places a card."""
    return position(
        "train",
        held="M3 F4 T2",
        prize=prize,
        challenger=1,
        winner=0,
        dojos=[dojo, "A1:F1", "A1:T1"],
        lines=[lines],
        **options,
    )


def lay(state: State, cell: str) -> Any:
    return play(state, (1, PLACE["B1"]), (2, PLACE["B1"]), (0, PLACE[cell]))  # type: ignore[index]  # test data


def test_a7_a8_the_trophy_follows_the_cards_and_their_rows_count() -> None:
    """The winner places the trophy after all cards, on any line with a card (A7, A8)."""
    step = lay(at_trophy("A1:M1"), "A2")
    assert (step.state.stage, step.state.turn) == (Stage.TROPHY, 0)
    assert list(DOJO.moves(step.state, 0)) == [PUT["1"], PUT["2"]]
    assert step.state.dojos[1][1] == "F4"


def test_a9_a_trophy_cannot_be_refused() -> None:
    """A trophy must be placed if a line is free (A9)."""
    state = lay(at_trophy("A1:M1"), "A2").state
    with pytest.raises(IllegalMoveError):
        apply(DOJO, state, 0, DISCARD)


def test_the_only_line_is_taken_at_once() -> None:
    """A trophy with a single free line is placed there without asking (section 3, TROPHY)."""
    step = lay(at_trophy("A1:M1"), "B1")
    (put,) = [event for event in step.events if isinstance(event, TrophyPut)]
    assert (put.line, put.only) == ("1", True)
    assert step.state.lines[0][0] == "row-wild"
    assert step.state.round == 2


def test_a9_with_discard_trophy_even_the_only_line_is_asked() -> None:
    """With `discard_trophy` the winner may remove the trophy instead (A9)."""
    state = lay(at_trophy("A1:M1", discard_trophy=True), "B1").state
    assert (state.stage, list(DOJO.moves(state, 0))) == (Stage.TROPHY, [PUT["1"], DISCARD])
    step = play(state, (0, DISCARD))
    (gone,) = [event for event in step.events if isinstance(event, TrophyRemoved)]
    assert (gone.fate, gone.seat, step.state.removed) == ("discarded", 0, ("row-wild",))
    assert speak(gone.text(), PLAIN) == "#1 removes the black wild trophy."


@pytest.mark.parametrize("discard", [False, True])
def test_a10_a11_who_has_no_line_may_win_it_and_nobody_has_it(discard: bool) -> None:
    """A trophy without a free line is removed, and the next round shows another (A10, A11)."""
    state = at_trophy("A1:M1", lines="1:row-sort", discard_trophy=discard)
    step = lay(state, "B1")
    (gone,) = [event for event in step.events if isinstance(event, TrophyRemoved)]
    assert (gone.fate, gone.seat, step.state.removed) == ("no_line", 0, ("row-wild",))
    words = "#1 has no line for the black wild trophy, so it is removed."
    assert speak(gone.text(), PLAIN) == words
    assert step.state.face_up is not None
    assert step.state.round == 2


REFUSED = [
    ("A36-one-trophy-a-line", "1"),
    ("a-line-without-a-card", "3"),
    ("the-colour-of-the-line", "A"),
    ("no-such-line", "4"),
]


@each_row("line", REFUSED)
def test_a_trophy_is_refused_where_it_may_not_lie(line: Line) -> None:
    """A trophy goes only on a free line (A36)."""
    state = at_trophy("A1:M1 C1:M2 C2:M4", lines="1:row-sort", discard_trophy=True)
    state = lay(state, "B1").state
    with pytest.raises(IllegalMoveError):
        apply(DOJO, state, 0, PUT[line])


def test_white_belt_trophies_stay_in_hand() -> None:
    """With White Belt the winner keeps the trophy, and no line gets it (section 5)."""
    step = lay(at_trophy("A1:M1", white_belt=True), "A2")
    assert (step.state.tokens[0], step.state.lines[0]) == (("row-wild",), (None,) * 7)
    assert step.state.round == 2


def test_absent_players_place_in_reading_order_or_as_chosen() -> None:
    """A timeout places on the first free cell or line, and keeps a chosen cell."""
    state = training("B2:M1", "A1:F1", "A1:T1")
    made, _ = apply_timeout(DOJO, state, 0)
    assert made == PLACE["B1"]
    chosen = play(state, (0, PLACE["C2"])).state
    assert apply_timeout(DOJO, chosen, 0)[0] == PLACE["C2"]
    trophy = lay(at_trophy("A1:M1", lines="1:row-sort", discard_trophy=True), "A2").state
    assert apply_timeout(DOJO, trophy, 0)[0] == PUT["2"]
