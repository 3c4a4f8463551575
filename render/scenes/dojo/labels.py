"""The words that stand in pictures of Dojo alone."""

from __future__ import annotations

from games.core.text import Text, say
from games.dojo.presentation.scene_values import Stage

STAGES: dict[Stage, Text] = {
    Stage.RECRUIT: say("recruiting"),
    Stage.CHALLENGE: say("challenge?"),
    Stage.THROWS: say("duel"),
    Stage.EXCHANGE: say("duel"),
    Stage.TRAIN: say("training"),
    Stage.TROPHY: say("trophy"),
    Stage.END: say("result"),
}
"""What the table is at, in one word."""
SORTED = say("sorted")
"""The dojo lies as its sorting trophies have rearranged it."""
