"""The things on a table of Dojo, as tableaus name them."""

from games.core.tableau import Token
from games.core.text import Text, say
from games.core.values import Seat
from games.dojo.rules import texts
from games.dojo.rules.cards import Card, Trophy

BACK = Token(sprite="back:tatami", name=say("card face down"), short=say("?"))


def card_token(card: Card, owner: Seat | None = None) -> Token:
    """A card face up."""
    return Token(
        sprite=f"tatami:{card}",
        name=texts.CARD_NAMES[card],
        short=texts.CARD_CODES[card],
        owner=owner,
    )


def trophy_token(trophy: Trophy, name: Text | None = None, short: Text | None = None) -> Token:
    """A trophy face up."""
    return Token(
        sprite=f"trophy:{trophy}",
        name=name or texts.TROPHY_NAMES[trophy],
        short=short or texts.TROPHY_SHORT[trophy],
    )
