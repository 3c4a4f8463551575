"""Values for this game's painter besides its views; no state."""

from __future__ import annotations

from games.tomate.rules.cards import PACK, SUITS, Suit
from games.tomate.rules.texts import RANK_NAMES, SUIT_NAMES

__all__ = ["PACK", "RANK_NAMES", "SUITS", "SUIT_NAMES", "Suit"]
