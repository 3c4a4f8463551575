"""Diced Tomatoes: the planter, all gardens, the viewer's dice, the reckoning."""

from __future__ import annotations

from games.diced_tomatoes.questions.views import DicedView
from render.scenes.diced_tomatoes import garden, hand, reckoning, stage, table
from render.scenes.game_scene import Painter, scene_of


def aftermath(view: DicedView) -> Painter | None:
    """Return the painter of the reckoning, if a match of several players is over."""
    return (lambda show: reckoning.paint(show, view)) if view.scores else None


SCENE = scene_of(
    DicedView,
    table.paint,
    hand.paint,
    aftermath,
    parts=(stage, garden, table, hand, reckoning),
    signs=table.LEGEND,
)
