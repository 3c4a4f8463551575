"""Components and values for this game's painter besides its views; no state."""

from __future__ import annotations

from games.dojo.questions.gains import (
    Changes,
    best_gain,
    best_of,
    cell_gain,
    changes,
    duel_of,
    ended_round,
    line_gain,
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
from games.dojo.rules.records import Duel, RoundResult
from games.dojo.rules.scoring.points import TOKEN_POINTS
from games.dojo.rules.state import Stage
from games.dojo.rules.texts import (
    CARD_SHORT,
    DISCIPLE_NAMES,
    TROPHY_EFFECTS,
    TROPHY_NAMES,
    line_name,
)

__all__ = [
    "CARD_SHORT",
    "COLUMNS",
    "DISCIPLE_NAMES",
    "FIXED",
    "FLOATING",
    "FRAMES",
    "ROWS",
    "TOKEN_POINTS",
    "TROPHY_EFFECTS",
    "TROPHY_NAMES",
    "CardsPlaced",
    "Changes",
    "Dojo",
    "Duel",
    "Frame",
    "RoundResult",
    "Stage",
    "Throw",
    "ask_premove",
    "best_gain",
    "best_of",
    "bounds",
    "cell_gain",
    "changes",
    "duel_cards",
    "duel_of",
    "ended_round",
    "free_lines",
    "free_places",
    "line_gain",
    "line_name",
    "window",
]
