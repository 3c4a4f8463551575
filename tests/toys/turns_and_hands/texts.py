"""Names of things, and everything that can happen."""

from typing import Annotated

from games.core.event import AnyOf, Event, Named, PrivateEvent
from games.core.text import Text, say, say_many, seats
from games.core.values import Seat

SUITS = {"O": say("coins"), "C": say("cups"), "E": say("swords"), "B": say("clubs")}


def card_name(card: str) -> Text:
    """Return a card's name when it is read aloud."""
    return say("{rank} of {suit}", rank=int(card[:-1]), suit=SUITS[card[-1]])


Card = Annotated[str, Named(card_name)]
Cards = Annotated[tuple[str, ...], Named(card_name)]


class Dealt(PrivateEvent):
    """Cards came into a hand."""

    sentence = say("{who} gets {cards}.")
    cards: Cards


class RoundBegun(Event):
    """All cards were dealt anew."""

    sentence = say("Round {round} begins.")
    round: int


class Stayed(Event):
    """A seat keeps its hand."""

    sentence = say("{who} stays.")
    seat: Seat


class Swapped(Event):
    """A seat gave a card away for another, and keeps its hand."""

    sentence = say("{who} swaps {card} and stays.")
    seat: Seat
    card: Card


class Folded(Event):
    """A seat left the round."""

    sentence = say("{who} folds.")
    seat: Seat


class Shown(Event):
    """A seat showed its hand."""

    sentence = say("{who} shows {cards}.")
    seat: Seat
    cards: Cards


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
