"""Karate Tomate: the fight, the cards in hand, the count of knives and trophies."""

from functools import partial

from games.karate_tomate.questions.views import KarateView
from games.karate_tomate.rules.endings import MatchEnded
from games.karate_tomate.rules.events import RoundOver
from render.scenes.game_scene import Painter, scene_of
from render.scenes.karate_tomate import bars, deck, hand, offer, picks, ranking, ring, seats, table


def aftermath(view: KarateView) -> Painter | None:
    """Return the painter of the end of a round, or of the count at the end of the match.

    To a viewer who has chosen a card since, the round is past.
    """
    if view.answer is not None:
        return None
    for event in reversed(view.aftermath):
        if isinstance(event, MatchEnded):
            return partial(ranking.paint, view=view, ended=event)
        if isinstance(event, RoundOver):
            return partial(picks.paint, view=view, over=event)
    return None


SCENE = scene_of(
    KarateView,
    table.paint,
    hand.paint,
    aftermath,
    parts=(ring, seats, table, hand, bars, offer, picks),
    signs=table.LEGEND,
    deck=deck.DECK,
    grown=hand.grown,
)
