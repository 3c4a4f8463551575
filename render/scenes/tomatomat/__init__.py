"""Tomatomat: the four machines and their cards, the viewer's batch, the resolution of a round."""

from games.tomatomat.questions.views import TomatomatView
from render.scenes.game_scene import Painter, scene_of
from render.scenes.tomatomat import chips, deck, hand, reveal, stacks, table


def aftermath(view: TomatomatView) -> Painter | None:
    """Return the painter of how the last round ended, until cards are placed again.

    To a viewer who has placed theirs, it is past.
    """
    resolved, awaited = view.resolution, view.awaiting.seats
    has_placed = view.viewer is not None and awaited and view.viewer not in awaited
    if resolved is None or has_placed:
        return None
    return lambda show: reveal.paint(show, view, resolved)


SCENE = scene_of(
    TomatomatView,
    table.paint,
    hand.paint,
    aftermath,
    parts=(stacks, chips, table, reveal, hand),
    signs=table.LEGEND,
    deck=deck.DECK,
    steps=reveal.STEPS,
)
