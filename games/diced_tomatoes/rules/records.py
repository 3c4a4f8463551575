"""Small frozen values that events and views share."""

from __future__ import annotations

from games.core.values import Frozen, Seat


class OrderRoll(Frozen):
    """One seat's die in the roll for the last place."""

    seat: Seat
    face: int


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
