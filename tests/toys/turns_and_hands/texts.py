"""Names of things, and everything that can happen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from games.core.event import AnyOf, Event, PrivateEvent
from games.core.text import Text, say, say_many, seat, seats, symbol
from games.core.values import Seat

SUITS = {"O": say("coins"), "C": say("cups"), "E": say("swords"), "B": say("clubs")}


def card_name(card: str) -> Text:
    """Return a card's name when it is read aloud."""
    return say("{rank} of {suit}", rank=int(card[:-1]), suit=SUITS[card[-1]])


def code(card: str) -> Text:
    """Return a card in two or three letters."""
    return symbol(card)


class Dealt(PrivateEvent):
    """Cards came into a hand."""

    cards: tuple[str, ...]

    def text(self) -> Text:
        return say(
            "{who} gets {cards}.", who=seat(self.seat), cards=list(map(card_name, self.cards))
        )


class RoundBegun(Event):
    """All cards were dealt anew."""

    round: int

    def text(self) -> Text:
        return say("Round {round} begins.", round=self.round)


class Stayed(Event):
    """A seat keeps its hand; `swapped` is the card that it gave away, if any."""

    seat: Seat
    swapped: str = ""

    def text(self) -> Text:
        if self.swapped:
            return say(
                "{who} swaps {card} and stays.", who=seat(self.seat), card=card_name(self.swapped)
            )
        return say("{who} stays.", who=seat(self.seat))


class Folded(Event):
    """A seat left the round."""

    seat: Seat

    def text(self) -> Text:
        return say("{who} folds.", who=seat(self.seat))


class Shown(Event):
    """A seat showed its hand."""

    seat: Seat
    cards: tuple[str, ...]

    def text(self) -> Text:
        return say(
            "{who} shows {cards}.", who=seat(self.seat), cards=list(map(card_name, self.cards))
        )


class RoundWon(Event):
    """The best hand of a round; nobody's if all folded."""

    winners: tuple[Seat, ...]
    points: int

    def text(self) -> Text:
        if not self.winners:
            return say("Everyone has folded.")
        return say_many(
            "{who} wins {n} point.", "{who} wins {n} points.", self.points, who=seats(self.winners)
        )


AnyEvent = Annotated[Event, AnyOf(__name__)]


def over(points: Sequence[int]) -> Text:
    """Say who won the match."""
    best = [number for number, mine in enumerate(points) if mine == max(points)]
    return say("The match is over; first: {who}.", who=seats(best))
