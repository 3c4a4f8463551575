"""What somebody types who only hears a hand of Dojo."""

import re
from collections.abc import Sequence

_BUTTONS = {
    "Each throw you win adds 1": ("rock", "paper", "scissors"),
    "You won! Swap your": ("Swap", "Keep"),
    "Challenge": ("Challenge", "Pass"),
}


def typed_moves(heard: str) -> Sequence[str]:
    """Players without a card, free cells or lines, or the answers in words."""
    if free := re.findall(r"(?:No card yet|Free \w+): (.*?)\.(?:\s|$)", heard):
        places = re.split(r", (?:and )?| and ", free[0])
        return ["Keep it" if place == "Ana" else place.split(" +")[0] for place in places]
    return next(answers for words, answers in _BUTTONS.items() if words in heard)
