"""Components and values for this game's painter besides its views; no state."""

from __future__ import annotations

from games.karate_tomate.rules.endings import MatchEnded
from games.karate_tomate.rules.events import TomatoesSwapped, TriumphTaken
from games.karate_tomate.rules.state import Stage

__all__ = ["MatchEnded", "Stage", "TomatoesSwapped", "TriumphTaken"]
