"""The Spanish deck: the cards of a suit from high to low, and the four suits."""

from games.core.text import Text, say, symbol
from games.tomate.rules.cards import PACK, Suit
from games.tomate.rules.texts import RANK_NAMES, SUIT_NAMES
from render.scenes.posters.deck import DeckPoster, DeckRow

_SHOWN: Suit = "C"
_RANKED = [card for card in reversed(PACK) if card.endswith(_SHOWN)]


def rank_name(card: str) -> Text:
    """Return a rank as people call it, with the number that stands on the card."""
    rank = card[:-1]
    return RANK_NAMES.get(rank, symbol(rank))


DECK = DeckPoster(
    "tomate",
    (
        DeckRow(
            say("Every suit, from high to low"),
            tuple((f"spanish:{card}", rank_name(card)) for card in _RANKED),
            (132, 198),
            5,
        ),
        DeckRow(
            say("The four suits"),
            tuple((f"suit:{suit}", name) for suit, name in SUIT_NAMES.items()),
            (76, 76),
            4,
        ),
    ),
)
