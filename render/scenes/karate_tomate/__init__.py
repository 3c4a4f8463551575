"""Karate Tomate: the fight, the cards in hand, the count of knives and trophies."""

from __future__ import annotations

from games.karate_tomate.presentation.scene_values import MatchEnded
from games.karate_tomate.questions.views import KarateView
from render.scenes.game_scene import Painter, scene_of
from render.scenes.karate_tomate import bars, hand, offer, ranking, ring, seats, table


def aftermath(view: KarateView) -> Painter | None:
    """Return the painter of the count at the end of the match."""
    ended = view.aftermath[-1] if view.aftermath else None
    if not isinstance(ended, MatchEnded):
        return None
    return lambda show: ranking.paint(show, view, ended)


SCENE = scene_of(
    KarateView,
    table.paint,
    hand.paint,
    aftermath,
    parts=(ring, seats, table, hand, bars, offer),
    signs=table.LEGEND,
)
