"""The Spanish pack: 40 cards named by rank and suit, and which beats which."""

from collections.abc import Iterable
from typing import Literal, get_args

Suit = Literal["O", "C", "E", "B"]
"""Coins, cups, swords, clubs (oros, copas, espadas, bastos); the order also breaks ties of rank."""

# Spelled out because a type checker cannot multiply ranks by suits; lowest rank first.
# fmt: off
Card = Literal[
    "2O", "4O", "5O", "6O", "7O", "10O", "11O", "12O", "3O", "1O",
    "2C", "4C", "5C", "6C", "7C", "10C", "11C", "12C", "3C", "1C",
    "2E", "4E", "5E", "6E", "7E", "10E", "11E", "12E", "3E", "1E",
    "2B", "4B", "5B", "6B", "7B", "10B", "11B", "12B", "3B", "1B",
]
# fmt: on
"""Rank and suit: "1O" is the ace of coins, "12E" the king of swords."""

PACK: tuple[Card, ...] = get_args(Card)
SUITS: tuple[Suit, ...] = get_args(Suit)
SUIT: dict[str, Suit] = {card: SUITS[place // 10] for place, card in enumerate(PACK)}
"""The suit of every card."""
POWER: dict[str, int] = {card: place % 10 for place, card in enumerate(PACK)}
"""How high a card ranks within its suit: 0 for a 2, 9 for an ace."""

_PLACE = {card: (place // 10, -(place % 10)) for place, card in enumerate(PACK)}


def in_order(cards: Iterable[Card]) -> list[Card]:
    """Sort as people hold them: suit by suit, high to low."""
    return sorted(cards, key=_PLACE.__getitem__)


def lowest(cards: Iterable[Card]) -> Card:
    """The lowest by rank, equal ranks in the order of suits; raises ValueError for no cards."""
    return min(cards, key=lambda card: (POWER[card], SUITS.index(SUIT[card])))
