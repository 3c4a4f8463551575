"""The table in words contains every fact of the view, for the picture and the alt text."""

import pytest

from games.core.game import apply_timeout
from games.core.tableau import Mark
from games.core.tableau_text import alt_text
from games.core.text import Reader, speak
from games.tomate import TOMATE
from games.tomate.rules.moves import CARDS, DECLINE, LEAVE, PASS, TAKE, TAKE_STOCK, TomateMove
from games.tomate.rules.notation import position
from games.tomate.rules.state import State
from games.tomate.rules.texts import CARD_NAMES
from tests.games.tomate.support.positions import play

NAMES = Reader(names=["Ana", "Ben", "Chen", "Dora"])
HANDS = ["1O 3O 12O", "1C 3C 12C", "1E 3E 12E"]


def alt_text_of(state: State, viewer: int | None) -> str:
    return alt_text(TOMATE.tableau(TOMATE.view(state, viewer)), NAMES)


def test_what_the_stock_did_is_told() -> None:
    """The alt text says who took the stock, or that nobody did."""
    offer = position("stock_offer", HANDS, bids="pip")
    taken = play(offer, (0, DECLINE), (2, TAKE_STOCK)).state
    refused = play(offer, (0, DECLINE), (2, DECLINE)).state
    assert "Chen takes the stock against Ben." in alt_text_of(taken, None)
    assert "Nobody takes the stock against Ben. Ben wins 6 points." in alt_text_of(refused, None)


def test_the_aftermath_lasts_until_the_next_move() -> None:
    """The next move removes the aftermath of the stock's offer."""
    offer = position("stock_offer", HANDS, bids="pip")
    state = play(offer, (0, DECLINE), (2, TAKE_STOCK)).state
    assert TOMATE.view(state, None).aftermath.stock is not None
    (move,) = list(TOMATE.moves(state, 1))[:1]
    assert TOMATE.view(play(state, (1, move)).state, None).aftermath.stock is None


def test_the_last_settlement_stays_for_the_next_hand() -> None:
    """The last hand's settlement stays visible during the next hand."""
    state = position("bidding", HANDS, bids="ppu", stock_mode="off")
    state = play(state, (2, PASS)).state
    state = play(state, *[(0, move) for move in list(TOMATE.moves(state, 0))[1:]]).state
    settlement = TOMATE.view(state, None).settlement
    assert settlement is not None
    assert settlement.hand == 1


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (TAKE, "takes the {card} and needs two tricks."),
        (LEAVE, "leaves the {card} on the table."),
        (None, "leaves the {card} on the table."),
    ],
    ids=["took", "left", "timed out"],
)
def test_the_dealers_decision_hides_no_settlement(move: TomateMove | None, text: str) -> None:
    """After the dealer's decision, the aftermath still contains the last settlement."""
    hands = ["1O 4O", "2O 5O", "4C 6O"]
    state = position("tricks", hands, bids="iii", earlier=[(0, "12B 10B 11B")], in_reserve=3)
    state = play(state, (0, CARDS["1O"]), (1, CARDS["2O"]), (2, CARDS["6O"])).state
    state = (
        apply_timeout(TOMATE, state, 0)[1].state if move is None else play(state, (0, move)).state
    )
    tableau = TOMATE.tableau(TOMATE.view(state, None))
    card = speak(CARD_NAMES[state.trump], NAMES)
    assert speak(tableau.aftermath[-1], NAMES) == f"Ana {text.format(card=card)}"
    assert "Chen gets Tomate and pays 6 points." in alt_text_of(state, None)


@pytest.mark.parametrize("all_pass", ["carry", "dealer_wins"])
def test_a_hand_that_nobody_played_is_told(all_pass: str) -> None:
    """Texts say that all passed, whatever happens to the pot (C3)."""
    state = position("bidding", HANDS, bids="ppu", all_pass=all_pass)
    tableau = TOMATE.tableau(TOMATE.view(play(state, (2, PASS)).state, None))
    assert any("Nobody plays hand 1" in speak(text, NAMES) for text in tableau.aftermath)


def test_marks_tell_dealer_turn_and_who_is_out() -> None:
    """Dealer, players in turn, those who are ready and those who passed are marked."""
    bidding = position("bidding", HANDS, bids="puu", dealer=2)
    marks = [panel.marks for panel in TOMATE.tableau(TOMATE.view(bidding, None)).seats]
    assert marks == [(Mark.OUT,), (Mark.TURN,), (Mark.DEALER,)]
    offer = position("stock_offer", [*HANDS, "4O 4C 4E"], bids="ppip", dealer=3)
    offer = play(offer, (1, DECLINE)).state
    marks = [panel.marks for panel in TOMATE.tableau(TOMATE.view(offer, None)).seats]
    assert marks == [(Mark.TURN,), (Mark.READY,), (), (Mark.TURN, Mark.DEALER)]


def test_the_winner_is_marked_at_the_end() -> None:
    """At the end the winner is marked, and the headline names them."""
    state = position("bidding", HANDS, bids="ppu", hands_total=1, scores=[4, 9, -2])
    state = play(state, (2, PASS)).state
    tableau = TOMATE.tableau(TOMATE.view(state, None))
    assert [panel.marks for panel in tableau.seats] == [
        (Mark.OUT,),
        (Mark.OUT, Mark.WINNER),
        (Mark.DEALER, Mark.OUT),
    ]
    assert speak(tableau.headline, NAMES) == "Ben wins the match with 9 points."
