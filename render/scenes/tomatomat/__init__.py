"""Tomatomat: the four machines and what lies at them, the own batch, how a round was resolved."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from games.core.game import View
from games.tomatomat.questions.views import TomatomatView
from render.canvas import Canvas, Fixed
from render.scenes import general
from render.scenes.tomatomat import hand as hands
from render.scenes.tomatomat import resolution as resolutions
from render.scenes.tomatomat import stacks
from render.scenes.tomatomat import table as tables
from render.subject import Subject


def table(show: Subject) -> Canvas:
    """The public table; without a view of Tomatomat the general scene paints it."""
    view = _own(show.view)
    return tables.paint(show, view) if view is not None else general.table(show)


def hand(show: Subject) -> Canvas:
    """The viewer's batch, and the machines it may be placed at."""
    view = _own(show.view)
    if view is None or view.viewer is None:
        return general.hand(show)
    return hands.paint(show, view, view.viewer)


def aftermath(show: Subject) -> Callable[[Subject], Canvas] | None:
    """The painter of the round that was resolved, until cards lie at the machines again."""
    view = _own(show.view)
    if view is None or view.resolution is None:
        return None
    resolution = view.resolution
    return lambda subject: resolutions.paint(subject, view, resolution)


def wanted() -> Iterator[Fixed]:
    """The sprites and boxes that a match may need."""
    for part in (stacks, tables, resolutions, hands):
        yield from part.wanted()


def _own(view: View | None) -> TomatomatView | None:
    return view if isinstance(view, TomatomatView) else None
