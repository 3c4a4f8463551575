"""Who may know what: the table of hidden information, line by line."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.event import is_for
from games.tomate import TOMATE
from games.tomate.rules.events import HandOpened
from games.tomate.rules.moves import CARDS, DECLINE, DISCARDS, LEAVE, TAKE, TAKE_STOCK
from games.tomate.rules.state import State
from tests.games.random_moves import random_steps
from tests.games.tomate.hidden import census, unseen
from tests.games.tomate.support.positions import VARIANTS, cards, play, position

HANDS = ["1O 3O 12O", "1C 3C 12C", "1E 3E 12E"]
EVERYBODY = (None, 0, 1, 2)


def shown(state: State, viewer: int | None) -> set[str]:
    """Return the cards of this hand that appear anywhere in a view."""
    view = TOMATE.view(state, viewer)
    words = view.model_dump_json(exclude={"aftermath", "settlement"})
    return {card for card in census(state) if f'"{card}"' in words}


def held(state: State, viewer: int) -> set[str]:
    return {mine.card for mine in TOMATE.view(state, viewer).hand}


def test_own_cards_are_the_owner_s_alone() -> None:
    """Only their owner sees the hands of players who do not deal, from the deal on."""
    state = position("dealer_option", HANDS)
    assert held(state, 0) == set(cards(HANDS[0]))
    for viewer in (None, 1, 2):
        assert not shown(state, viewer) & set(cards(HANDS[0]))


def test_the_dealer_s_cards_are_seen_after_the_decision_only() -> None:
    """Only the dealer sees the dealer's cards, and only after the decision."""
    state = position("dealer_option", HANDS)
    for viewer in EVERYBODY:
        assert not shown(state, viewer) & set(cards(HANDS[2]))
    decided = play(state, (2, LEAVE)).state
    assert held(decided, 2) == set(cards(HANDS[2]))
    for viewer in (None, 0, 1):
        assert not shown(decided, viewer) & set(cards(HANDS[2]))


def test_the_trump_card_is_public_wherever_it_lies() -> None:
    """Everybody sees the trump card, and whether the dealer holds it."""
    state = position("dealer_option", HANDS)
    taken = play(state, (2, TAKE), (2, DISCARDS["12E"])).state
    hands = ["1O 3O", "1C 3C", "1E 2B"]
    later = position("tricks", hands, bids="iii", took=True, earlier=[(0, "12O 12C 12E")])
    played = play(later, (0, CARDS["1O"]), (1, CARDS["1C"]), (2, CARDS["2B"])).state
    for viewer in EVERYBODY:
        seen = [TOMATE.view(s, viewer) for s in (state, taken, later)]
        assert [(view.trump, view.trump_holder) for view in seen] == [
            ("2B", None),
            ("2B", 2),
            ("2B", 2),
        ]
        after = TOMATE.view(played, viewer).aftermath
        assert [play.card for play in after.tricks[0].plays] == ["1O", "1C", "2B"]


def test_the_dealer_s_discard_is_the_dealer_s_secret() -> None:
    """Only the dealer sees the discard."""
    state = play(position("dealer_option", HANDS), (2, TAKE), (2, DISCARDS["12E"])).state
    assert TOMATE.view(state, 2).own_discard == "12E"
    for viewer in (None, 0, 1):
        assert "12E" not in shown(state, viewer)


def test_bids_are_public_at_once() -> None:
    """Everybody sees every bid as soon as it is made."""
    state = position("bidding", HANDS, bids="ipu")
    for viewer in EVERYBODY:
        bids = [seat.bid for seat in TOMATE.view(state, viewer).seats]
        assert bids == ["in", "pass", "undecided"]


def test_passed_hands_stay_with_their_owner() -> None:
    """Only the player who passed sees the passed hand."""
    state = position("tricks", HANDS, bids="ipi")
    assert held(state, 1) == set(cards(HANDS[1]))
    for viewer in (None, 0, 2):
        assert not shown(state, viewer) & set(cards(HANDS[1]))


def test_of_the_stock_only_the_size_is_known() -> None:
    """Nobody sees a card of the stock, but everybody sees its size."""
    state = position("stock_offer", HANDS, bids="pip")
    for viewer in EVERYBODY:
        assert not shown(state, viewer) & set(state.stock)
        assert TOMATE.view(state, viewer).stock == len(state.stock)


def test_the_stock_taker_s_cards_are_the_taker_s_alone() -> None:
    """Only the taker of the stock sees its three cards and those laid away."""
    before = position("stock_offer", HANDS, bids="pip")
    top = set(before.stock[-3:])
    state = play(before, (0, DECLINE), (2, TAKE_STOCK)).state
    assert held(state, 2) == top
    assert TOMATE.view(state, 2).own_laid == tuple(cards(HANDS[2]))
    for viewer in (None, 0, 1):
        assert not shown(state, viewer) & (top | set(cards(HANDS[2])))


def test_earlier_tricks_and_counts_are_public() -> None:
    """Everybody sees the earlier tricks of a hand, and who took them."""
    state = position("tricks", ["1O 3O", "1C 3C", "1E 3E"], bids="iii", earlier=[(0, "12O 12C 4B")])
    for viewer in EVERYBODY:
        view = TOMATE.view(state, viewer)
        assert [play.card for play in view.tricks[0].plays] == ["12O", "12C", "4B"]
        assert [seat.tricks for seat in view.seats] == [0, 0, 1]


def test_scores_pot_and_reserves_are_public() -> None:
    """Everybody sees scores, pot and reserves."""
    state = position("bidding", HANDS, pot=9, in_reserve=4, scores=[5, -6, -12])
    for viewer in EVERYBODY:
        view = TOMATE.view(state, viewer)
        assert (view.pot, view.reserves) == (9, 4)
        assert [seat.score for seat in view.seats] == [5, -6, -12]


def test_legal_cards_are_shown_to_the_player_to_move_alone() -> None:
    """Only the player to move sees which cards are legal, as these depend on the hand."""
    state = position("tricks", ["10O", "12O 4O 1C", "2C 4C 5C"], bids="iii", trick="10O")
    playable = [sum(c.playable for c in TOMATE.view(state, seat).hand) for seat in range(3)]
    assert playable == [0, 1, 0]
    assert [TOMATE.prompt(TOMATE.view(state, seat)) is None for seat in range(3)] == [
        True,
        False,
        True,
    ]


@pytest.mark.parametrize(("seats", "options"), VARIANTS)
def test_no_view_and_no_event_shows_an_unseen_card(seats: int, options: dict[str, Any]) -> None:
    """A card that a viewer may not look at is in no view and in no event of this hand."""
    for state, events in random_steps(TOMATE, seats, "unseen", **options):
        starts = [place for place, event in enumerate(events) if isinstance(event, HandOpened)]
        of_this_hand = events[starts[-1] if starts else 0 :]
        for viewer in (None, *range(seats)):
            secret = {card for held in unseen(state, viewer).values() for card in held}
            assert not shown(state, viewer) & secret
            told = [e.model_dump_json() for e in of_this_hand if is_for(viewer, e.seen_by())]
            assert not [card for card in secret for words in told if f'"{card}"' in words]
