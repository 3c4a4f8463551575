"""Small frozen values that events and views share."""

from games.core.values import Frozen, Seat
from games.diced_tomatoes.rules.dice import Die


class OrderRoll(Frozen):
    """One seat's die in the roll for the last place."""

    seat: Seat
    face: int


class Harvest(Frozen):
    """A vine that was harvested, as it was with its fourth die."""

    by: Seat
    """The seat that put the last die on it, or flipped its seed."""
    vine: int
    dice: tuple[Die, ...]
    flipped: bool
    score: int
    slot: int
    points: int
    """The score, plus the bonus if score and slot match."""
    karma: int
    """Earned by `by`."""


class Score(Frozen):
    """How one seat's points are made up at the end."""

    tomatoes: int
    """The six slots, matches included."""
    first: int
    karma: int
    vines: int

    @property
    def total(self) -> int:
        return self.tomatoes + self.first + self.karma + self.vines
