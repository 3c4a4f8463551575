"""Rulings about dealing, bidding, the stock and the last trick."""

from collections.abc import Callable
from typing import Any

import pytest

from games.core.errors import IllegalMoveError, NotYourTurnError
from games.core.game import apply, apply_timeout
from games.core.text import PLAIN, speak
from games.tomate import TOMATE
from games.tomate.rules.events import CardPlayed, CardsDealt, DiscardSeen
from games.tomate.rules.moves import (
    CARDS,
    DECLINE,
    DISCARDS,
    LEAVE,
    PASS,
    PLAY,
    TAKE,
    TAKE_STOCK,
    TomateMove,
)
from games.tomate.rules.notation import cards, position
from games.tomate.rules.state import Stage, State
from tests.games.tomate.support.positions import play
from tests.support.rows import each_row

HANDS = ["1O 3O 12O", "1C 3C 12C", "1E 3E 12E"]


def at_stock(**options: Any) -> State:
    """Return an offer of the stock against seat 1; its top cards are 7B, 6B and 5B."""
    stock = "4O 4C 4E 5B 6B 7B"
    return position("stock_offer", HANDS, bids="pip", stock=stock, **options)


OPTION = position("dealer_option", HANDS)
TAKEN: list[tuple[int, TomateMove]] = [(2, TAKE), (2, DISCARDS["12E"])]

RULINGS: list[tuple[str, State, list[tuple[int, TomateMove]], dict[str, Any]]] = [
    ("C8-the-discard-does-not-go-to-the-stock", OPTION, TAKEN,
     {"discard": "12E", "stock": OPTION.stock, "hands": [*OPTION.hands[:2], cards("1E 3E 2B")]}),
    ("C12-a-dealer-who-took-has-not-bid", OPTION, TAKEN, {"bids": ["undecided"] * 3}),
    ("C12-and-plays-without-being-asked", OPTION, [*TAKEN, (0, PLAY), (1, PASS)],
     {"bids": ["in", "pass", "in"], "stage": Stage.TRICKS, "turn": 0}),
    ("C12-and-may-end-up-alone", OPTION, [*TAKEN, (0, PASS), (1, PASS)],
     {"stage": Stage.STOCK_OFFER, "awaited": {0, 1}}),
    ("C3-all-pass-and-the-next-dealer-adds-three",
     position("bidding", HANDS, pot=6, in_reserve=9), [(0, PASS), (1, PASS), (2, PASS)],
     {"pot": 9, "reserves": 9, "scores": [-3, 0, 0], "dealer": 0, "hand_number": 2}),
    ("C26-without-reserves-nothing-is-added",
     position("bidding", HANDS, pot=0, in_reserve=6, stock_mode="off", reserves=False),
     [(0, PASS), (1, PASS), (2, PLAY)], {"pot": 3, "reserves": 6}),
    ("C4-nobody-takes-the-stock", at_stock(), [(0, DECLINE), (2, DECLINE)],
     {"scores": [-3, 6, 0], "hand_number": 2, "fate": (1, (0, 2))}),
    ("C19-the-taker-leads-when-first", at_stock(), [(0, TAKE_STOCK)], {"turn": 0}),
    ("C19-and-not-when-later", at_stock(), [(0, DECLINE), (2, TAKE_STOCK)], {"turn": 1}),
    ("stock_mode-off-the-lone-player-wins-at-once", position("bidding", HANDS, stock_mode="off"),
     [(0, PASS), (1, PLAY), (2, PASS)], {"hand_number": 2, "scores": [-3, 6, 0]}),
    ("C30-of-two-one-may-take-the-stock", position("bidding", HANDS[:2]),
     [(0, PASS), (1, PLAY), (0, TAKE_STOCK)], {"stage": Stage.TRICKS, "order": [0, 1]}),
    ("C35-a-forced-card-would-show-the-hand",
     position("tricks", ["10O 4O 5O", "12O 4C 5C", "4E 5E 6E"], bids="iii"), [(0, CARDS["10O"])],
     {"turn": 1, "moves": [CARDS["12O"]]}),
]  # fmt: skip
FACTS: dict[str, Callable[[State], Any]] = {
    "awaited": TOMATE.awaited,
    "moves": lambda state: list(TOMATE.moves(state, state.turn)),
    "fate": lambda state: (
        state.recent.stock and (state.recent.stock.alone, state.recent.stock.asked)
    ),
}
"""Facts that are no fields of a state."""


@each_row("state moves facts", RULINGS)
def test_a_ruling_holds(
    state: State, moves: list[tuple[int, TomateMove]], facts: dict[str, Any]
) -> None:
    """After its moves, a position has the facts that its ruling requires."""
    after = play(state, *moves).state
    for name, expected in facts.items():
        assert (FACTS[name](after) if name in FACTS else getattr(after, name)) == expected, name


def test_c10_the_dealer_decides_unseen() -> None:
    """The dealer doesn't see own cards before deciding, and sees all afterwards (C10)."""
    state = position("dealer_option", HANDS)
    before = TOMATE.view(state, 2)
    assert (before.hand, before.hand_hidden) == ((), True)
    step = play(state, (2, LEAVE))
    after = TOMATE.view(step.state, 2)
    assert [mine.card for mine in after.hand] == cards("1E 3E 12E")
    assert CardsDealt(seat=2, cards=("1E", "3E", "12E")) in step.events


def test_c10_whoever_takes_looks_before_laying_away() -> None:
    """A dealer who takes sees four cards, and may lay any but the trump card away (C10, C11)."""
    step = play(position("dealer_option", HANDS), (2, TAKE))
    view = TOMATE.view(step.state, 2)
    assert {mine.card for mine in view.hand} == {"1E", "3E", "12E", "2B"}
    assert {mine.card for mine in view.hand if mine.playable} == {"1E", "3E", "12E"}


def test_c11_the_trump_card_just_taken_cannot_be_laid_away() -> None:
    """Laying the trump card away is refused with a reason (C11)."""
    step = play(position("dealer_option", HANDS), (2, TAKE))
    with pytest.raises(IllegalMoveError) as refusal:
        apply(TOMATE, step.state, 2, DISCARDS["2B"])
    assert speak(refusal.value.why, PLAIN) == "You have to keep the trump card you took."


def test_taking_keeps_the_trump_suit_and_raises_the_need() -> None:
    """After the dealer takes, trump stays, and everybody sees that two tricks are needed (3.2)."""
    state = play(position("dealer_option", HANDS), (2, TAKE), (2, DISCARDS["12E"])).state
    view = TOMATE.view(state, None)
    assert (view.trump, view.trump_taken, view.trump_holder) == ("2B", True, 2)
    assert [seat.need for seat in view.seats] == [1, 1, 2]


def test_c47_a_blind_discard_is_random_and_seen_by_the_dealer_alone() -> None:
    """A blind discard is one of the three dealt cards, and only the dealer sees it (C10, C47)."""
    gone = set()
    for seed in range(30):
        state = position("dealer_option", HANDS, seed=f"blind {seed}", blind_discard=True)
        step = play(state, (2, TAKE))
        assert step.state.stage is Stage.BIDDING
        assert TOMATE.view(step.state, 2).own_discard == step.state.discard
        assert TOMATE.view(step.state, 0).own_discard is None
        seen = [event for event in step.events if isinstance(event, DiscardSeen)]
        assert [(event.card, event.seen_by()) for event in seen] == [
            (step.state.discard, frozenset({2}))
        ]
        gone.add(step.state.discard)
    assert gone == {"1E", "3E", "12E"}


def test_bids_go_round_from_mano_and_the_dealer_is_last() -> None:
    """Bidding starts to the dealer's right and ends with the dealer (3.3, C32)."""
    state = position("bidding", [*HANDS, "4O 4C 4E"], dealer=1)
    asked = []
    for move in (PLAY, PASS, PLAY, PASS):
        (seat,) = TOMATE.awaited(state)
        asked.append(seat)
        state = apply(TOMATE, state, seat, move).state
    assert asked == [2, 3, 0, 1]
    assert (state.stage, state.turn) == (Stage.TRICKS, 2)


@pytest.mark.parametrize(
    ("amount", "reserves", "added"),
    [(3, 0, 0), (3, 2, 0), (3, 3, 3), (3, 14, 3), (9, 8, 6), (9, 9, 9), (15, 100, 15)],
)
def test_c25_reserves_fill_an_empty_pot_by_threes(amount: int, reserves: int, added: int) -> None:
    """Reserves fill an empty pot with the agreed amount, or a smaller multiple of three (C25)."""
    state = position(
        "bidding", HANDS, bids="ppu", pot=0, in_reserve=reserves, reserve_amount=amount
    )
    state = play(state, (2, PASS)).state
    assert (state.pot, state.reserves) == (3 + added, reserves - added)


def test_c5_only_those_who_passed_are_asked_all_at_once() -> None:
    """The stock is offered at once to everybody who passed, and to nobody else (C5)."""
    state = at_stock()
    assert TOMATE.awaited(state) == {0, 2}
    with pytest.raises(NotYourTurnError):
        apply(TOMATE, state, 1, TAKE_STOCK)


STOCK = [
    ("first-accepts-at-once", [(0, TAKE_STOCK)], 0),
    ("later-waits-for-the-first", [(2, TAKE_STOCK)], None),
    ("first-has-it-though-later-answered-before", [(2, TAKE_STOCK), (0, TAKE_STOCK)], 0),
    ("later-has-it-when-the-first-declines", [(2, TAKE_STOCK), (0, DECLINE)], 2),
    ("second-after-a-decline", [(0, DECLINE), (2, TAKE_STOCK)], 2),
]


@each_row("answers taker", STOCK)
def test_c5_the_first_who_accepts_has_the_stock(
    answers: list[tuple[int, TomateMove]], taker: int | None
) -> None:
    """The first acceptor in turn order takes the stock once all before have declined (C5)."""
    state = play(at_stock(), *answers).state
    if taker is None:
        assert (state.stage, TOMATE.awaited(state)) == (Stage.STOCK_OFFER, frozenset({0}))
        return
    assert (state.stage, state.taker, state.answers) == (Stage.TRICKS, taker, ["", "", ""])
    assert state.hands[taker] == cards("7B 6B 5B")
    assert state.stock == cards("4O 4C 4E")
    assert state.laid == cards(HANDS[taker])


def test_c6_the_taker_commits_unseen() -> None:
    """Only the taker sees the cards from the stock, after taking them (C6)."""
    step = play(at_stock(), (0, TAKE_STOCK))
    dealt = [event for event in step.events if isinstance(event, CardsDealt)]
    assert [(event.cards, event.seen_by()) for event in dealt] == [
        (("7B", "6B", "5B"), frozenset({0}))
    ]
    assert [mine.card for mine in TOMATE.view(step.state, 0).hand] == cards("7B 6B 5B")
    assert TOMATE.view(step.state, 0).own_laid == tuple(cards(HANDS[0]))
    assert TOMATE.view(step.state, 2).own_laid == ()


@pytest.mark.parametrize(("left", "offered"), [(0, False), (2, False), (3, True)])
def test_c7_a_stock_of_fewer_than_three_is_not_offered(left: int, offered: bool) -> None:
    """A stock of three cards is offered, and one of two isn't (C7)."""
    stock = " ".join(["4O", "4C", "4E"][:left])
    state = position("bidding", HANDS, stock=stock, pot=6)
    state = play(state, (0, PLAY), (1, PASS), (2, PASS)).state
    assert (state.stage is Stage.STOCK_OFFER) is offered
    assert state.scores[0] == (0 if offered else 3)


def test_c44_a_stock_answer_is_final_and_sealed() -> None:
    """An answer is final; everybody sees that it was given, but not which it is (C44)."""
    yes, no = (play(at_stock(), (2, move)).state for move in (TAKE_STOCK, DECLINE))
    with pytest.raises(NotYourTurnError):
        apply(TOMATE, yes, 2, DECLINE)
    for viewer in (None, 0, 1):
        assert TOMATE.view(yes, viewer) == TOMATE.view(no, viewer)
    assert [seat.answered for seat in TOMATE.view(yes, None).seats] == [False, False, True]
    assert TOMATE.view(yes, 2).own_answer == "take"


def test_c35_the_last_trick_plays_itself() -> None:
    """With one card left each, the last trick is played automatically (C35)."""
    hands = ["1O 4O", "2O 5O", "4C 6O"]
    earlier = [(0, "12B 10B 11B")]
    state = position("tricks", hands, bids="iii", earlier=earlier, pot=6)
    step = play(state, (0, CARDS["1O"]), (1, CARDS["2O"]), (2, CARDS["6O"]))
    shown = [event.card for event in step.events if isinstance(event, CardPlayed)]
    assert shown == cards("1O 2O 6O 4O 5O 4C")
    assert [trick.number for trick in step.state.recent.tricks] == [2, 3]
    assert step.state.settlement is not None
    assert [line.tricks for line in step.state.settlement.seats] == [2, 1, 0]


def test_c35_the_last_trick_by_hand() -> None:
    """With `auto_last` off, the players play the last trick themselves (C35)."""
    hands = ["1O 4O", "2O 5O", "4C 6O"]
    earlier = [(0, "12B 10B 11B")]
    state = position("tricks", hands, bids="iii", earlier=earlier, auto_last=False)
    state = play(state, (0, CARDS["1O"]), (1, CARDS["2O"]), (2, CARDS["6O"])).state
    assert (state.stage, state.turn, len(state.tricks)) == (Stage.TRICKS, 0, 2)
    state = play(state, (0, CARDS["4O"]), (1, CARDS["5O"]), (2, CARDS["4C"])).state
    assert state.hand_number == 2


def test_c36_passed_hands_stay_face_down_after_the_hand() -> None:
    """After a hand, others can't see passed cards (C36)."""
    state = position("stock_offer", HANDS, bids="pip", hands_total=1)
    state = play(state, (0, DECLINE), (2, DECLINE)).state
    assert state.stage is Stage.END
    for viewer in (None, 1, 2):
        shown = TOMATE.view(state, viewer).model_dump_json()
        assert not [card for card in cards(HANDS[0]) if f'"{card}"' in shown]


TIMEOUTS = [
    ("C41-option-leaves", position("dealer_option", HANDS), 2, LEAVE),
    ("C41-bid-passes", position("bidding", HANDS), 0, PASS),
    ("C41-stock-declines", at_stock(), 2, DECLINE),
    ("C41-discards-the-lowest-but-no-trump",
     position("dealer_discard", ["1O", "1C", "4B 12E 7C 2B"], took=True), 2, DISCARDS["7C"]),
    ("C41-discards-the-lowest-of-all-trumps",
     position("dealer_discard", ["1O", "1C", "4B 12B 7B 2B"], took=True), 2, DISCARDS["4B"]),
    ("C46-equal-ranks-coins-first",
     position("dealer_discard", ["1O", "1C", "7E 7C 12O 2B"], took=True), 2, DISCARDS["7C"]),
    ("C41-plays-the-lowest-legal-card",
     position("tricks", ["10O", "1O 12O 4C", "2C"], bids="iii", trick="10O"), 1, CARDS["12O"]),
    ("C46-leads-by-rank-not-by-suit", position("tricks", ["12O 5B 5E", "1C", "2C"], bids="iii"), 0,
     CARDS["5E"]),
]  # fmt: skip


@each_row("state seat move", TIMEOUTS)
def test_an_absent_player_makes_the_harmless_move(
    state: State, seat: int, move: TomateMove
) -> None:
    """A timeout makes the move of its ruling (C41, C46)."""
    made, _ = apply_timeout(TOMATE, state, seat)
    assert made == move


def test_questions_say_who_may_see_their_controls() -> None:
    """Only questions without secrets have public controls, and answers to the stock are sealed."""
    taken = play(position("dealer_option", HANDS), (2, TAKE)).state
    tricks = position("tricks", HANDS, bids="iii")
    asked = [
        (position("dealer_option", HANDS), 2, True, False),
        (position("bidding", HANDS), 0, True, False),
        (at_stock(), 0, True, True),
        (taken, 2, False, False),
        (tricks, 0, False, False),
    ]
    for state, seat, public, sealed in asked:
        prompt = TOMATE.prompt(TOMATE.view(state, seat))
        assert prompt is not None
        assert (prompt.public, prompt.sealed) == (public, sealed)
        assert TOMATE.prompt(TOMATE.view(state, None)) is None
