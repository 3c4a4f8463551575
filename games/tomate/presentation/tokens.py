"""The things on a table of Tomate, as tableaus name them."""

from games.core.tableau import Token, TokenLook
from games.core.values import Seat, shared
from games.tomate.rules.cards import Card
from games.tomate.rules.texts import CARD_NAMES, CARD_SHORT


@shared
def card_token(
    card: Card, owner: Seat | None = None, look: TokenLook = "plain", letter: str = ""
) -> Token:
    """A card face up."""
    return Token(
        sprite=f"spanish:{card}",
        name=CARD_NAMES[card],
        short=CARD_SHORT[card],
        owner=owner,
        look=look,
        letter=letter,
    )
