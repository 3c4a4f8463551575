"""Everything that can happen in a match of Dojo, who sees it, and the sentences for it."""

from typing import Annotated

from games.core.event import AnyOf, Event, Named, OpeningEvent, PrivateEvent, SealedEvent
from games.core.text import Loose, Text, say, say_many, seat, symbol
from games.core.values import Seat
from games.dojo.rules import records, texts
from games.dojo.rules.cards import Card, Trophy
from games.dojo.rules.frame import Cell, Line
from games.dojo.rules.moves import Throw

TheCard = Annotated[Card, Named(texts.THE_CARD.__getitem__)]


class StartDrawn(Event):
    """The first dealer is drawn."""

    seat: Seat
    round: int
    """The first round with a dealer."""

    def text(self) -> Text:
        return say("{who} deals first, in round {n}.", who=seat(self.seat), n=self.round)


class RoundOpened(OpeningEvent):
    """A round begins, with its dealer (none: dealt at random) and the face-up trophy."""

    round: int
    dealer: Seat | None = None
    trophy: Trophy | None = None
    fresh: bool = False
    """Whether the trophy was turned up for this round."""
    worth: int | None = None
    """The points it is worth with White Belt; None without."""

    def text(self) -> Text:
        if self.dealer is None or self.trophy is None:
            return say(
                "Round {n}: everyone gets a random card, and nobody is challenged.", n=self.round
            )
        args: dict[str, Loose] = {"n": self.round, "who": seat(self.dealer)}
        if self.fresh and self.worth is not None:
            return say_many(
                "Round {round}: {who} deals; a trophy worth {n} point is revealed.",
                "Round {round}: {who} deals; a trophy worth {n} points is revealed.",
                self.worth,
                round=self.round,
                who=seat(self.dealer),
            )
        args["trophy"] = texts.TROPHY_NAMES[self.trophy]
        if not self.fresh:
            return say("Round {n}: {who} deals; the {trophy} trophy is still in play.", **args)
        return say(
            "Round {n}: {who} deals; the {trophy} trophy is revealed: {effect}.",
            effect=texts.TROPHY_EFFECTS[self.trophy],
            **args,
        )


class CardDrawn(PrivateEvent):
    """The dealer looks at the next card."""

    sentence = say("{who} draws {card}.")
    card: TheCard


class CardGiven(Event):
    """The dealer gives a card away, unseen by the others, or keeps it."""

    number: int
    dealer: Seat
    to: Seat

    def text(self) -> Text:
        who, number = seat(self.dealer), self.number
        if self.to == self.dealer:
            return say("{who} keeps card {n}.", who=who, n=number)
        return say("{who} gives card {n} to {to}.", who=who, n=number, to=seat(self.to))


class CardReceived(PrivateEvent):
    """A seat looks at the card it got from the dealer or at random."""

    sentence = say("{who} gets {card}.")
    card: TheCard


class Passed(Event):
    """A seat does not challenge the dealer."""

    sentence = say("{who} passes.")
    reveals = False

    seat: Seat


class Unchallenged(Event):
    """Nobody challenged the dealer."""

    reveals = False

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
            trophy=texts.TROPHY_NAMES[self.trophy],
        )


class Challenged(Event):
    """A seat challenges the dealer, and both cards are turned up."""

    challenger: Seat
    dealer: Seat
    challenger_card: Card
    dealer_card: Card

    def text(self) -> Text:
        return say(
            "{challenger} challenges {dealer}: {mine} against {yours}.",
            challenger=seat(self.challenger),
            dealer=seat(self.dealer),
            mine=texts.THE_CARD[self.challenger_card],
            yours=texts.THE_CARD[self.dealer_card],
        )


class HasThrown(Event):
    """A duellist has made a throw, or all three, in secret."""

    sentence = say("{who} has thrown.")
    seat: Seat


class ThrowMade(PrivateEvent):
    """The throw a duellist made."""

    sentence = say("{who} throws {throws}.")
    throws: Annotated[tuple[Throw, ...], Named(texts.THROW_NAMES.__getitem__)]


class ThrowsShown(Event):
    """Both throws of a round are shown."""

    challenger: Seat
    dealer: Seat
    throws: records.Throws

    def text(self) -> Text:
        return say(
            "Throw {n}: {challenger} {mine}, {dealer} {yours}; now {my_value} against "
            "{your_value}.",
            n=self.throws.number,
            challenger=seat(self.challenger),
            dealer=seat(self.dealer),
            mine=texts.THROW_NAMES[self.throws.challenger],
            yours=texts.THROW_NAMES[self.throws.dealer],
            my_value=self.throws.challenger_value,
            your_value=self.throws.dealer_value,
        )


class DuelWon(Event):
    """A duel is decided: its winner takes the trophy."""

    winner: Seat
    loser: Seat
    trophy: Trophy
    equal: bool
    """Whether the values were equal, so that the challenger won."""

    def text(self) -> Text:
        args: dict[str, Loose] = {
            "winner": seat(self.winner),
            "loser": seat(self.loser),
            "trophy": texts.TROPHY_NAMES[self.trophy],
        }
        if self.equal:
            return say(
                "The challenger wins ties: {winner} beats {loser} and takes the {trophy} trophy.",
                **args,
            )
        return say("{winner} beats {loser} and takes the {trophy} trophy.", **args)


class CardsExchanged(Event):
    """The winner of a duel swaps the two cards, or does not."""

    reveals = False

    winner: Seat
    loser: Seat
    winner_card: Card
    """The winner's card after the swap."""
    loser_card: Card
    swapped: bool

    def text(self) -> Text:
        args: dict[str, Loose] = {
            "winner": seat(self.winner),
            "loser": seat(self.loser),
            "mine": texts.THE_CARD[self.winner_card],
            "yours": texts.THE_CARD[self.loser_card],
        }
        if self.swapped:
            return say("{winner} takes {mine} from {loser} in exchange for {yours}.", **args)
        return say("{winner} keeps {mine}, and {loser} keeps {yours}.", **args)


class CellChosen(SealedEvent):
    """A seat has chosen a cell, in secret."""

    sentence = say("{who} has chosen a cell.")


class OwnCell(PrivateEvent):
    """The cell a seat has chosen, or changed to."""

    sentence = say("{who} chooses {cell}.")
    cell: Annotated[Cell, Named(symbol)]


class CardsPlaced(Event):
    """All cards of a round are laid into the dojos."""

    placed: tuple[records.Placed, ...]

    def text(self) -> Text:
        laid = [
            say(
                "{who} {card} on {cell}",
                who=seat(placing.seat),
                card=texts.CARD_SHORT[placing.card],
                cell=symbol(placing.cell),
            )
            for placing in self.placed
        ]
        return say("Placed: {laid}.", laid=laid)


class TrophyPut(Event):
    """A trophy is placed in a dojo for good."""

    seat: Seat
    trophy: Trophy
    line: Line
    only: bool
    """Whether it could go on no other line."""

    def text(self) -> Text:
        args: dict[str, Loose] = {
            "who": seat(self.seat),
            "trophy": texts.TROPHY_NAMES[self.trophy],
            "line": texts.line_name(self.line),
        }
        if self.only:
            return say("{who} puts the {trophy} trophy on {line}, the only possible line.", **args)
        return say("{who} puts the {trophy} trophy on {line}.", **args)


class TrophyKept(Event):
    """With White Belt the winner of a trophy keeps it."""

    seat: Seat
    held: int

    def text(self) -> Text:
        return say(
            "{who} now has {trophies}.", who=seat(self.seat), trophies=texts.trophies(self.held)
        )


class TrophyRemoved(Event):
    """A trophy leaves the match."""

    trophy: Trophy
    fate: records.Fate
    seat: Seat | None = None

    def text(self) -> Text:
        trophy = texts.TROPHY_NAMES[self.trophy]
        if self.seat is None:
            return say("Nobody won the {trophy} trophy, so it is removed.", trophy=trophy)
        who = seat(self.seat)
        if self.fate == "discarded":
            return say("{who} removes the {trophy} trophy.", who=who, trophy=trophy)
        return say(
            "{who} has no line for the {trophy} trophy, so it is removed.", who=who, trophy=trophy
        )


class DojoCounted(Event):
    """One dojo is counted at the end."""

    final: records.Final

    def text(self) -> Text:
        return texts.tell_final(self.final)


class MatchEnded(Event):
    """All dojos are counted."""

    ranking: tuple[tuple[Seat, ...], ...]
    points: tuple[int, ...]
    tokens: tuple[int, ...]

    def text(self) -> Text:
        return texts.tell_winners(self.ranking, self.points, self.tokens)


DojoEvent = Annotated[Event, AnyOf(__name__)]
