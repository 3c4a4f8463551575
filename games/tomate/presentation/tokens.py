"""The things on a table of Tomate, as tableaus name them."""

from __future__ import annotations

from games.core.tableau import Token
from games.core.values import Seat
from games.tomate.rules.cards import Card
from games.tomate.rules.texts import CARD_NAMES, CARD_SHORT


def card_token(card: Card, owner: Seat | None = None) -> Token:
    """A card face up."""
    return Token(
        sprite=f"spanish:{card}", name=CARD_NAMES[card], short=CARD_SHORT[card], owner=owner
    )
