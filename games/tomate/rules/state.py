"""The complete state of a Tomate match."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from games.core.rng import Rng
from games.core.values import Seat
from games.tomate.options import TomateOptions
from games.tomate.rules import records
from games.tomate.rules.cards import Card

NOBODY: Seat = -1


class Stage(StrEnum):
    """The section of the rules under which somebody has to decide."""

    DEALER_OPTION = "dealer_option"
    DEALER_DISCARD = "dealer_discard"
    BIDDING = "bidding"
    STOCK_OFFER = "stock_offer"
    TRICKS = "tricks"
    END = "end"


Bid = Literal["undecided", "in", "pass"]
Answer = Literal["", "take", "decline"]


@dataclass(slots=True)
class State:
    """Flat values only; seats are indexes, hands are sorted, the top of the stock is its end."""

    options: TomateOptions
    rng: Rng
    seats: int
    hands_total: int
    scores: list[int]
    dealer: Seat
    stage: Stage = Stage.DEALER_OPTION
    pot: int = 0
    reserves: int = 0
    hand_number: int = 0
    turn: Seat = NOBODY
    """The seat that decides; NOBODY while several may answer, and at the end."""
    trump: Card = "2O"
    """The card turned up: on the table, or taken by the dealer."""
    took: bool = False
    discard: Card | None = None
    """The dealer's discard in exchange for the trump card."""
    stock: list[Card] = field(default_factory=list)
    hands: list[list[Card]] = field(default_factory=list)
    bids: list[Bid] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    """Sealed answers to the offer of the stock; empty again once it is settled."""
    taker: Seat = NOBODY
    """The seat that took the stock."""
    laid: list[Card] = field(default_factory=list)
    """The hand with which the stock's taker had passed."""
    order: list[Seat] = field(default_factory=list)
    """The seats that are in, in playing order for the current trick, its leader first."""
    trick: list[Card] = field(default_factory=list)
    """Its cards, in that order."""
    tricks: list[records.Trick] = field(default_factory=list)
    """Tricks taken in this hand."""
    won: list[int] = field(default_factory=list)
    """Tricks taken, by seat."""
    settlement: records.Settlement | None = None
    """The last settlement."""
    recent: records.Aftermath = records.NOTHING

    def next_seat(self, seat: Seat) -> Seat:
        """The neighbour to the right."""
        return (seat + 1) % self.seats

    def from_mano(self) -> list[Seat]:
        """All seats in turn order: mano first, the dealer last."""
        return [(self.dealer + step) % self.seats for step in range(1, self.seats + 1)]

    def players(self) -> list[Seat]:
        """The seats that are in, in turn order from mano."""
        return [seat for seat in self.from_mano() if self.bids[seat] == "in"]

    def passers(self) -> list[Seat]:
        """The seats that passed, in turn order from mano."""
        return [seat for seat in self.from_mano() if self.bids[seat] == "pass"]

    def need(self, seat: Seat) -> int:
        """The tricks a seat needs to avoid a Tomate."""
        return 2 if self.took and seat == self.dealer else 1


def led_by(order: list[Seat], leader: Seat) -> list[Seat]:
    """The players of `order` in playing order when `leader` leads."""
    first = order.index(leader)
    return order[first:] + order[:first]
