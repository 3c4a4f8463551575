"""What a painter of this game may know beside its views: components and values, no state."""

from __future__ import annotations

from games.karate_tomate.endings import MatchEnded
from games.karate_tomate.events import TomatoesSwapped, TriumphTaken
from games.karate_tomate.state import Stage

__all__ = ["MatchEnded", "Stage", "TomatoesSwapped", "TriumphTaken"]
