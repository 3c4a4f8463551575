"""Dojo: all mats, the trophy and the duel, the card in the hand.

The table itself rings new cards, and at the end shows all points.
"""

from __future__ import annotations

from games.dojo.questions.views import DojoView
from render.scenes.dojo import hand, mat, stage, table
from render.scenes.game_scene import scene_of

SCENE = scene_of(
    DojoView, table.paint, hand.paint, parts=(mat, stage, table, hand), signs=table.LEGEND
)
