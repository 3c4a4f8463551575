"""Errors by fault: whose mistake it was decides what is said and what is logged."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.core.text import Text
    from games.core.values import Seat


class GameError(Exception):
    """The root of everything the rules side raises on purpose."""


class InvalidMoveError(GameError):
    """A move that no form of ours could have produced: forged, or a bug of ours. To be logged."""


class IllegalMoveError(GameError):
    """The player's own mistake: show `why`, log nothing."""

    def __init__(self, why: Text) -> None:
        super().__init__(why.message)
        self.why = why


class NotYourTurnError(GameError):
    """Nothing is asked of the seat that answered."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(f"seat {seat} has nothing to answer now")
        self.seat = seat


class StaleAnswerError(GameError):
    """Nobody's mistake: the question has changed since the control was drawn."""


class UnknownVersionError(GameError):
    """Something saved by a newer program than this one, or under a version it cannot read."""
