"""The public table of Karate Tomate for 3 to 10 seats."""

from collections.abc import Iterator

from games.core.text import Text, say
from games.karate_tomate.questions.views import KarateView
from games.karate_tomate.rules.state import Stage
from render.canvas import Canvas, Fixed
from render.engine import theme
from render.scenes.common import hand_frame, layout
from render.scenes.common import legend as legends
from render.scenes.common.legend import LegendSign, legend
from render.scenes.karate_tomate import ring, seats
from render.subject import Subject

ICON = "karate:fighter"
NOBODY = "triumph:none"
_WAITING = "icon:hourglass-not-done"
_TOP = 404
LEGEND = (
    LegendSign("back:tomato", (30, 45), say("cards")),
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


def paint(show: Subject, view: KarateView) -> Canvas:
    """Paint the table; its height depends only on the number of seats."""
    tall = _TOP + seats.height(len(view.seats)) + 10 + hand_frame.FOOT
    canvas = Canvas(tall, show.palette, show.size)
    canvas.place(ring.ground(show.palette))
    head(canvas, show, view, show.tableau.title)
    ring.ring(canvas, show, view)
    room = layout.Area(theme.MARGIN, _TOP, theme.WIDTH - 2 * theme.MARGIN, 0)
    room = room._replace(height=seats.height(len(view.seats)))
    seats.fighters(canvas, show, view, room, range(len(view.seats)))
    _foot(canvas, show, view)
    return canvas


def _foot(canvas: Canvas, show: Subject, view: KarateView) -> None:
    """Draw the legend until something has happened; then that, and the piles at its right."""
    if show.tableau.last is None:
        hand_frame.foot(canvas)
        legend(canvas, show, LEGEND, canvas.height - hand_frame.FOOT)
        return
    counted = (
        hand_frame.Pile(show.number(view.pile), "triumph:back", (52, 56)),
        hand_frame.Pile(show.number(view.deck), "back:tomato", (40, 56)),
    )
    hand_frame.last_event(canvas, show, piles=() if view.stage is Stage.END else counted)


def head(canvas: Canvas, show: Subject, view: KarateView, title: Text) -> None:
    """Draw title, round and stage, how many have answered, and rounds without a taker."""
    layout.header(canvas, ICON, show.say(title))
    words = f"{show.progress()} · {stage_words(show, view)}"
    right: float = theme.WIDTH - theme.MARGIN
    right -= layout.pill(canvas, (right, 50), words, align="right") + 14
    for sprite, words in _counts(show, view):
        right -= layout.pill(canvas, (right, 50), words, sprite=sprite, align="right") + 14


def _counts(show: Subject, view: KarateView) -> Iterator[tuple[str, str]]:
    """Yield how many have chosen (who is a secret, A19), and what may end the match."""
    awaited = view.awaiting
    if awaited.of is not None and awaited.answered is not None:
        yield _WAITING, f"{show.number(awaited.answered)}/{show.number(awaited.of)}"
    if view.stage is Stage.END_CALL:
        yield "icon:trophy", f"{show.number(view.options.trophies_to_call)}+"
    if view.barren:
        yield NOBODY, f"{show.number(view.barren)}/{show.number(view.options.stalemate_rounds)}"


def stage_words(show: Subject, view: KarateView) -> str:
    """Return the number of the heat, or the word for another stage."""
    stage = _STAGES.get(view.stage)
    return f"{show.head(_HEAT)} {show.number(view.heat)}" if stage is None else show.head(stage)


def wanted() -> Iterator[Fixed]:
    """Return the signs of the header, to be drawn in advance."""
    yield from legends.wanted(LEGEND)
    yield Fixed(ICON, (0, 0), (64, 64))
    for sign in (NOBODY, _WAITING, "icon:trophy"):
        yield Fixed(sign, (0, 0), (44, 44))
