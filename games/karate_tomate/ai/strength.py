"""How strong a hand is in a fight, and how often a rival's is stronger."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache

from games.core.rng import Rng
from games.karate_tomate.rules.cards import COLOUR, PACK, VALUE, Card, Colour

_SAMPLES = 200
"""How many random hands a hand is compared with."""


def by_colour(cards: Iterable[Card]) -> dict[Colour, list[Card]]:
    """Return the cards of each colour that is held."""
    colours: dict[Colour, list[Card]] = defaultdict(list)
    for card in cards:
        colours[COLOUR[card]].append(card)
    return colours


def power(cards: list[Card]) -> float:
    """Return how strong a colour is: length to outlast the others, height to take first."""
    return 2.5 * len(cards) + sum(VALUE[card] for card in cards)


def best_power(hand: Iterable[Card]) -> float:
    """Return how strong the best colour of a hand is."""
    return max(map(power, by_colour(hand).values()), default=0.0)


def chance_of_stronger(cards: int, strength: float) -> float:
    """Return how often a random hand of so many cards has a stronger colour."""
    hands = _random_hands(cards)
    return 1 - bisect_right(hands, strength) / len(hands)


@lru_cache
def _random_hands(cards: int) -> list[float]:
    """Return how strong random hands are, in ascending order."""
    rng, pack = Rng(f"hands of {cards} cards"), list(PACK)
    results = []
    for _ in range(_SAMPLES):
        rng.shuffle(pack, cards)
        results.append(best_power(pack[len(pack) - cards :]))
    return sorted(results)
