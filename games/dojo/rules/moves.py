"""Everything a player can answer in Dojo."""

from typing import Literal, get_args

from games.core.prompt import Move
from games.dojo.rules.frame import Cell, Line

SeatId = Literal["0", "1", "2", "3", "4"]
"""A seat's id in choices."""
Throw = Literal["rock", "paper", "scissors"]


class Give(Move):
    """The dealer: give the card just looked at to a seat without one, or keep it."""

    to: SeatId


class Challenge(Move):
    """An opponent: challenge the dealer."""


class PassChallenge(Move, kind="pass"):
    """An opponent: do not challenge."""


class MakeThrow(Move, kind="throw"):
    """A duellist with Black Belt: one secret throw."""

    throw: Throw


class MakeThrows(Move, kind="throws"):
    """A duellist with Black Belt, all throws at once: three secret throws."""

    first: Throw
    second: Throw
    third: Throw


class ThrowBlindly(Move):
    """Made by the host for an absent duellist: every missing throw, at random."""


class Exchange(Move):
    """The winner of a duel: swap the two cards."""


class Keep(Move):
    """The winner of a duel: leave the two cards where they are."""


class Place(Move):
    """Train: choose the cell for the card held; secret until all have chosen."""

    cell: Cell


class PutTrophy(Move, kind="put"):
    """The winner of a duel: put the trophy on a row or a column."""

    line: Line


class DiscardTrophy(Move, kind="discard"):
    """The winner of a duel, if so agreed: remove the trophy from the match."""


DojoMove = (
    Give | Challenge | PassChallenge | MakeThrow | MakeThrows | ThrowBlindly | Exchange | Keep |
    Place | PutTrophy | DiscardTrophy
)  # fmt: skip

# Moves are few and frozen: each is made once.
GIVE: dict[int, Give] = {int(to): Give(to=to) for to in get_args(SeatId)}
CHALLENGE, PASS = Challenge(), PassChallenge()
THROWS: dict[Throw, MakeThrow] = {throw: MakeThrow(throw=throw) for throw in get_args(Throw)}
BLINDLY = ThrowBlindly()
EXCHANGE, KEEP = Exchange(), Keep()
PLACE: dict[Cell, Place] = {cell: Place(cell=cell) for cell in get_args(Cell)}
PUT: dict[Line, PutTrophy] = {line: PutTrophy(line=line) for line in get_args(Line)}
DISCARD = DiscardTrophy()
