"""The events of a challenge: passes, duels, throws, trophies and swaps."""

from __future__ import annotations

from typing import Literal

from games.core.event import Event
from games.core.text import Text, say, seat
from games.core.values import Seat
from games.dojo.rules.cards import Card, Trophy
from games.dojo.rules.moves import Throw
from games.dojo.rules.records import Throws
from games.dojo.rules.texts import CARD_NAMES, THROW_NAMES, TROPHY_NAMES


class Passed(Event):
    """A seat does not challenge the dealer."""

    kind: Literal["passed"] = "passed"
    seat: Seat

    def text(self) -> Text:
        return say("{who} passes.", who=seat(self.seat))


class Unchallenged(Event):
    """Nobody challenged the dealer."""

    kind: Literal["unchallenged"] = "unchallenged"
    dealer: Seat
    trophy: Trophy
    last: bool = False
    """Whether this was the trophy's last chance of a winner."""

    def text(self) -> Text:
        if self.last:
            return say("Nobody challenges {who}.", who=seat(self.dealer))
        return say(
            "Nobody challenges {who}, so the {trophy} trophy stays.",
            who=seat(self.dealer),
            trophy=TROPHY_NAMES[self.trophy],
        )


class Challenged(Event):
    """A seat challenges the dealer, and both cards are turned up."""

    kind: Literal["challenged"] = "challenged"
    challenger: Seat
    dealer: Seat
    challenger_card: Card
    dealer_card: Card

    def text(self) -> Text:
        return say(
            "{challenger} challenges {dealer}: {mine} against {yours}.",
            challenger=seat(self.challenger),
            dealer=seat(self.dealer),
            mine=CARD_NAMES[self.challenger_card],
            yours=CARD_NAMES[self.dealer_card],
        )


class HasThrown(Event):
    """A duellist has made a throw, or all three, in secret."""

    kind: Literal["has_thrown"] = "has_thrown"
    seat: Seat

    def text(self) -> Text:
        return say("{who} has thrown.", who=seat(self.seat))


class ThrowMade(Event):
    """The throw a duellist made."""

    kind: Literal["throw_made"] = "throw_made"
    seat: Seat
    throws: tuple[Throw, ...]

    def text(self) -> Text:
        thrown = [THROW_NAMES[throw] for throw in self.throws]
        return say("{who} throws {throws}.", who=seat(self.seat), throws=thrown)

    def seen_by(self) -> frozenset[Seat]:
        return frozenset({self.seat})


class ThrowsShown(Event):
    """Both throws of a round are shown."""

    kind: Literal["throws_shown"] = "throws_shown"
    challenger: Seat
    dealer: Seat
    throws: Throws

    def text(self) -> Text:
        return say(
            "Throw {n}: {challenger} {mine}, {dealer} {yours}; now {my_value} against "
            "{your_value}.",
            n=self.throws.number,
            challenger=seat(self.challenger),
            dealer=seat(self.dealer),
            mine=THROW_NAMES[self.throws.challenger],
            yours=THROW_NAMES[self.throws.dealer],
            my_value=self.throws.challenger_value,
            your_value=self.throws.dealer_value,
        )


class DuelWon(Event):
    """A duel is decided: its winner takes the trophy."""

    kind: Literal["duel_won"] = "duel_won"
    winner: Seat
    loser: Seat
    trophy: Trophy
    equal: bool
    """Whether the values were equal, so that the challenger won."""

    def text(self) -> Text:
        if self.equal:
            return say(
                "The challenger wins ties: {winner} beats {loser} and takes the {trophy} trophy.",
                winner=seat(self.winner),
                loser=seat(self.loser),
                trophy=TROPHY_NAMES[self.trophy],
            )
        return say(
            "{winner} beats {loser} and takes the {trophy} trophy.",
            winner=seat(self.winner),
            loser=seat(self.loser),
            trophy=TROPHY_NAMES[self.trophy],
        )


class CardsExchanged(Event):
    """The winner of a duel swaps the two cards, or does not."""

    kind: Literal["cards_exchanged"] = "cards_exchanged"
    winner: Seat
    loser: Seat
    winner_card: Card
    """The winner's card after the swap."""
    loser_card: Card
    swapped: bool

    def text(self) -> Text:
        winner, loser = seat(self.winner), seat(self.loser)
        mine, yours = CARD_NAMES[self.winner_card], CARD_NAMES[self.loser_card]
        if self.swapped:
            return say(
                "{winner} takes the {mine} from {loser} in exchange for the {yours}.",
                winner=winner,
                loser=loser,
                mine=mine,
                yours=yours,
            )
        return say(
            "{winner} keeps the {mine}, and {loser} keeps the {yours}.",
            winner=winner,
            loser=loser,
            mine=mine,
            yours=yours,
        )
