"""Diced Tomatoes: the planter, all gardens, the viewer's dice, harvests, the reckoning."""

from games.diced_tomatoes.questions.views import DicedView
from render.scenes.diced_tomatoes import deck, garden, hand, harvest, reckoning, stage, table
from render.scenes.game_scene import Painter, scene_of


def aftermath(view: DicedView) -> Painter | None:
    """Return the painter of a harvest, or of the reckoning of a match of several players."""
    if view.scores:
        return lambda show: reckoning.paint(show, view)
    brought = None if view.ending else view.harvest
    return None if brought is None else lambda show: harvest.paint(show, view, brought)


SCENE = scene_of(
    DicedView,
    table.paint,
    hand.paint,
    aftermath,
    parts=(stage, garden, table, hand, harvest, reckoning),
    signs=table.LEGEND,
    deck=deck.DECK,
    grown=hand.grown,
)
