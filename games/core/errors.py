"""Errors by fault: whose mistake it was decides what is said and what is logged."""

from games.core.text import Text
from games.core.values import Seat


class GameError(Exception):
    """The base of all errors the rules raise on purpose."""


class InvalidMoveError(GameError):
    """A move that none of our forms could have produced: forged, or a bug. Log it."""


class IllegalMoveError(GameError):
    """A move against the rules; `why` is the reason of the prompt, in a player's words."""

    def __init__(self, why: Text) -> None:
        super().__init__(why.message)
        self.why = why


class NotYourTurnError(GameError):
    """A seat answered that was not asked anything."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(f"seat {seat} has nothing to answer now")
        self.seat = seat


class StaleAnswerError(GameError):
    """Nobody's mistake: the question has changed since the control was drawn."""


class UnknownVersionError(GameError):
    """Something saved by a newer program, or under a version this one cannot read."""
