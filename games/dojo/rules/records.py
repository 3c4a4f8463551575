"""Public records of a match; frozen, so that state, views and events can share them."""

from typing import Literal

from games.core.values import Frozen, Seat
from games.dojo.rules.cards import Card, Trophy
from games.dojo.rules.frame import Cell, Line
from games.dojo.rules.moves import Throw

Fate = Literal["no_line", "discarded", "unclaimed"]
"""Why a trophy leaves the match: it fits nowhere, its winner discards it, or nobody won it."""


class Placed(Frozen):
    """A card that was laid into a dojo."""

    seat: Seat
    card: Card
    cell: Cell


class Throws(Frozen):
    """One round of rock, paper, scissors, and what both cards are worth after it."""

    number: int
    dealer: Throw
    challenger: Throw
    dealer_value: int
    challenger_value: int


class Duel(Frozen):
    """A duel that was decided: both cards as turned up, and what they were worth at the end."""

    round: int
    challenger: Seat
    dealer: Seat
    challenger_card: Card
    dealer_card: Card
    challenger_value: int
    dealer_value: int
    winner: Seat
    trophy: Trophy
    swapped: bool = False

    @property
    def loser(self) -> Seat:
        """The other duellist."""
        return self.dealer if self.winner == self.challenger else self.challenger

    def card(self, seat: Seat) -> Card:
        """Return the card that a duellist turned up."""
        return self.challenger_card if seat == self.challenger else self.dealer_card

    def value(self, seat: Seat) -> int:
        """Return what that card was worth."""
        return self.challenger_value if seat == self.challenger else self.dealer_value


class RoundResult(Frozen):
    """What a round put into the dojos."""

    round: int
    placed: tuple[Placed, ...]
    line: Line | None = None
    """Where the winner of the duel put the trophy."""


class Final(Frozen):
    """How one dojo was counted at the end."""

    seat: Seat
    arrangement: tuple[Card, ...]
    """3 rows by 4 columns, after the sorts."""
    lines: tuple[Trophy | None, ...]
    """The trophies of its 3 rows and 4 columns."""
    sorted: bool
    """Whether the sorts changed anything."""
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    tokens: int
    """Trophies owned."""
    token_points: int
    points: int
