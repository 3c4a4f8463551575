"""Dojo: all mats, the trophy and the duel; in a hand the dojo and what each choice brings.

The table itself rings new cards, and at the end shows all points.
"""

from __future__ import annotations

from games.core.text import say
from games.dojo.presentation.scene_values import TROPHY_EFFECTS
from games.dojo.questions.views import DojoView
from render.scenes.dojo import board, challenge, dealing, duelling, hand, mat, stage, table
from render.scenes.game_scene import scene_of

_EFFECTS = {f"trophy:{trophy}": effect for trophy, effect in TROPHY_EFFECTS.items()}
_SIGNS = tuple(
    sign._replace(word=say("{trophy}: {effect}", trophy=sign.word, effect=_EFFECTS[sign.sprite]))
    for sign in table.LEGEND
)
"""The signs with what they do, which the pictures themselves have no room for."""

SCENE = scene_of(
    DojoView,
    table.paint,
    hand.paint,
    parts=(mat, stage, table, board, challenge, dealing, duelling, hand),
    signs=_SIGNS,
)
