"""What the laws need to know about the game."""

from __future__ import annotations

from tests.games.case import case_of
from tests.toys.plots import PLOTS, hidden

CASE = case_of(PLOTS, hidden)
