"""The public records of a hand: tricks, the offer of the stock, the settlement.

Frozen values, so that state, views and events can share them.
"""

from dataclasses import dataclass
from typing import Literal

from games.core.values import Frozen, Seat
from games.tomate.rules.cards import Card

Part = Literal["won", "tomate", "passed"]
"""`won`: enough tricks, or alone; `tomate`: played and fell short; `passed`: not in."""

Outcome = Literal["void", "dealer_wins", "unopposed", "tricks"]
"""Nobody played (the pot stayed, or went to the dealer), one played alone, or tricks."""


class Played(Frozen):
    """A card and the seat that showed it."""

    seat: Seat
    card: Card


class Trick(Frozen):
    """A trick, complete or growing, in the order its cards were played."""

    number: int
    """1, 2 or 3."""
    leader: Seat
    seats: tuple[Seat, ...] = ()
    """The seats that have played to it."""
    cards: tuple[Card, ...] = ()
    """The cards they played."""
    winner: Seat | None = None
    """The seat winning it so far; None before its first card."""

    @property
    def plays(self) -> tuple[Played, ...]:
        """Seats and cards together."""
        pairs = zip(self.seats, self.cards, strict=True)
        return tuple(Played(seat=seat, card=card) for seat, card in pairs)


class StockFate(Frozen):
    """How an offer of the stock ended."""

    alone: Seat
    """The only seat that played."""
    asked: tuple[Seat, ...]
    """The seats that had passed and were asked, from mano on."""
    taker: Seat | None
    """The seat that took it; None if all declined."""


class Opening(Frozen):
    """The points that went into the pot when a hand began."""

    hand: int
    of: int
    dealer: Seat
    paid: int
    """Points the dealer paid."""
    from_reserves: int
    pot: int
    """The pot the hand is played for."""


class SettledSeat(Frozen):
    """One line of the settlement."""

    seat: Seat
    part: Part
    tricks: int
    need: int
    """Tricks needed to avoid a Tomate."""
    change: int
    """Points won, or paid if negative; without what the dealer put in before."""
    score: int
    """The score after the hand."""


class Settlement(Frozen):
    """How one hand ended and what everybody won or paid."""

    hand: int
    dealer: Seat
    outcome: Outcome
    pot_before: int
    pot: int
    reserves_before: int
    reserves: int
    kept: int
    """The indivisible rest, which went where the Tomates go."""
    stock_taker: Seat | None
    trump_taken: bool
    seats: tuple[SettledSeat, ...]


@dataclass(frozen=True, slots=True)
class Aftermath:
    """Everything public that followed from the last move, up to the next decision."""

    draws: tuple[tuple[Played, ...], ...] = ()
    """The cards drawn for the first deal, round by round; ties drew again."""
    stock: StockFate | None = None
    tricks: tuple[Trick, ...] = ()
    """Tricks completed by the last move; two when the third played itself."""
    settlement: Settlement | None = None
    settled_tricks: tuple[Trick, ...] = ()
    """All tricks of the hand that was settled."""
    opening: Opening | None = None
    """The opening of the hand that begins now."""


NOTHING = Aftermath()
