"""What somebody types who only hears a hand of Karate Tomate."""

import re
from collections.abc import Sequence
from itertools import combinations


def typed_moves(heard: str) -> Sequence[str]:
    """The cards that may be played or discarded, those on offer, or the answers in words."""
    cards = re.findall(r"\b[A-Z] (?:\d+ × )?([a-z]+ \d), playable", heard)
    if "take a triumph card" in heard:
        (offered,) = re.findall(r"On offer [^:]*: (.*?)\.(?:\s|$)", heard)
        return str(offered).split(", ")
    if "Somebody may call the end." in heard:
        return ["Continue"]
    if "Draw two, or swap two" in heard:
        return ["Draw two", *map(" + ".join, combinations(cards, 2))]
    return cards if ", or drop out" in heard else ["Drop out"]
