"""What somebody types who only hears a hand of Tomatomat."""

import re
from collections.abc import Sequence


def typed_moves(heard: str) -> Sequence[str]:
    """Places for all cards of the batch, in each notation."""
    (batch,) = re.findall(r"Batch: (.*?)\.(?:\s|$)", heard)
    cards = re.findall(r"([A-Z]) (?:red|green|yellow|purple) ", batch)
    slots = re.findall(r"\b(I{1,3}|IV): (?:red|green|yellow|purple)", heard)
    places = [1 + place % len(slots) for place in range(3, 3 + len(cards))]
    pairs = [f"{card}{place}" for card, place in zip(cards, places, strict=True)]
    figures = [str(place) for place in places]
    return [" ".join(figures), ", ".join(figures), " ".join(pairs), ", ".join(pairs)]
