"""What a round leaves in plain sight: the four machines, who caught and robbed whom, who won.

Frozen values, so that state, views and events share them as they are.
"""

from __future__ import annotations

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
    """Thieves of one colour that nobody caught steal all coins of it at a slot."""

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
    """What lay there, the top machine last."""
    cards: tuple[tuple[Card, ...], ...]
    """What every seat had placed there."""
    arrests: tuple[Arrest, ...]
    thefts: tuple[Theft, ...]
    totals: tuple[int, ...]
    winner: Seat | None
    """None where the highest total was shared."""
    lost: bool
    """True where nobody won it in the last round."""


@dataclass(frozen=True, slots=True)
class Resolution:
    """The four slots of one round, resolved in their order."""

    round: int
    outcomes: tuple[Outcome, ...]

    def deck(self, seat: Seat) -> list[Card]:
        """Return the twelve cards that a seat has played in the round."""
        return [card for outcome in self.outcomes for card in outcome.cards[seat]]
