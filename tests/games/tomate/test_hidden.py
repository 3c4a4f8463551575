"""What is public, and from when on; the laws of knowledge try what is hidden."""

from games.tomate import TOMATE
from games.tomate.rules.moves import CARDS, DISCARDS, TAKE
from games.tomate.rules.notation import position
from tests.games.tomate.support.positions import play

HANDS = ["1O 3O 12O", "1C 3C 12C", "1E 3E 12E"]
EVERYBODY = (None, 0, 1, 2)


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


def test_bids_are_public_at_once() -> None:
    """Everybody sees every bid as soon as it is made."""
    state = position("bidding", HANDS, bids="ipu")
    for viewer in EVERYBODY:
        bids = [seat.bid for seat in TOMATE.view(state, viewer).seats]
        assert bids == ["in", "pass", "undecided"]


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
