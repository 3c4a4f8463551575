"""Everything a player can answer in Karate Tomate."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Annotated, Literal

from pydantic import Field

from games.core.prompt import Move
from games.karate_tomate.rules.cards import KINDS, TRIUMPHS, Card, TriumphId


class PlayCard(Move):
    """A heat: strike with a number card."""

    kind: Literal["play"] = "play"
    card: Card


class PlayTomato(Move):
    """A heat: drop out of the fight."""

    kind: Literal["tomato"] = "tomato"


class DrawTwo(Move):
    """After dropping out: draw two cards."""

    kind: Literal["draw"] = "draw"


class Exchange(Move):
    """After dropping out: discard two cards, then draw four (two if two were drawn before)."""

    kind: Literal["exchange"] = "exchange"
    cards: tuple[Card, ...]


class Keep(Move):
    """After dropping out, if two cards are drawn first: keep all cards."""

    kind: Literal["keep"] = "keep"


class TakeTriumph(Move):
    """Take a triumph card of this kind."""

    kind: Literal["take"] = "take"
    card: TriumphId


class CallEnd(Move):
    """Call the end of the match."""

    kind: Literal["call"] = "call"


class GoOn(Move):
    """Continue the match."""

    kind: Literal["go_on"] = "go_on"


KarateMove = Annotated[
    PlayCard | PlayTomato | DrawTwo | Exchange | Keep | TakeTriumph | CallEnd | GoOn,
    Field(discriminator="kind"),
]

# Made once: search asks for legal moves far more often than people do.
PLAYS = {card: PlayCard(card=card) for card in KINDS}
TAKES = {card: TakeTriumph(card=card) for card in TRIUMPHS}
TOMATO, DRAW, KEEP = PlayTomato(), DrawTwo(), Keep()
CALL, GO_ON = CallEnd(), GoOn()
EXCHANGES = {pair: Exchange(cards=pair) for pair in combinations_with_replacement(KINDS, 2)}
"""By the two cards discarded, in the order of a sorted hand; there are 325."""
