"""Words that only pictures of Dojo contain."""

from games.core.text import Text, say
from games.dojo.rules.state import Stage

STAGES: dict[Stage, Text] = {
    Stage.RECRUIT: say("recruiting"),
    Stage.CHALLENGE: say("challenge?"),
    Stage.THROWS: say("duel"),
    Stage.EXCHANGE: say("duel"),
    Stage.TRAIN: say("training"),
    Stage.TROPHY: say("trophy"),
    Stage.END: say("result"),
}
"""The table's stage, in one word."""
SORTED = say("sorted")
"""The sorting trophies have rearranged this dojo."""
