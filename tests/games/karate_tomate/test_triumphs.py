"""Who takes which triumph card, and ties: rulings A15 to A18, A32, A33, A37 and A41."""

from collections.abc import Sequence
from typing import Any

import pytest

from games.core.errors import IllegalMoveError, NotYourTurnError
from games.core.event import is_for
from games.core.game import apply_timeout
from games.core.prompt import PickOne
from games.karate_tomate import KARATE_TOMATE
from games.karate_tomate.rules.events import TomatoesShown, TomatoesSwapped, TriumphTaken
from games.karate_tomate.rules.moves import TAKES
from games.karate_tomate.rules.notation import cards, position
from games.karate_tomate.rules.state import Stage, State
from tests.games.karate_tomate.support.positions import at_once, play
from tests.support.rows import each_row


def finale(tomatoes: str, totals: Sequence[str], row: str, **facts: Any) -> State:
    """Return a fight after the tomato of the last seat has ended it."""
    hands = [f"T{value} A1 A2" for value in tomatoes.split()]
    state = position(
        "drop_draw", hands, played=[*totals, ""], asked=[len(totals)], row=row, **facts
    )
    return play(state, (len(totals), "draw")).state


def picking(state: State, *taken: str) -> State:
    """Let the seats in turn take these cards."""
    for card in taken:
        (seat,) = KARATE_TOMATE.awaited(state)
        state = play(state, (seat, card)).state
    return state


def takers(state: State) -> list[int]:
    """Return the seats in the order in which they take cards."""
    order = []
    while state.stage is Stage.TRIUMPH:
        order += state.queue[:1]
        state = picking(state, f"[{state.row[0][1:]}]")
    return order


@pytest.mark.parametrize(
    ("tomatoes", "totals", "order"),
    [
        ("4 9 7 2", ["C5", "C3 C4", "C1"], [1, 0]),
        ("4 9 7 2", ["C5", "C2 C3", "C1 C4"], [1, 2]),
        ("9 4 7 2", ["C5", "C2 C3", "C1 C4"], [0, 2]),
        ("1 2 3 4", ["C3", "C2", "C1 C1 C1 C1"], [2, 0]),
    ],
    ids=["by-total", "tie-of-three", "the-tomato-decides", "three-small-cards-outdo-a-3"],
)
def test_3_5_the_highest_total_takes_first(
    tomatoes: str, totals: list[str], order: list[int]
) -> None:
    """The highest total takes first, and tomatoes break ties (3.5)."""
    state = finale(tomatoes, totals, row="500 400 401")
    assert takers(state)[:2] == order


def test_a15_a_card_must_be_taken_and_the_last_is_assigned() -> None:
    """A taker can't pass, and the last card is given without a question (A15)."""
    state = finale("4 9 2", ["C5", "C3"], row="500 030")
    prompt = KARATE_TOMATE.prompt(KARATE_TOMATE.view(state, 0))
    assert prompt is not None
    assert [action.kind for action in prompt.actions] == ["take"]
    step = play(state, (0, "[500]"))
    assert (step.state.won[:2], step.state.round) == ([("t500",), ("t030",)], 2)
    taken = [event for event in step.events if isinstance(event, TriumphTaken)]
    assert [(event.seat, event.assigned) for event in taken] == [(0, False), (1, True)]


def test_a41_two_equal_cards_are_still_a_pick() -> None:
    """Two equal last cards are offered as one kind with two copies (A41)."""
    state = finale("4 9 2", ["C5", "C3"], row="120 120")
    prompt = KARATE_TOMATE.prompt(KARATE_TOMATE.view(state, 0))
    assert prompt is not None
    (slot,) = prompt.actions[0].slots
    assert isinstance(slot, PickOne)
    assert [(choice.id, choice.copies) for choice in slot.choices] == [("t120", 2)]


def test_only_the_one_in_turn_takes_and_only_what_is_on_offer() -> None:
    """Only the seat in turn takes a card, and only one on offer."""
    state = finale("4 9 2", ["C5", "C3"], row="500 030")
    with pytest.raises(NotYourTurnError):
        play(state, (1, "[500]"))
    with pytest.raises(IllegalMoveError):
        play(state, (0, "[310]"))


TIES = [
    ("two", "4 9 1", ["C5", "K5"], "500 400", [9, 4, 1]),
    ("three", "4 9 7 1", ["C5", "K5", "B5"], "500 400 401", [9, 4, 7, 1]),
    ("four", "4 9 7 2 1", ["C5", "K5", "B5", "M5"], "500 400 401 300", [7, 2, 4, 9, 1]),
    ("five", "4 9 7 2 8 1", ["C5", "K5", "B5", "M5", "A5"], "500 400 401 300 301",
     [8, 2, 7, 9, 4, 1]),
    ("two-pairs", "4 9 7 2 1", ["C5", "K5", "B3", "M3"], "500 400 401 300", [9, 4, 2, 7, 1]),
]  # fmt: skip


@each_row("tomatoes totals row after", TIES)
def test_a16_tomatoes_are_mirrored_inside_each_tie(
    tomatoes: str, totals: list[str], row: str, after: list[int]
) -> None:
    """In a tie the highest tomato is swapped for the lowest, and so on inwards (A16)."""
    state = finale(tomatoes, totals, row=row)
    while state.stage is Stage.TRIUMPH:
        state = picking(state, f"[{state.row[0][1:]}]")
    assert state.tomatoes == after


def test_a16_tomatoes_are_shown_before_and_swapped_after_the_group() -> None:
    """Tied seats show tomatoes before their first pick and swap after their last (A16)."""
    state = finale("4 9 7 2 1", ["C5", "K5", "B3", "M3"], row="500 400 401 300 310")
    assert state.shown == [True, True, False, False, True]
    first = picking(state, "[500]")
    assert first.tomatoes == [4, 9, 7, 2, 1]
    step = play(first, (0, "[400]"))
    kinds = [type(e) for e in step.events if isinstance(e, (TomatoesShown, TomatoesSwapped))]
    assert kinds == [TomatoesSwapped, TomatoesShown]
    assert (step.state.tomatoes, step.state.shown) == ([9, 4, 7, 2, 1], [True] * 5)
    assert KARATE_TOMATE.awaited(step.state) == {2}


@pytest.mark.parametrize(("tomatoes", "order"), [("9 4 1", (0, 1)), ("4 9 1", (1, 0))])
def test_a16_a_tie_swaps_once_in_any_seat_order(tomatoes: str, order: tuple[int, int]) -> None:
    """The second of two tied seats shows no tomato again, and only its pick swaps them (A16)."""
    state = finale(tomatoes, ["C5", "K5"], row="500 400 401")
    picks = []
    for seat, card in zip(order, ("[500]", "[400]"), strict=True):
        step = play(state, (seat, card))
        state = step.state
        picks.append(
            [type(e) for e in step.events if isinstance(e, (TomatoesShown, TomatoesSwapped))]
        )
    assert picks == [[], [TomatoesSwapped]]


def test_the_order_of_a_later_tie_is_not_told_before_it_shows() -> None:
    """No view shows the order of a later tie, which depends on hidden tomatoes."""
    views = []
    for tomatoes in ("4 9 7 2 1", "4 9 2 7 1"):
        state = finale(tomatoes, ["C5", "K5", "B3", "M3"], row="500 400 401 300 310")
        views.append(KARATE_TOMATE.view(state, None))
    assert views[0] == views[1]


def test_a16_without_the_swap_everybody_keeps_the_own_tomato() -> None:
    """Without `tomato_swap` tomatoes break ties and are shown, but stay (A16)."""
    state = finale("4 9 1", ["C5", "K5"], row="500 400", tomato_swap=False)
    assert (KARATE_TOMATE.awaited(state), state.shown) == (frozenset({1}), [True] * 3)
    assert picking(state, "[500]").tomatoes == [4, 9, 1]


def test_a17_a_tie_that_does_not_matter_is_a_tie() -> None:
    """Tomatoes are swapped even if the triumph cards on offer are equal (A17)."""
    state = picking(finale("4 9 1", ["C5", "K5"], row="120 120"), "[120]")
    assert state.tomatoes == [9, 4, 1]


def test_a18_tomatoes_on_a_card_draw_at_once() -> None:
    """A triumph card's tomatoes draw at once, not from cards just played (A18)."""
    state = finale("4 9 2", ["C5", "C3 C1"], row="103 202 500", deck="M1 M1 K1 K2")
    assert len(state.deck) == 2
    state = picking(state, "[103]")
    assert state.hands[0] == cards("K1 K2 A1 A2")
    assert (state.discard, state.deck, state.stage) == ((), (), Stage.TRIUMPH)


def test_a32_won_cards_are_the_owner_s_alone() -> None:
    """Everybody sees a pick, but after the next reveal only the owner sees it (A32)."""
    state = finale("4 9 2", ["C5", "C3"], row="500 400 030")
    step = play(state, (0, "[500]"))
    (taken,) = [event for event in step.events if isinstance(event, TriumphTaken)]
    assert (taken.seen_by(), taken.logged_for()) == (None, frozenset({0}))
    taken_all = picking(step.state, "[400]")
    assert "t500" in KARATE_TOMATE.view(taken_all, 2).model_dump_json()
    after = at_once(taken_all, dict.fromkeys(range(3), "T")).state
    for viewer in (None, 1, 2):
        view = KARATE_TOMATE.view(after, viewer)
        assert (view.seats[0].won, view.seats[0].triumphs) == (1, None)
        assert "t500" not in view.model_dump_json()
    assert KARATE_TOMATE.view(after, 0).won == ("t500",)


def test_a32_picks_outlast_a_declined_end_call() -> None:
    """After a declined end call everybody sees the picks until the next reveal (A32)."""
    won, deck = ["500 500 202", "", ""], "M1 M1 K1 K2 B1 B2"
    state = picking(finale("4 9 2", ["C5", "C3"], row="400 310", won=won, deck=deck), "[400]")
    assert (state.stage, len(state.picks)) == (Stage.END_CALL, 2)
    after = at_once(state, dict.fromkeys(range(3), "on")).state
    assert (after.stage, after.picks) == (Stage.HEAT, state.picks)
    assert not at_once(after, dict.fromkeys(range(3), "T")).state.picks


def test_a32_open_triumphs_lie_face_up() -> None:
    """With `open_triumphs`, everybody sees all won cards, also later (A32)."""
    state = finale("4 9 2", ["C5", "C3"], row="500 120 030", open_triumphs=True)
    step = play(state, (0, "[500]"))
    (taken,) = [event for event in step.events if isinstance(event, TriumphTaken)]
    assert is_for(None, taken.logged_for())
    assert KARATE_TOMATE.view(step.state, None).seats[0].triumphs == ("t500",)
    assert KARATE_TOMATE.standing(step.state).points == (5, 0, 0)


def test_a33_a_tomato_once_seen_stays_known() -> None:
    """A tomato that was shown stays known, also after a swap (A33)."""
    state = picking(finale("4 9 1", ["C5", "K5"], row="500 400"), "[500]")
    assert [seat.tomato for seat in KARATE_TOMATE.view(state, None).seats] == [9, 4, 1]
    fresh = at_once(position("heat", ["T4 C5", "T9 C5", "T1 C5"]), {0: "C5", 1: "C5"}).state
    assert [seat.tomato for seat in KARATE_TOMATE.view(fresh, 2).seats] == [None] * 3


@pytest.mark.parametrize(
    ("row", "taken"),
    [
        ("400 500 310", "t500"),
        ("300 310 301", "t310"),
        ("300 301 202", "t301"),
        ("022 030 022", "t030"),
    ],
)
def test_a37_the_absent_take_the_most_trophies(row: str, taken: str) -> None:
    """A timeout takes the card with most trophies, then knives, then tomatoes."""
    move, _ = apply_timeout(KARATE_TOMATE, finale("4 9 2", ["C5", "C3"], row=row), 0)
    assert move == TAKES[taken]  # type: ignore[index]  # an id of a triumph card


def test_the_pick_is_public_and_the_other_questions_are_not() -> None:
    """Only picks may be answered in the channel, and only answers in heats are sealed."""
    pick = KARATE_TOMATE.prompt(KARATE_TOMATE.view(finale("4 9 2", ["C5", "C3"], row="500 400"), 0))
    heat = KARATE_TOMATE.prompt(KARATE_TOMATE.view(position("heat", ["T4 C5"] * 3), 0))
    assert pick is not None
    assert heat is not None
    assert (pick.public, pick.sealed, heat.public, heat.sealed) == (True, False, False, True)
