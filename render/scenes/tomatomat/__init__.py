"""Tomatomat: the four machines and their cards, the viewer's batch, the resolution of a round."""

from __future__ import annotations

from games.tomatomat.questions.views import TomatomatView
from render.scenes.game_scene import Painter, scene_of
from render.scenes.tomatomat import chips, deck, hand, reveal, stacks, table


def aftermath(view: TomatomatView) -> Painter | None:
    """Return the painter of how the last round ended, until cards are placed again."""
    resolved = view.resolution
    return None if resolved is None else lambda show: reveal.paint(show, view, resolved)


SCENE = scene_of(
    TomatomatView,
    table.paint,
    hand.paint,
    aftermath,
    parts=(stacks, chips, table, reveal, hand),
    signs=table.LEGEND,
    deck=deck.DECK,
    alone_from=1,
    steps=reveal.STEPS,
)
