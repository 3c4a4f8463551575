"""Everything a player can answer in Tomate."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from games.core.prompt import Move
from games.tomate.rules.cards import PACK, Card


class TakeTrump(Move):
    """The dealer, before looking: take the trump card, play, and need two tricks."""

    kind: Literal["take"] = "take"


class LeaveTrump(Move):
    """The dealer, before looking: leave the trump card on the table."""

    kind: Literal["leave"] = "leave"


class Discard(Move):
    """The dealer who took the trump card: discard one of the three dealt cards."""

    kind: Literal["discard"] = "discard"
    card: Card


class PlayHand(Move):
    """A bid: play this hand."""

    kind: Literal["play"] = "play"


class PassHand(Move):
    """A bid: stay out of this hand."""

    kind: Literal["pass"] = "pass"


class TakeStock(Move):
    """A seat that passed: play after all, with three unseen cards from the stock."""

    kind: Literal["take_stock"] = "take_stock"


class DeclineStock(Move):
    """A seat that passed: stay out for good."""

    kind: Literal["decline"] = "decline"


class PlayCard(Move):
    """Play a card to the trick."""

    kind: Literal["card"] = "card"
    card: Card


TomateMove = Annotated[
    TakeTrump | LeaveTrump | Discard | PlayHand | PassHand | TakeStock | DeclineStock | PlayCard,
    Field(discriminator="kind"),
]

# Made once: search asks for legal moves far more often than people do.
TAKE, LEAVE = TakeTrump(), LeaveTrump()
PLAY, PASS = PlayHand(), PassHand()
TAKE_STOCK, DECLINE = TakeStock(), DeclineStock()
DISCARDS = {card: Discard(card=card) for card in PACK}
CARDS = {card: PlayCard(card=card) for card in PACK}
