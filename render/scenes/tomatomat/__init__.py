"""Tomatomat: the four machines and their cards, the viewer's batch, the resolution of a round."""

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
    """Paint the public table; the general scene does it without a view of Tomatomat."""
    view = _own(show.view)
    return tables.paint(show, view) if view is not None else general.table(show)


def hand(show: Subject) -> Canvas:
    """Paint the viewer's batch, and the machines for it."""
    view = _own(show.view)
    if view is None or view.viewer is None:
        return general.hand(show)
    return hands.paint(show, view, view.viewer)


def aftermath(show: Subject) -> Callable[[Subject], Canvas] | None:
    """Return the painter of the last round's resolution, until cards are placed again."""
    view = _own(show.view)
    if view is None or view.resolution is None:
        return None
    resolution = view.resolution
    return lambda subject: resolutions.paint(subject, view, resolution)


def wanted() -> Iterator[Fixed]:
    """Return the sprites and boxes that a match may need."""
    for part in (stacks, tables, resolutions, hands):
        yield from part.wanted()


def _own(view: View | None) -> TomatomatView | None:
    return view if isinstance(view, TomatomatView) else None
