"""Everything a player can answer."""

from games.core.prompt import Move


class Choose(Move):
    """Seal a card, or the flag, for the next reveal."""

    card: str


class Draw(Move):
    """After the flag: draw one card."""


class Swap(Move):
    """After the flag: lay two cards away and draw three."""

    cards: tuple[str, ...]


SealsMove = Choose | Draw | Swap
