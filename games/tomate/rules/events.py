"""Everything that can happen in a match of Tomate, who sees it, and the sentences for it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from games.core.event import Event, PrivateEvent
from games.core.text import Text, say, seat
from games.core.values import Seat
from games.tomate.rules import records, texts
from games.tomate.rules.cards import Card


class DealDrawn(Event):
    """One round of drawing for the first deal."""

    kind: Literal["deal_drawn"] = "deal_drawn"
    draws: tuple[records.Played, ...]

    def text(self) -> Text:
        return texts.tell_draw(self.draws)


class FirstDealer(Event):
    """The first dealer is decided."""

    kind: Literal["first_dealer"] = "first_dealer"
    seat: Seat

    def text(self) -> Text:
        return say("{who} deals first.", who=seat(self.seat))


class HandOpened(Event):
    """A hand begins and its pot is filled."""

    kind: Literal["hand_opened"] = "hand_opened"
    opening: records.Opening

    def text(self) -> Text:
        return texts.tell_opening(self.opening)


class CardsDealt(PrivateEvent):
    """A seat sees its cards: when dealt, or for the dealer after deciding."""

    kind: Literal["cards_dealt"] = "cards_dealt"
    cards: tuple[Card, ...]

    def text(self) -> Text:
        return say("{who} has {cards}.", who=seat(self.seat), cards=texts.card_list(self.cards))


class TrumpTurned(Event):
    """The card after the deal is turned up."""

    kind: Literal["trump_turned"] = "trump_turned"
    card: Card

    def text(self) -> Text:
        return say(
            "The card turned up is {card}: its suit is trump.",
            card=texts.CARD_AS_SUBJECT[self.card],
        )


class TrumpDecided(Event):
    """The dealer takes the trump card or leaves it."""

    kind: Literal["trump_decided"] = "trump_decided"
    seat: Seat
    card: Card
    taken: bool

    def text(self) -> Text:
        return texts.tell_trump(self.seat, self.card, taken=self.taken)


class LaidAway(Event):
    """The dealer discards a card, unseen by the others."""

    kind: Literal["laid_away"] = "laid_away"
    seat: Seat

    def text(self) -> Text:
        return say("{who} discards a card.", who=seat(self.seat))


class DiscardSeen(PrivateEvent):
    """The card that the dealer discarded, also at random."""

    kind: Literal["discard_seen"] = "discard_seen"
    card: Card

    def text(self) -> Text:
        return say("{who} discards {card}.", who=seat(self.seat), card=texts.THE_CARD[self.card])


class BidMade(Event):
    """A seat plays or passes."""

    kind: Literal["bid_made"] = "bid_made"
    seat: Seat
    plays: bool

    def text(self) -> Text:
        if self.plays:
            return say("{who} plays.", who=seat(self.seat))
        return say("{who} passes.", who=seat(self.seat))


class StockAnswered(Event):
    """A seat has answered the offer of the stock, in secret."""

    kind: Literal["stock_answered"] = "stock_answered"
    seat: Seat

    def text(self) -> Text:
        return say("{who} has answered.", who=seat(self.seat))


class StockSettled(Event):
    """Somebody takes the stock, or nobody does."""

    kind: Literal["stock_settled"] = "stock_settled"
    fate: records.StockFate

    def text(self) -> Text:
        return texts.tell_stock(self.fate)


class CardPlayed(Event):
    """A card is played to a trick."""

    kind: Literal["card_played"] = "card_played"
    seat: Seat
    card: Card

    def text(self) -> Text:
        return say("{who} plays {card}.", who=seat(self.seat), card=texts.THE_CARD[self.card])


class TrickTaken(Event):
    """A trick is complete."""

    kind: Literal["trick_taken"] = "trick_taken"
    trick: records.Trick

    def text(self) -> Text:
        return texts.tell_trick(self.trick)


class PotWon(Event):
    """Seats win equal amounts from the pot."""

    kind: Literal["pot_won"] = "pot_won"
    seats: tuple[Seat, ...]
    each: int

    def text(self) -> Text:
        return texts.tell_won(self.seats, self.each)


class TomateGot(Event):
    """Seats get Tomate and pay equal amounts."""

    kind: Literal["tomate_got"] = "tomate_got"
    seats: tuple[Seat, ...]
    each: int

    def text(self) -> Text:
        return texts.tell_tomate(self.seats, self.each)


class HandSettled(Event):
    """A hand is over: every seat's line, and what is left in pot and reserves."""

    kind: Literal["hand_settled"] = "hand_settled"
    settlement: records.Settlement

    def text(self) -> Text:
        return texts.tell_left(self.settlement)


class MatchEnded(Event):
    """The last hand is settled."""

    kind: Literal["match_ended"] = "match_ended"
    ranking: tuple[tuple[Seat, ...], ...]
    best: int

    def text(self) -> Text:
        return texts.tell_winners(self.ranking, self.best)


TomateEvent = Annotated[
    DealDrawn
    | FirstDealer
    | HandOpened
    | CardsDealt
    | TrumpTurned
    | TrumpDecided
    | LaidAway
    | DiscardSeen
    | BidMade
    | StockAnswered
    | StockSettled
    | CardPlayed
    | TrickTaken
    | PotWon
    | TomateGot
    | HandSettled
    | MatchEnded,
    Field(discriminator="kind"),
]
