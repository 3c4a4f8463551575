"""Components and values for this game's painter besides its views; no state."""

from __future__ import annotations

from games.dojo.questions.gains import (
    before_round,
    best_gain,
    cell_gain,
    line_gain,
    round_gain,
    took_trophy,
)
from games.dojo.questions.premove import ask_premove
from games.dojo.questions.prompts import duel_cards
from games.dojo.rules.events import CardsPlaced
from games.dojo.rules.frame import (
    COLUMNS,
    FIXED,
    FLOATING,
    FRAMES,
    ROWS,
    Dojo,
    Frame,
    bounds,
    free_lines,
    free_places,
    window,
)
from games.dojo.rules.moves import Throw
from games.dojo.rules.scoring.points import TOKEN_POINTS
from games.dojo.rules.state import Stage
from games.dojo.rules.texts import TROPHY_EFFECTS, TROPHY_NAMES

__all__ = [
    "COLUMNS",
    "FIXED",
    "FLOATING",
    "FRAMES",
    "ROWS",
    "TOKEN_POINTS",
    "TROPHY_EFFECTS",
    "TROPHY_NAMES",
    "CardsPlaced",
    "Dojo",
    "Frame",
    "Stage",
    "Throw",
    "ask_premove",
    "before_round",
    "best_gain",
    "bounds",
    "cell_gain",
    "duel_cards",
    "free_lines",
    "free_places",
    "line_gain",
    "round_gain",
    "took_trophy",
    "window",
]
