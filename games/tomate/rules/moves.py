"""Everything a player can answer in Tomate."""

from games.core.prompt import Move
from games.tomate.rules.cards import PACK, Card


class TakeTrump(Move, kind="take"):
    """The dealer, before looking: take the trump card, play, and need two tricks."""


class LeaveTrump(Move, kind="leave"):
    """The dealer, before looking: leave the trump card on the table."""


class Discard(Move):
    """The dealer who took the trump card: discard one of the three dealt cards."""

    card: Card


class PlayHand(Move, kind="play"):
    """A bid: play this hand."""


class PassHand(Move, kind="pass"):
    """A bid: stay out of this hand."""


class TakeStock(Move):
    """A seat that passed: play after all, with three unseen cards from the stock."""


class DeclineStock(Move, kind="decline"):
    """A seat that passed: stay out for good."""


class PlayCard(Move, kind="card"):
    """Play a card to the trick."""

    card: Card


TomateMove = (
    TakeTrump | LeaveTrump | Discard | PlayHand | PassHand | TakeStock | DeclineStock | PlayCard
)  # fmt: skip

# Made once: search asks for legal moves far more often than people do.
TAKE, LEAVE = TakeTrump(), LeaveTrump()
PLAY, PASS = PlayHand(), PassHand()
TAKE_STOCK, DECLINE = TakeStock(), DeclineStock()
DISCARDS = {card: Discard(card=card) for card in PACK}
CARDS = {card: PlayCard(card=card) for card in PACK}
