"""Tomate: the felt table, the cards in hand, the reckoning."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from games.core.game import View
from games.tomate.questions.views import TomateView
from render.canvas import Canvas, Fixed
from render.scenes import general
from render.scenes.tomate import felt as felts
from render.scenes.tomate import hand as hands
from render.scenes.tomate import settlement as reckoning
from render.scenes.tomate import table as tables
from render.subject import Subject


def table(show: Subject) -> Canvas:
    """Paint the public table; the general scene does it without a view of Tomate."""
    view = _own(show.view)
    return tables.paint(show, view) if view is not None else general.table(show)


def hand(show: Subject) -> Canvas:
    """Paint the viewer's own cards."""
    view = _own(show.view)
    return hands.paint(show, view) if view is not None else general.hand(show)


def aftermath(show: Subject) -> Callable[[Subject], Canvas] | None:
    """Return the painter of the reckoning, if the last move ended a hand."""
    view = _own(show.view)
    if view is None or view.aftermath.settlement is None:
        return None
    settlement = view.aftermath.settlement
    return lambda subject: reckoning.paint(subject, view, settlement)


def wanted() -> Iterator[Fixed]:
    """Return the sprites and boxes that a hand of Tomate may need."""
    yield from felts.wanted()
    yield from tables.wanted()
    yield from hands.wanted()


def _own(view: View | None) -> TomateView | None:
    return view if isinstance(view, TomateView) else None
