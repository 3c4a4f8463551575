"""Public records of a match; frozen, so that state, views and events can share them."""

from __future__ import annotations

from typing import Literal

from games.core.values import Frozen, Seat
from games.dojo.rules.cards import Card, Trophy
from games.dojo.rules.frame import Cell
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
