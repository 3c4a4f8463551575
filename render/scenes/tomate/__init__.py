"""Tomate: the felt table, the cards in hand, the reckoning, the deck with its names."""

from games.tomate.questions.views import TomateView
from render.scenes.game_scene import Painter, scene_of
from render.scenes.tomate import deck, felt, hand, settlement, table


def aftermath(view: TomateView) -> Painter | None:
    """Return the painter of the reckoning, if the last move ended a hand."""
    settled = view.aftermath.settlement
    # A match saved by an earlier version has only the last tricks.
    tricks = view.aftermath.settled_tricks or view.aftermath.tricks
    return None if settled is None else lambda show: settlement.paint(show, view, settled, tricks)


SCENE = scene_of(
    TomateView,
    table.paint,
    hand.paint,
    aftermath,
    parts=(felt, table, hand),
    signs=table.LEGEND,
    deck=deck.DECK,
)
