"""What a hand leaves behind in plain sight: tricks, the stock's fate, the settlement.

Frozen values, so that state, views and events share them as they are.
"""

from __future__ import annotations

from typing import Literal

from games.core.values import Frozen, Seat
from games.tomate.rules.cards import Card

Part = Literal["won", "tomate", "passed"]
"""`won`: enough tricks, or alone; `tomate`: played and fell short; `passed`: not in."""

Outcome = Literal["void", "dealer_wins", "unopposed", "tricks"]
"""Nobody played (and then the pot stayed, or went to the dealer), one alone, or tricks."""


class Played(Frozen):
    """A card and who showed it."""

    seat: Seat
    card: Card


class Trick(Frozen):
    """A trick, complete or growing, in the order its cards were played."""

    number: int
    """1, 2 or 3."""
    leader: Seat
    seats: tuple[Seat, ...] = ()
    """Who has played to it."""
    cards: tuple[Card, ...] = ()
    """What they played."""
    winner: Seat | None = None
    """Who takes it as it lies; None before its first card."""

    @property
    def plays(self) -> tuple[Played, ...]:
        """Seats and cards together."""
        pairs = zip(self.seats, self.cards, strict=True)
        return tuple(Played(seat=seat, card=card) for seat, card in pairs)


class StockFate(Frozen):
    """How an offer of the stock ended."""

    alone: Seat
    """The only one who played."""
    asked: tuple[Seat, ...]
    """Who had passed and was asked, from mano on."""
    taker: Seat | None
    """Who took it; None when all declined."""


class Opening(Frozen):
    """What went into the pot when a hand began."""

    hand: int
    of: int
    dealer: Seat
    paid: int
    """By the dealer."""
    from_reserves: int
    pot: int
    """What the hand is played for."""


class SettledSeat(Frozen):
    """One line of the settlement."""

    seat: Seat
    part: Part
    tricks: int
    need: int
    """Tricks needed not to get Tomate."""
    change: int
    """Points won, or paid if negative; what the dealer put in before is not in it."""
    score: int
    """Afterwards."""


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
    """What could not be divided, and went where the Tomates go."""
    stock_taker: Seat | None
    trump_taken: bool
    seats: tuple[SettledSeat, ...]


class Aftermath(Frozen):
    """What the last move set going before the next decision, for everybody to look at."""

    draws: tuple[tuple[Played, ...], ...] = ()
    """The cards drawn for the first deal, round by round; ties drew again."""
    stock: StockFate | None = None
    tricks: tuple[Trick, ...] = ()
    """Tricks completed by the last move; two when the third played itself."""
    settlement: Settlement | None = None
    opening: Opening | None = None
    """Of the hand that begins now."""
