"""Plots as a table without a picture."""

from games.core.tableau import Figure, SeatPanel, Tableau, Token, Zone
from games.core.text import say
from games.core.values import Seat
from tests.toys.plots.state import PLOTS_EACH
from tests.toys.plots.texts import die_name, harvested
from tests.toys.plots.views import PlotsView


def lay_out(view: PlotsView) -> Tableau:
    """Describe the table."""
    hand = Zone(title=say("Dice to place"), tokens=tuple(_die(die) for die in view.now.hand))
    return Tableau(
        progress=Figure(label=say("round"), value=view.round, of=view.rounds),
        figures=(Figure(label=say("bag"), value=view.now.bag),),
        centre=(hand,),
        seats=tuple(_panel(view, seat) for seat in range(len(view.now.points))),
        aftermath=tuple(harvested(plot, points) for plot, points, _ in view.harvests),
    )


def _panel(view: PlotsView, number: Seat) -> SeatPanel:
    first = number * PLOTS_EACH
    zones = tuple(
        Zone(
            title=say("plot {number}", number=place + 1),
            tokens=tuple(_die(die) for die in view.now.plots[first + place]),
        )
        for place in range(PLOTS_EACH)
    )
    return SeatPanel(
        seat=number, points=Figure(label=say("points"), value=view.now.points[number]), zones=zones
    )


def _die(value: int) -> Token:
    return Token(sprite=f"die:red-{value}", name=die_name(value), short=say("{value}", value=value))
