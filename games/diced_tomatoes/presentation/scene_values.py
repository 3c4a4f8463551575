"""Components and values for this game's painter besides its views; no state."""

from __future__ import annotations

from games.diced_tomatoes.questions.outcomes import caption, gain, placement
from games.diced_tomatoes.rules.dice import ALL_DICE, DRAWN, FACE, RED, Die
from games.diced_tomatoes.rules.karma import BITS
from games.diced_tomatoes.rules.legal import acceptance, is_later_empty, is_solo, places
from games.diced_tomatoes.rules.records import Harvest
from games.diced_tomatoes.rules.scoring import is_rewarded, slot_points
from games.diced_tomatoes.rules.state import Stage, Tomato
from games.diced_tomatoes.rules.texts import points
from games.diced_tomatoes.rules.vines import EACH_SEAT, FULL, RIPEST, SLOTS, owner_of, worth

__all__ = [
    "ALL_DICE",
    "BITS",
    "DRAWN",
    "EACH_SEAT",
    "FACE",
    "FULL",
    "RED",
    "RIPEST",
    "SLOTS",
    "Die",
    "Harvest",
    "Stage",
    "Tomato",
    "acceptance",
    "caption",
    "gain",
    "is_later_empty",
    "is_rewarded",
    "is_solo",
    "owner_of",
    "placement",
    "places",
    "points",
    "slot_points",
    "worth",
]
