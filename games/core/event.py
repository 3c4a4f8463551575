"""Something that happened: what it was, who saw it, and the words for it."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from games.core.values import Seat, Tagged

if TYPE_CHECKING:
    from games.core.text import Text


class Event(Tagged):
    """The base of all events; every game has a union of subclasses, told apart by `kind`.

    An event carries outcomes (the card dealt, the dice rolled), so a log never needs the seed.
    """

    @abstractmethod
    def text(self) -> Text:
        """The event as a sentence, for everybody who may see it."""

    def seen_by(self) -> frozenset[Seat] | None:
        """The seats that see it when it happens; None means everybody, spectators too."""
        return None

    def logged_for(self) -> frozenset[Seat] | None:
        """The seats that may read it later in a running match; None means everybody.

        Narrower than `seen_by` where the rules show something once and forbid looking it up.
        """
        return self.seen_by()


class PrivateEvent(Event):
    """The base of events that only one seat sees."""

    seat: Seat

    def seen_by(self) -> frozenset[Seat]:
        return frozenset({self.seat})


def is_for(viewer: Seat | None, seats: frozenset[Seat] | None) -> bool:
    """Tell whether `viewer` (None: a spectator) belongs to an event's audience."""
    return seats is None or (viewer is not None and viewer in seats)
