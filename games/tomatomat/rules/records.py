"""The public records of a round: the four machines, arrests and thefts, winners.

Frozen values, so that state, views and events can share them.
"""

from dataclasses import dataclass

from games.core.values import Frozen, Seat
from games.tomatomat.rules.cards import Card, Colour, Machine


class Arrest(Frozen):
    """A police officer catches all thieves of its colour at a slot."""

    slot: int
    colour: Colour
    officer: Seat
    thieves: tuple[Seat, ...]
    """The owner of each thief caught."""


class Loss(Frozen):
    """The coins that one seat loses to thieves."""

    seat: Seat
    coins: tuple[Card, ...]


class Theft(Frozen):
    """Uncaught thieves of one colour steal all coins of it at a slot."""

    slot: int
    colour: Colour
    thieves: tuple[Seat, ...]
    """The owner of each thief."""
    losses: tuple[Loss, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one slot was resolved."""

    slot: int
    stack: tuple[Machine, ...]
    """The machines there, the top one last."""
    cards: tuple[tuple[Card, ...], ...]
    """The cards each seat had placed there."""
    arrests: tuple[Arrest, ...]
    thefts: tuple[Theft, ...]
    totals: tuple[int, ...]
    winner: Seat | None
    """None if the highest total was shared."""
    lost: bool
    """True if nobody won it in the last round."""


@dataclass(frozen=True, slots=True)
class Resolution:
    """The four slots of one round, in the order they were resolved."""

    round: int
    outcomes: tuple[Outcome, ...]

    def deck(self, seat: Seat) -> list[Card]:
        """Return the twelve cards a seat has played in the round."""
        return [card for outcome in self.outcomes for card in outcome.cards[seat]]
