"""A premove offers the stock exactly if the hand may still offer it (C5, C7)."""

from typing import Any

import pytest

from games.core.game import apply
from games.core.values import Seat
from games.tomate import TOMATE
from games.tomate.rules.moves import PASS, PLAY
from games.tomate.rules.state import Stage, State
from tests.games.random_moves import random_states
from tests.games.tomate.support.positions import VARIANTS


def may_be_asked(state: State, seat: Seat) -> bool:
    """Return whether some bids still to come lead to an offer of the stock to this seat."""
    if state.stage is not Stage.BIDDING:
        return state.stage is Stage.STOCK_OFFER and seat in TOMATE.awaited(state)
    hand = state.hand_number
    follow = [apply(TOMATE, state, state.turn, move).state for move in (PASS, PLAY)]
    # A new hand means that this one ended without an offer.
    return any(may_be_asked(after, seat) for after in follow if after.hand_number == hand)


def offers_stock(state: State, seat: Seat) -> bool:
    form = TOMATE.premove(TOMATE.view(state, seat))
    return form is not None and form.action("take_stock") is not None


@pytest.mark.parametrize(("seats", "options"), VARIANTS, ids=str)
def test_the_stock_is_offered_in_advance_where_it_can_come(
    seats: int, options: dict[str, Any]
) -> None:
    """A player who passed has a premove for the stock exactly while it may be offered."""
    for state in random_states(TOMATE, seats, "ahead", **options):
        if state.stage is not Stage.BIDDING or state.bids.count("undecided") > 4:
            continue
        for seat in state.passers():
            assert offers_stock(state, seat) == may_be_asked(state, seat)
