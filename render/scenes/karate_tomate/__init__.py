"""Karate Tomate: the fight, the cards in hand, the count of knives and trophies."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from games.core.game import View
from games.karate_tomate.presentation.scene_values import MatchEnded
from games.karate_tomate.questions.views import KarateView
from render.canvas import Canvas, Fixed
from render.scenes import general
from render.scenes.karate_tomate import hand as hands
from render.scenes.karate_tomate import ranking as rankings
from render.scenes.karate_tomate import ring as rings
from render.scenes.karate_tomate import seats as panels
from render.scenes.karate_tomate import table as tables
from render.subject import Subject


def table(show: Subject) -> Canvas:
    """Paint the public table; the general scene does it without a view of Karate Tomate."""
    view = _own(show.view)
    return tables.paint(show, view) if view is not None else general.table(show)


def hand(show: Subject) -> Canvas:
    """Paint the viewer's cards, tomato and triumphs."""
    view = _own(show.view)
    return hands.paint(show, view) if view is not None else general.hand(show)


def aftermath(show: Subject) -> Callable[[Subject], Canvas] | None:
    """Return the painter of the count at the end of the match."""
    view = _own(show.view)
    if view is None or not view.aftermath:
        return None
    ended = view.aftermath[-1]
    if not isinstance(ended, MatchEnded):
        return None
    return lambda subject: rankings.paint(subject, view, ended)


def wanted() -> Iterator[Fixed]:
    """Return the sprites and boxes that a match of Karate Tomate may need."""
    yield from rings.wanted()
    yield from panels.wanted()
    yield from tables.wanted()
    yield from hands.wanted()


def _own(view: View | None) -> KarateView | None:
    return view if isinstance(view, KarateView) else None
