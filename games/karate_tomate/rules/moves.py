"""Everything a player can answer in Karate Tomate."""

from itertools import combinations_with_replacement

from games.core.prompt import Move
from games.karate_tomate.rules.cards import KINDS, TRIUMPHS, Card, TriumphId


class PlayCard(Move, kind="play"):
    """A heat: strike with a number card."""

    card: Card


class PlayTomato(Move, kind="tomato"):
    """A heat: drop out of the fight."""


class DrawTwo(Move, kind="draw"):
    """After dropping out: draw two cards."""


class Exchange(Move):
    """After dropping out: discard two cards, then draw four (two if two were drawn before)."""

    cards: tuple[Card, ...]


class Keep(Move):
    """After dropping out, if two cards are drawn first: keep all cards."""


class TakeTriumph(Move, kind="take"):
    """Take a triumph card of this kind."""

    card: TriumphId


class CallEnd(Move, kind="call"):
    """Call the end of the match."""


class GoOn(Move):
    """Continue the match."""


KarateMove = PlayCard | PlayTomato | DrawTwo | Exchange | Keep | TakeTriumph | CallEnd | GoOn

# Made once: bots choose among them in every playout.
PLAYS = {card: PlayCard(card=card) for card in KINDS}
TAKES = {card: TakeTriumph(card=card) for card in TRIUMPHS}
TOMATO, DRAW, KEEP = PlayTomato(), DrawTwo(), Keep()
CALL, GO_ON = CallEnd(), GoOn()
EXCHANGES = {pair: Exchange(cards=pair) for pair in combinations_with_replacement(KINDS, 2)}
"""By the two cards discarded, in the order of a sorted hand; there are 325."""
