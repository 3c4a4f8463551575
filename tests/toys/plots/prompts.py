"""The questions."""

from collections import Counter
from collections.abc import Sequence

from games.core.prompt import Action, Choice, PickOne, Prompt
from games.core.text import Text, say, say_many
from tests.toys.plots.moves import EndTurn, PlaceForAbsent, Roll
from tests.toys.plots.state import FULL, PLOTS_EACH, State
from tests.toys.plots.texts import die_name, plot_name
from tests.toys.plots.views import PlotsView

HELP = 2
"""Points for completing a neighbour's plot."""
MOST = 3


def ask(view: PlotsView) -> Prompt | None:
    """Return the viewer's question, or None."""
    if view.viewer != view.turn or view.stage == "end":
        return None
    return _roll() if view.stage == "roll" else _place(view)


def _roll() -> Prompt:
    slot = PickOne(
        name="count",
        ask=say("How many dice?"),
        choices=tuple(
            Choice(id=str(count), label=say("{n}", n=count)) for count in range(1, MOST + 1)
        ),
    )
    return Prompt(
        ask=say("How many dice will you roll?"),
        actions=(Action(kind="roll", label=say("Roll"), slots=(slot,), tone="main"),),
        on_timeout=Roll(count=1),
        public=True,
    )


def _place(view: PlotsView) -> Prompt:
    copies = Counter(view.now.hand)
    dice = tuple(_die(view, value, copies[value]) for value in sorted(copies))
    slot = PickOne(name="die", ask=say("Which die?"), choices=dice)
    blocked = must_place(view)
    place = Action(
        kind="place",
        label=say("Place a die"),
        blocked=None if blocked else say("None of your remaining dice can be placed."),
        slots=(slot,),
    )
    end = Action(kind="end_turn", label=say("End the turn"), blocked=blocked)
    back = Action(
        kind="take_back",
        label=say("Take the turn back"),
        blocked=nothing_done(view),
        take_back=True,
    )
    return Prompt(
        ask=say("Place your dice."),
        actions=(place, end, back),
        on_timeout=PlaceForAbsent() if blocked else EndTurn(),
        public=True,
    )


def _die(view: PlotsView, value: int, copies: int) -> Choice:
    places = tuple(
        Choice(
            id=str(plot),
            label=plot_name(plot),
            hint=outcome(view, value, plot),
            blocked=no_place(view, value, plot),
        )
        for plot in reachable(view)
    )
    slot = PickOne(name="plot", ask=say("On which plot?"), choices=places)
    stuck = all(place.blocked for place in places)
    return Choice(
        id=str(value),
        label=die_name(value),
        blocked=say("It has no place.") if stuck else None,
        copies=copies,
        then=(slot,),
    )


def outcome(view: PlotsView, value: int, plot: int) -> Text:
    """Say what placing the die brings."""
    dice = view.now.plots[plot]
    if len(dice) + 1 < FULL:
        return say("{count} of {full}", count=len(dice) + 1, full=FULL)
    points = sum(dice) + value
    return say_many("harvest for {n} point", "harvest for {n} points", points)


def reachable(table: PlotsView | State) -> range:
    """The plots where dice may be placed."""
    first = table.turn * PLOTS_EACH
    own = range(first, first + PLOTS_EACH)
    return own if table.reach == "own" else range(len(table.now.plots))


def no_place(table: PlotsView | State, value: int, plot: int) -> Text | None:
    """Return why the die cannot be placed there."""
    dice: Sequence[int] = table.now.plots[plot]
    if dice and value < dice[-1]:
        return say("{die} is lower than {last}.", die=die_name(value), last=die_name(dice[-1]))
    return None


def must_place(view: PlotsView) -> Text | None:
    """Return why the turn cannot end: a die that has a place."""
    for value in sorted(view.now.hand):
        if any(no_place(view, value, plot) is None for plot in reachable(view)):
            return say("{die} still has a place.", die=die_name(value))
    return None


def nothing_done(view: PlotsView) -> Text | None:
    """Return why there is nothing to take back."""
    return say("Nothing to take back.") if view.now == view.before else None
