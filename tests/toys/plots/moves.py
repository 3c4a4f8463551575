"""Everything that can happen in a turn."""

from games.core.prompt import Move


class Roll(Move):
    """Roll one to three dice."""

    count: int


class Place(Move):
    """Put a die of this value on a plot; plots are numbered through from seat 0 on."""

    die: str
    plot: str


class EndTurn(Move):
    """Pass the turn on."""


class TakeBack(Move):
    """Undo the turn to the last roll."""


class PlaceForAbsent(Move):
    """Made only by the bot: a random die on a random place."""


PlotsMove = Roll | Place | EndTurn | TakeBack | PlaceForAbsent
