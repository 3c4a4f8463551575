"""What somebody types who only hears a hand of Tomate."""

import re
from collections.abc import Sequence

_BUTTONS = {
    "unseen?": ("Take it", "Leave it"),
    "Play this hand, or pass?": ("Play", "Pass"),
    "Play after all": ("Take the stock", "No"),
}


def typed_moves(heard: str) -> Sequence[str]:
    """The answers that the question names, or the cards that may be played."""
    for words, answers in _BUTTONS.items():
        if words in heard:
            return answers
    (hand,) = re.findall(r"In hand: (.*?)\.(?:\s|$)", heard)
    return re.findall(r"[A-Z] ([^,]+), playable", hand)
