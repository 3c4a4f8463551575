"""What follows a tomato, and drawing: rulings A3 to A11, A37, A40 and A42 as data."""

import pytest

from games.core.errors import IllegalMoveError
from games.core.event import is_for
from games.core.game import apply_timeout
from games.core.prompt import PickSome
from games.core.text import PLAIN, speak
from games.karate_tomate import KARATE_TOMATE
from games.karate_tomate.rules.events import CardsDrawn, Discarded, Drew, PileRenewed
from games.karate_tomate.rules.moves import DRAW, KEEP
from games.karate_tomate.rules.notation import cards, position
from games.karate_tomate.rules.state import Stage, State
from tests.games.karate_tomate.support.positions import at_once, play
from tests.support.rows import each_row

HANDS = ["T4 C5 C4 B1", "T9 K2 K3 B5", "T2 C1 K1 B2", "T7 A1 A2 C3"]


def drawing(hand: str = "T2 C1 K1 B2", **facts: object) -> State:
    """Return a state in which only seat 2 has dropped out; the others fight for two cards."""
    given = {"deck": "M1 C2 K3 K4 A5", "played": ["C1", "K1", "", "A3"], **facts}
    return position("drop_draw", [*HANDS[:2], hand, HANDS[3]], asked=[2], **given)  # type: ignore[arg-type]  # facts of a position


DRAWS: list[tuple[str, dict[str, str], str, tuple[str, str, str], tuple[int, int], list[int]]] = [
    ("3.4-draw-two", {}, "draw", ("C1 C2 K1 B2 M1", "A5 K4 K3", ""), (0, 2), []),
    ("3.4-discard-two-draw-four", {}, "-K1 B2", ("C1 C2 K3 K4 M1", "A5", "K1 B2"), (2, 4), []),
    ("A3-the-discards-make-a-new-pile", {"deck": "M1", "discard": "A5 A5 A5"}, "draw",
     ("C1 K1 B2 M1 A5", "A5 A5", ""), (0, 2), [3]),
    ("A4-nothing-is-shuffled-before-it-is-needed", {"deck": "M1 M2", "discard": "A5"}, "draw",
     ("C1 K1 B2 M1 M2", "", "A5"), (0, 2), []),
    ("A4-what-was-just-discarded-may-come-back", {"deck": "", "discard": ""}, "-K1 B2",
     ("C1 K1 B2", "", ""), (2, 2), [2]),
    ("A5-missing-cards-are-lost", {"deck": "M1", "discard": ""}, "draw",
     ("C1 K1 B2 M1", "", ""), (0, 1), []),
    ("A5-even-all-of-them", {"deck": "", "discard": ""}, "draw", ("C1 K1 B2", "", ""), (0, 0), []),
    ("A8-a-hand-of-two-may-be-discarded", {"hand": "T2 C1 K1"}, "-C1 K1",
     ("C2 K3 K4 M1", "A5", "C1 K1"), (2, 4), []),
]  # fmt: skip


@each_row("facts answer piles drew renewed", DRAWS)
def test_a_dropout_draws(
    facts: dict[str, str],
    answer: str,
    piles: tuple[str, str, str],
    drew: tuple[int, int],
    renewed: list[int],
) -> None:
    """Hand, draw pile and discards after drawing are as ruled, and so is what is told of it."""
    step = play(drawing(**facts), (2, answer))
    assert (step.state.hands[2], step.state.deck, step.state.discard) == tuple(map(cards, piles))
    assert Drew(seat=2, laid=drew[0], drawn=drew[1]) in step.events
    assert [event.cards for event in step.events if isinstance(event, PileRenewed)] == renewed


@pytest.mark.parametrize("order", [(1, 2), (2, 1)])
def test_a6_all_choose_then_draw_in_seat_order(order: tuple[int, int]) -> None:
    """All dropouts answer first, then discard and draw one by one in seat order (A6)."""
    answers = {1: "-K2 K3", 2: "draw"}
    state = position("drop_draw", HANDS, asked=[1, 2], deck="M1 C2 K3 K4 A5 A4")
    first = play(state, (order[0], answers[order[0]])).state
    assert (first.hands, first.deck, first.discard) == (state.hands, state.deck, ())
    after = play(first, (order[1], answers[order[1]])).state
    assert after.hands[1] == cards("C2 K3 K4 B5 M1")
    assert after.hands[2] == cards("C1 K1 B2 A4 A5")


@pytest.mark.parametrize("hand", ["T2", "T2 C1"], ids=["none", "one"])
def test_a7_two_cards_are_needed_to_discard(hand: str) -> None:
    """A dropout with fewer than two number cards can only draw two (A7)."""
    state = drawing(hand)
    assert list(KARATE_TOMATE.moves(state, 2)) == [DRAW]
    with pytest.raises(IllegalMoveError) as refusal:
        play(state, (2, "-C1 C1"))
    assert speak(refusal.value.why, PLAIN) == "You have fewer than two number cards."


def test_a9_the_tomato_is_never_discarded() -> None:
    """Only number cards may be discarded, listed by kind and copies (A9)."""
    prompt = KARATE_TOMATE.prompt(KARATE_TOMATE.view(drawing("T2 C1 C1 K1"), 2))
    assert prompt is not None
    (slot,) = prompt.actions[1].slots
    assert isinstance(slot, PickSome)
    assert [(choice.id, choice.copies) for choice in slot.choices] == [("C1", 2), ("K1", 1)]


def test_two_of_a_kind_may_be_discarded_but_no_more_than_held() -> None:
    """Two copies of a kind may be discarded, but only if both are in the hand."""
    assert play(drawing("T2 C1 C1 K1"), (2, "-C1 C1")).state.hands[2][0] == "C2"
    with pytest.raises(IllegalMoveError):
        play(drawing(), (2, "-C1 C1"))


def test_a10_the_discards_are_chosen_before_drawing() -> None:
    """Without `swap_after_draw` nothing is drawn before the answer (A10)."""
    state = position("heat", HANDS)
    state = at_once(state, {0: "C5", 1: "K2", 2: "T", 3: "A1"}).state
    assert list(map(len, state.hands)) == [2, 2, 3, 2]


def test_a10_swap_after_draw_draws_first() -> None:
    """With `swap_after_draw` two are drawn first, then any two may be swapped (A10)."""
    state = position("heat", HANDS, deck="M1 C2 K3 K4 A5", swap_after_draw=True)
    state = at_once(state, {0: "C5", 1: "K2", 2: "T", 3: "A1"}).state
    assert state.hands[2] == cards("C1 C2 K1 B2 M1")
    saved = play(state, (2, "keep")).state
    assert (saved.hands[2], saved.deck) == (state.hands[2], state.deck)
    swapped = play(state, (2, "-K1 M1")).state
    assert swapped.hands[2] == cards("C1 C2 K3 K4 B2")
    assert swapped.discard == cards("K1 M1")
    with pytest.raises(IllegalMoveError):
        play(state, (2, "draw"))


def test_a42_all_draw_before_anybody_swaps() -> None:
    """With `swap_after_draw` all dropouts draw two before any is asked (A42)."""
    state = position("heat", HANDS, deck="M1 C2 K3 K4 A5 A4 A3 M5", swap_after_draw=True)
    state = at_once(state, {0: "C5", 1: "T", 2: "T", 3: "A1"}).state
    assert state.hands[1] == cards("C2 K2 K3 B5 M1")
    assert state.hands[2] == cards("C1 K1 K3 K4 B2")
    assert KARATE_TOMATE.awaited(state) == {1, 2}
    state = play(state, (2, "-K3 K4"), (1, "-M1 C2")).state
    assert state.hands[1] == cards("K2 K3 B5 A4 A5")
    assert state.hands[2] == cards("C1 K1 B2 M5 A3")


@pytest.mark.parametrize("face_up", [False, True])
def test_a11_discards_are_not_shown_unless_agreed(face_up: bool) -> None:
    """Others see how many cards are discarded, and with `open_discards` which ones (A11)."""
    step = play(drawing(open_discards=face_up), (2, "-K1 B2"))
    (discarded,) = [event for event in step.events if isinstance(event, Discarded)]
    assert discarded.cards == cards("K1 B2")
    assert is_for(0, discarded.seen_by()) is face_up
    assert not is_for(0, discarded.logged_for())
    assert Drew(seat=2, laid=2, drawn=4) in step.events
    table = KARATE_TOMATE.tableau(KARATE_TOMATE.view(step.state, 0))
    texts = [speak(text, PLAIN) for text in table.aftermath]
    assert ("#3 discards carrot 1 and broccoli 2." in texts) is face_up
    assert "#3 discards 2 cards and draws 4 cards." in texts


def test_drawn_cards_are_told_to_who_drew_them() -> None:
    """Only the owner sees which cards were drawn."""
    step = play(drawing(), (2, "draw"))
    (drawn,) = [event for event in step.events if isinstance(event, CardsDrawn)]
    assert (drawn.cards, drawn.seen_by()) == (cards("M1 C2"), frozenset({2}))
    assert KARATE_TOMATE.view(step.state, 2).drawn == cards("M1 C2")


def test_a40_a_single_possible_answer_is_asked_all_the_same() -> None:
    """A dropout who can only draw two is asked too, to hide how few cards are left (A40)."""
    state = position("heat", [*HANDS[:2], "T2", HANDS[3]])
    state = at_once(state, {0: "C5", 1: "K2", 2: "T", 3: "A1"}).state
    assert (state.stage, KARATE_TOMATE.awaited(state)) == (Stage.DROP_DRAW, frozenset({2}))


@pytest.mark.parametrize(("first", "expected"), [(False, DRAW), (True, KEEP)])
def test_a37_the_absent_draw_two_or_keep(first: bool, expected: object) -> None:
    """A dropout whose time runs out discards nothing (A37)."""
    move, _ = apply_timeout(KARATE_TOMATE, drawing(swap_after_draw=first), 2)
    assert move == expected
