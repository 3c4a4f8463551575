"""Diced Tomatoes: the planter, all gardens, the viewer's dice, the reckoning."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from games.core.game import View
from games.diced_tomatoes.questions.views import DicedView
from render.canvas import Canvas, Fixed
from render.scenes import general
from render.scenes.diced_tomatoes import garden, reckoning
from render.scenes.diced_tomatoes import hand as hands
from render.scenes.diced_tomatoes import stage as stages
from render.scenes.diced_tomatoes import table as tables
from render.subject import Subject


def table(show: Subject) -> Canvas:
    """Paint the public table; the general scene does it without a view of Diced Tomatoes."""
    view = _own(show.view)
    return tables.paint(show, view) if view is not None else general.table(show)


def hand(show: Subject) -> Canvas:
    """Paint the viewer's dice and garden."""
    view = _own(show.view)
    if view is None or view.viewer is None:
        return general.hand(show)
    return hands.paint(show, view, view.viewer)


def aftermath(show: Subject) -> Callable[[Subject], Canvas] | None:
    """Return the painter of the reckoning, if a match of several players is over."""
    view = _own(show.view)
    if view is None or not view.scores:
        return None
    return lambda subject: reckoning.paint(subject, view)


def wanted() -> Iterator[Fixed]:
    """Return the sprites and boxes that a match may need."""
    for part in (stages, garden, tables, hands, reckoning):
        yield from part.wanted()


def _own(view: View | None) -> DicedView | None:
    return view if isinstance(view, DicedView) else None
