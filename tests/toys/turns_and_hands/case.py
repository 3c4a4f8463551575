"""What the laws need to know about the game."""

from __future__ import annotations

from tests.games.case import case_of
from tests.toys.turns_and_hands import TURNS_AND_HANDS, hidden

CASE = case_of(TURNS_AND_HANDS, hidden, fleeting=frozenset({"shown", "stayed"}))
