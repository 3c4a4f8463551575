"""Everything that can happen in a match of Tomate, who sees it, and the sentences for it."""

from typing import Annotated

from games.core.event import Event, Named, OpeningEvent, PrivateEvent
from games.core.game import tell_points
from games.core.text import Text, say, seat
from games.core.values import Seat
from games.tomate.rules import records, texts
from games.tomate.rules.cards import Card

TheCard = Annotated[Card, Named(texts.THE_CARD.__getitem__)]


class DealDrawn(Event):
    """One round of drawing for the first deal."""

    draws: tuple[records.Played, ...]

    def text(self) -> Text:
        return texts.tell_draw(self.draws)


class FirstDealer(Event):
    """The first dealer is decided."""

    sentence = say("{who} deals first.")
    seat: Seat


class HandOpened(OpeningEvent):
    """A hand begins and its pot is filled."""

    opening: records.Opening

    def text(self) -> Text:
        return texts.tell_opening(self.opening)


class CardsDealt(PrivateEvent):
    """A seat sees its cards: when dealt, or for the dealer after deciding."""

    sentence = say("{who} has {cards}.")
    cards: Annotated[tuple[Card, ...], Named(texts.card_list, whole=True)]


class TrumpTurned(Event):
    """The card after the deal is turned up."""

    sentence = say("The card turned up is {card}: its suit is trump.")
    card: Annotated[Card, Named(texts.CARD_AS_SUBJECT.__getitem__)]


class TrumpDecided(Event):
    """The dealer takes the trump card or leaves it."""

    seat: Seat
    card: Card
    taken: bool

    def text(self) -> Text:
        return texts.tell_trump(self.seat, self.card, taken=self.taken)


class LaidAway(Event):
    """The dealer discards a card, unseen by the others."""

    sentence = say("{who} discards a card.")
    reveals = False

    seat: Seat


class DiscardSeen(PrivateEvent):
    """The card that the dealer discarded, also at random."""

    sentence = say("{who} discards {card}.")
    reveals = False

    card: TheCard


class BidMade(Event):
    """A seat plays or passes."""

    reveals = False

    seat: Seat
    plays: bool

    def text(self) -> Text:
        if self.plays:
            return say("{who} plays.", who=seat(self.seat))
        return say("{who} passes.", who=seat(self.seat))


class StockAnswered(Event):
    """A seat has answered the offer of the stock, in secret."""

    sentence = say("{who} has answered.")
    reveals = False

    seat: Seat


class StockSettled(Event):
    """Somebody takes the stock, or nobody does."""

    fate: records.StockFate

    def text(self) -> Text:
        return texts.tell_stock(self.fate)


class CardPlayed(Event):
    """A card is played to a trick."""

    sentence = say("{who} plays {card}.")
    reveals = False

    seat: Seat
    card: TheCard


class TrickTaken(Event):
    """A trick is complete."""

    reveals = False

    trick: records.Trick

    def text(self) -> Text:
        return texts.tell_trick(self.trick)


class PotWon(Event):
    """Seats win equal amounts from the pot."""

    seats: tuple[Seat, ...]
    each: int

    def text(self) -> Text:
        return texts.tell_won(self.seats, self.each)


class TomateGot(Event):
    """Seats get Tomate and pay equal amounts."""

    seats: tuple[Seat, ...]
    each: int

    def text(self) -> Text:
        return texts.tell_tomate(self.seats, self.each)


class HandSettled(Event):
    """A hand is over: every seat's line, and what is left in pot and reserves."""

    settlement: records.Settlement

    def text(self) -> Text:
        return texts.tell_left(self.settlement)


class MatchEnded(Event):
    """The last hand is settled."""

    ranking: tuple[tuple[Seat, ...], ...]
    best: int

    def text(self) -> Text:
        return tell_points(self.ranking[0], self.best)
