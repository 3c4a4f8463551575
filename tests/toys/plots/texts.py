"""Events of the game."""

from typing import Annotated

from games.core.event import Event, Named
from games.core.text import Text, say, say_many, seat
from games.core.values import Seat
from tests.toys.plots.state import PLOTS_EACH


def plot_name(plot: int) -> Text:
    """Name a plot with its owner."""
    owner, number = divmod(plot, PLOTS_EACH)
    return say("plot {number} of {who}", number=number + 1, who=seat(owner))


def die_name(value: int) -> Text:
    return say("die {value}", value=value)


class Rolled(Event):
    """Dice were rolled."""

    sentence = say("{who} rolls {dice}.")
    seat: Seat
    dice: Annotated[tuple[int, ...], Named(die_name)]


class Placed(Event):
    """A die was placed; with `absent`, by the bot."""

    reveals = False

    seat: Seat
    die: int
    plot: int
    absent: bool

    def text(self) -> Text:
        args = {"die": die_name(self.die), "plot": plot_name(self.plot)}
        if self.absent:
            return say("For {who}, {die} falls on {plot}.", who=seat(self.seat), **args)
        return say("{who} puts {die} on {plot}.", who=seat(self.seat), **args)


class Harvested(Event):
    """A plot was full."""

    reveals = False

    plot: int
    points: int

    def text(self) -> Text:
        return harvested(self.plot, self.points)


class TurnEnded(Event):
    """The turn was passed on; `lost` dice had no place."""

    reveals = False

    seat: Seat
    lost: int

    def text(self) -> Text:
        return say_many(
            "{who} ends the turn, {n} die is left over.",
            "{who} ends the turn, {n} dice are left over.",
            self.lost,
            who=seat(self.seat),
        )


class TakenBack(Event):
    """The turn went back to where it was after the last roll."""

    sentence = say("{who} takes the turn back to the roll.")
    seat: Seat


def harvested(plot: int, points: int) -> Text:
    return say_many(
        "{plot} is harvested for {n} point.",
        "{plot} is harvested for {n} points.",
        points,
        plot=plot_name(plot),
    )
