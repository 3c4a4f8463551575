"""Dojo: all mats, the trophy and the duel, the card in the hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from games.core.game import View
from games.dojo.questions.views import DojoView
from render.canvas import Canvas, Fixed
from render.scenes import general
from render.scenes.dojo import hand as hands
from render.scenes.dojo import mat as mats
from render.scenes.dojo import stage as stages
from render.scenes.dojo import table as tables
from render.subject import Subject


def table(show: Subject) -> Canvas:
    """Paint the public table; the general scene does it without a view of Dojo."""
    view = _own(show.view)
    return tables.paint(show, view) if view is not None else general.table(show)


def hand(show: Subject) -> Canvas:
    """Paint the viewer's cards beside the viewer's dojo."""
    view = _own(show.view)
    if view is None or view.viewer is None:
        return general.hand(show)
    return hands.paint(show, view, view.viewer)


def aftermath(_: Subject) -> Callable[[Subject], Canvas] | None:
    """Return None: the table itself rings new cards, and at the end shows all points."""
    return None


def wanted() -> Iterator[Fixed]:
    """Return the sprites and boxes that a match of Dojo may need."""
    yield from mats.wanted()
    yield from stages.wanted()
    yield from tables.wanted()
    yield from hands.wanted()


def _own(view: View | None) -> DojoView | None:
    return view if isinstance(view, DojoView) else None
