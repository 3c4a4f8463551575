"""Components and values for this game's painter besides its views; no state."""

from __future__ import annotations

from games.tomatomat.rules.moves import FIELDS, PLACE, SLOTS
from games.tomatomat.rules.state import BATCHES
from games.tomatomat.rules.texts import COLOUR_LETTERS, brief_arrest, brief_theft

__all__ = [
    "BATCHES",
    "COLOUR_LETTERS",
    "FIELDS",
    "PLACE",
    "SLOTS",
    "brief_arrest",
    "brief_theft",
]
