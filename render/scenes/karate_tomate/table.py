"""The public table of Karate Tomate for 3 to 10 seats."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.text import Text, say
from games.karate_tomate.presentation.scene_values import Stage
from games.karate_tomate.questions.views import KarateView
from render.canvas import Canvas, Fixed
from render.scenes.common import layout
from render.scenes.common import legend as legends
from render.scenes.common.legend import LegendSign, legend
from render.scenes.karate_tomate.ring import ground, ring
from render.scenes.karate_tomate.seats import ROOMY, TIGHT, WIDEST, Measures, look_of, seat_panel
from render.subject import Subject

ICON = "karate:fighter"
NOBODY = "triumph:none"
TOP = 324
LEGEND = (
    LegendSign("back:tomato", (30, 45), say("cards")),
    LegendSign("veg:used", (32, 45), say("discards")),
    LegendSign("triumph:back", (42, 45), say("triumphs")),
    LegendSign("icon:trophy", (44, 44), say("trophies")),
    LegendSign("icon:kitchen-knife", (44, 44), say("knives")),
)
_HEAT = say("heat")
_STAGES: dict[Stage, Text] = {
    Stage.DROP_DRAW: say("drawing"),
    Stage.TRIUMPH: say("triumphs"),
    Stage.END_CALL: say("end?"),
    Stage.END: say("end"),
}
"""The stage of a round in one word; in a fight, the number of the heat is shown instead."""


def measures(seats: int) -> Measures:
    """Return the sizes of the panels, so that five lines of them aren't too tall."""
    return ROOMY if seats <= 6 else TIGHT


def paint(show: Subject, view: KarateView) -> Canvas:
    """Paint the table; its height depends only on the number of seats."""
    panels = show.tableau.seats
    sizes = measures(len(panels))
    areas = layout.seat_areas(len(panels), TOP, 2, sizes.height, widest=WIDEST)
    tall = layout.height(areas[-1].bottom)
    canvas = Canvas(tall, show.palette, show.size)
    canvas.place(ground(show.palette))
    head(canvas, show, view, show.tableau.title)
    legend(canvas, show, LEGEND, areas[-1].bottom)
    ring(canvas, show, view)
    for panel, area in layout.acting_last(panels, areas):
        seat_panel(canvas, show, look_of(show, view, panel), area, sizes)
    return canvas


def head(canvas: Canvas, show: Subject, view: KarateView, title: Text) -> None:
    """Draw title, round and stage, and the number of rounds in which nobody took a triumph card."""
    layout.header(canvas, ICON, show.say(title))
    right = layout.progress_pill(canvas, show)
    right -= stage_pill(canvas, show, view, right) + 14
    if view.barren:
        words = f"{show.number(view.barren)}/{show.number(view.options.stalemate_rounds)}"
        layout.pill(canvas, (right, 50), words, sprite=NOBODY, align="right")


def stage_pill(canvas: Canvas, show: Subject, view: KarateView, right: float) -> float:
    """Draw the number of the heat, or the word for another stage; return the width."""
    return layout.pill(canvas, (right, 50), stage_words(show, view), align="right")


def stage_words(show: Subject, view: KarateView) -> str:
    """Return the number of the heat, or the word for another stage."""
    stage = _STAGES.get(view.stage)
    return f"{show.head(_HEAT)} {show.number(view.heat)}" if stage is None else show.head(stage)


def wanted() -> Iterator[Fixed]:
    """Return the signs of the header, to be drawn in advance."""
    yield from legends.wanted(LEGEND)
    yield Fixed(ICON, (0, 0), (64, 64))
    yield Fixed(NOBODY, (0, 0), (44, 44))
