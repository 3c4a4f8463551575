"""Components and values for this game's painter besides its views; no state."""

from __future__ import annotations

from games.diced_tomatoes.rules.dice import DRAWN, FACE, Die
from games.diced_tomatoes.rules.karma import BITS
from games.diced_tomatoes.rules.legal import is_solo
from games.diced_tomatoes.rules.state import Stage, Tomato
from games.diced_tomatoes.rules.vines import EACH_SEAT, RIPEST, SLOTS, worth

__all__ = [
    "BITS",
    "DRAWN",
    "EACH_SEAT",
    "FACE",
    "RIPEST",
    "SLOTS",
    "Die",
    "Stage",
    "Tomato",
    "is_solo",
    "worth",
]
