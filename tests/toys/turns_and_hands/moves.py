"""Everything that a player can answer."""

from games.core.prompt import Move


class Stay(Move):
    """Keep the hand until the showdown."""


class Swap(Move):
    """Exchange one card, then stay."""

    card: str


class Fold(Move):
    """Leave the round."""


TurnsAndHandsMove = Stay | Swap | Fold
