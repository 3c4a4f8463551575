"""Names of things in seals, and its events."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.event import Event
from games.core.text import Text, say, say_many, seat, seats
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


class Dealt(Event):
    """Cards came into a hand."""

    seat: Seat
    cards: tuple[str, ...]

    def text(self) -> Text:
        names = [card_name(card) for card in self.cards]
        return say("{who} gets {cards}.", who=seat(self.seat), cards=names)

    def seen_by(self) -> frozenset[Seat]:
        return frozenset({self.seat})


class Chose(Event):
    """A choice was sealed, or changed."""

    seat: Seat
    card: str

    def text(self) -> Text:
        return say("{who} chooses {card}.", who=seat(self.seat), card=card_name(self.card))

    def seen_by(self) -> frozenset[Seat]:
        return frozenset({self.seat})


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

    seat: Seat
    laid: int
    drawn: int

    def text(self) -> Text:
        return say(
            "{who} lays {laid} away and draws {drawn}.",
            who=seat(self.seat),
            laid=self.laid,
            drawn=self.drawn,
        )


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
