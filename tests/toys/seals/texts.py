"""Names of things, and its events."""

from collections.abc import Sequence
from typing import Annotated

from games.core.event import Event, Named, PrivateEvent
from games.core.text import Text, say, say_many, seat, seats, symbol
from games.core.values import Seat
from tests.toys.seals.state import FLAG

COLOURS = {
    "r": say("red"),
    "g": say("green"),
    "b": say("blue"),
    "y": say("yellow"),
    "w": say("white"),
}


def card_name(card: str) -> Text:
    if card == FLAG:
        return say("white flag")
    return say("{colour} {value}", colour=COLOURS[card[0]], value=int(card[1]))


def code(card: str) -> Text:
    """Return the card in two letters, for a tile."""
    return symbol("F" if card == FLAG else card.upper())


class Dealt(PrivateEvent):
    """Cards came into a hand."""

    sentence = say("{who} gets {cards}.")
    cards: Annotated[tuple[str, ...], Named(card_name)]


class Chose(PrivateEvent):
    """A choice was sealed, or changed."""

    sentence = say("{who} chooses {card}.")
    card: Annotated[str, Named(card_name)]


class Revealed(Event):
    """All choices were turned up."""

    cards: tuple[str, ...]

    def text(self) -> Text:
        return say("The seals are broken: {cards}.", cards=shown(self.cards))


class Scored(Event):
    """Points for a round."""

    winners: tuple[Seat, ...]
    points: int

    def text(self) -> Text:
        return won(self.winners, self.points)


class Drew(Event):
    """What everybody sees of a swap."""

    sentence = say("{who} lays {laid} away and draws {drawn}.")
    seat: Seat
    laid: int
    drawn: int


def shown(cards: Sequence[str]) -> list[Text]:
    """Return what each seat turned up."""
    return [
        say("{who} {card}", who=seat(number), card=card_name(card))
        for number, card in enumerate(cards)
    ]


def won(winners: Sequence[Seat], points: int) -> Text:
    if not winners:
        return say("Nobody wins this round.")
    return say_many("{who} wins {n} point.", "{who} wins {n} points.", points, who=seats(winners))
