"""Everything a player can answer in Dojo."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from pydantic import Field

from games.core.prompt import Move
from games.dojo.rules.frame import Cell, Line

SeatId = Literal["0", "1", "2", "3", "4"]
"""A seat's id in choices."""
Throw = Literal["rock", "paper", "scissors"]


class Give(Move):
    """The dealer: give the card just looked at to a seat without one, or keep it."""

    kind: Literal["give"] = "give"
    to: SeatId


class Challenge(Move):
    """An opponent: challenge the dealer."""

    kind: Literal["challenge"] = "challenge"


class PassChallenge(Move):
    """An opponent: do not challenge."""

    kind: Literal["pass"] = "pass"


class MakeThrow(Move):
    """A duellist with Black Belt: one secret throw."""

    kind: Literal["throw"] = "throw"
    throw: Throw


class MakeThrows(Move):
    """A duellist with Black Belt, all throws at once: three secret throws."""

    kind: Literal["throws"] = "throws"
    first: Throw
    second: Throw
    third: Throw


class ThrowBlindly(Move):
    """Made by the host for an absent duellist: every missing throw, at random."""

    kind: Literal["throw_blindly"] = "throw_blindly"


class Exchange(Move):
    """The winner of a duel: swap the two cards."""

    kind: Literal["exchange"] = "exchange"


class Keep(Move):
    """The winner of a duel: leave the two cards where they are."""

    kind: Literal["keep"] = "keep"


class Place(Move):
    """Train: choose the cell for the card held; secret until all have chosen."""

    kind: Literal["place"] = "place"
    cell: Cell


class PutTrophy(Move):
    """The winner of a duel: put the trophy on a row or a column."""

    kind: Literal["put"] = "put"
    line: Line


class DiscardTrophy(Move):
    """The winner of a duel, if so agreed: remove the trophy from the match."""

    kind: Literal["discard"] = "discard"


DojoMove = Annotated[
    Give | Challenge | PassChallenge | MakeThrow | MakeThrows | ThrowBlindly | Exchange | Keep |
    Place | PutTrophy | DiscardTrophy,
    Field(discriminator="kind"),
]  # fmt: skip

# Moves are few and frozen: each is made once.
GIVE: dict[int, Give] = {int(to): Give(to=to) for to in get_args(SeatId)}
CHALLENGE, PASS = Challenge(), PassChallenge()
THROWS: dict[Throw, MakeThrow] = {throw: MakeThrow(throw=throw) for throw in get_args(Throw)}
BLINDLY = ThrowBlindly()
EXCHANGE, KEEP = Exchange(), Keep()
PLACE: dict[Cell, Place] = {cell: Place(cell=cell) for cell in get_args(Cell)}
PUT: dict[Line, PutTrophy] = {line: PutTrophy(line=line) for line in get_args(Line)}
DISCARD = DiscardTrophy()
