"""What a painter of this game may use besides its views: components and values, no state."""

from __future__ import annotations

from games.karate_tomate.rules.endings import MatchEnded
from games.karate_tomate.rules.events import TomatoesSwapped, TriumphTaken
from games.karate_tomate.rules.state import Stage

__all__ = ["MatchEnded", "Stage", "TomatoesSwapped", "TriumphTaken"]
