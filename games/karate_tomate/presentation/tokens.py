"""The cards of Karate Tomate, as tableaus name them."""

from games.core.tableau import Token, TokenLook
from games.core.text import say
from games.core.values import shared
from games.karate_tomate.rules import texts
from games.karate_tomate.rules.cards import TRIUMPHS, Card, TriumphId


@shared
def card_token(card: Card, count: int = 1, look: TokenLook = "plain", letter: str = "") -> Token:
    """A number card face up."""
    return Token(
        sprite=f"veg:{card}",
        name=texts.CARD_NAMES[card],
        short=texts.CARD_SHORT[card],
        count=count,
        look=look,
        letter=letter,
    )


@shared
def tomato_token(value: int) -> Token:
    """A tomato face up."""
    return Token(sprite=f"tomato:{value}", name=texts.tomato(value), short=say("T{n}", n=value))


@shared
def triumph_token(card: TriumphId) -> Token:
    """A triumph card face up; its tile shows trophies, knives and tomatoes."""
    shown = TRIUMPHS[card]
    short = say(
        "{trophies}/{knives}/{tomatoes}",
        trophies=shown.trophies,
        knives=shown.knives,
        tomatoes=shown.tomatoes,
    )
    return Token(sprite=f"triumph:{card}", name=texts.TRIUMPH_NAMES[card], short=short)
