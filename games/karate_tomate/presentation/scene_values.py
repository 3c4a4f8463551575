"""Components and values for this game's painter besides its views; no state."""

from __future__ import annotations

from games.karate_tomate.rules.endings import MatchEnded
from games.karate_tomate.rules.events import RoundOver, TomatoesSwapped, TriumphTaken
from games.karate_tomate.rules.state import Pick, Stage
from games.karate_tomate.rules.texts import COLOUR_NAMES

__all__ = [
    "COLOUR_NAMES",
    "MatchEnded",
    "Pick",
    "RoundOver",
    "Stage",
    "TomatoesSwapped",
    "TriumphTaken",
]
