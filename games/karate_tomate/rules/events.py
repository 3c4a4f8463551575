"""Everything that can happen in a match of Karate Tomate, who sees it, and the sentences for it."""

from typing import Annotated, Literal

from games.core.event import AnyOf, Event, Named, OpeningEvent, PrivateEvent
from games.core.text import Text, say, say_many, seat, seats
from games.core.values import Frozen, Seat
from games.karate_tomate.rules import texts
from games.karate_tomate.rules.cards import Card, TriumphId

Cards = Annotated[tuple[Card, ...], Named(texts.card_list, whole=True)]


class Strike(Frozen):
    """One seat's card in a heat."""

    seat: Seat
    card: Card | None
    """None for the tomato."""
    tomato: int = 0
    """The value of the tomato, if it was one."""

    def text(self) -> Text:
        shown = texts.the_tomato(self.tomato) if self.card is None else texts.THE_CARD[self.card]
        return say("{who} {card}", who=seat(self.seat), card=shown)


class Held(Frozen):
    """A seat and its tomato."""

    seat: Seat
    tomato: int

    def text(self) -> Text:
        return say("{who} {tomato}", who=seat(self.seat), tomato=texts.the_tomato(self.tomato))


class Dealt(PrivateEvent):
    """The cards and the tomato that a seat starts with."""

    sentence = say("{who} has {cards}, plus {tomato}.")
    cards: Cards
    tomato: Annotated[int, Named(texts.the_tomato)]


class RoundOpened(OpeningEvent):
    """Triumph cards are turned over and a fight begins."""

    round: int
    turned: int
    row: tuple[TriumphId, ...]

    def text(self) -> Text:
        if not self.turned:
            return say(
                "Round {round}: no new triumph cards. Still on offer: {row}.",
                round=self.round,
                row=texts.triumph_list(self.row),
            )
        return say(
            "Round {round}: {turned} turned over. On offer: {row}.",
            round=self.round,
            turned=texts.triumph_cards(self.turned),
            row=texts.triumph_list(self.row),
        )


class Chosen(PrivateEvent):
    """A choice for a heat was sealed, or changed."""

    card: Card | None
    """None for the tomato."""

    def text(self) -> Text:
        if self.card is None:
            return say("{who} chooses the tomato.", who=seat(self.seat))
        return say("{who} chooses {card}.", who=seat(self.seat), card=texts.THE_CARD[self.card])


class HeatRevealed(Event):
    """All choices of a heat are turned up."""

    heat: int
    strikes: tuple[Strike, ...]

    def text(self) -> Text:
        shown = [strike.text() for strike in self.strikes]
        return say("Heat {heat}: {shown}.", heat=self.heat, shown=shown)


class DroppedOut(Event):
    """Seats showed their tomato and are out of this round's fight."""

    seats: tuple[Seat, ...]
    left: int
    """Fighters left."""
    offered: int
    """Triumph cards on offer."""

    def text(self) -> Text:
        return say_many(
            "{who} drops out. Fighters left: {left}, for {offered}.",
            "{who} drop out. Fighters left: {left}, for {offered}.",
            len(self.seats),
            who=seats(self.seats),
            left=self.left,
            offered=texts.triumph_cards(self.offered),
        )


class AnswerSealed(PrivateEvent):
    """A sealed answer: how a seat that dropped out will draw, or that the match continues."""

    answer: Literal["draw", "keep", "exchange", "go_on"]
    cards: tuple[Card, ...] = ()

    def text(self) -> Text:
        who = seat(self.seat)
        if self.answer == "exchange":
            return say("{who} will discard {cards}.", who=who, cards=texts.card_list(self.cards))
        if self.answer == "draw":
            return say("{who} will draw two cards.", who=who)
        if self.answer == "keep":
            return say("{who} will keep their cards.", who=who)
        return say("{who} plays on.", who=who)


class Discarded(Event):
    """The two cards a dropped-out seat discards; shown to all only by house rule."""

    sentence = say("{who} discards {cards}.")
    seat: Seat
    cards: Cards
    open: bool

    def seen_by(self) -> frozenset[Seat] | None:
        return None if self.open else self.logged_for()

    def logged_for(self) -> frozenset[Seat]:
        """The discard pile may not be looked through later."""
        return frozenset({self.seat})


class PileRenewed(Event):
    """The draw pile was empty: the discard pile is shuffled into a new one."""

    sentence = say(
        "The draw pile is empty, so the discard pile is shuffled into a new one ({cards})."
    )
    cards: Annotated[int, Named(texts.cards)]


class Drew(Event):
    """The public part of drawing: how many cards go and come."""

    seat: Seat
    laid: int
    drawn: int

    def text(self) -> Text:
        who, drawn = seat(self.seat), texts.cards(self.drawn)
        if self.laid:
            laid = texts.cards(self.laid)
            return say("{who} discards {laid} and draws {drawn}.", who=who, laid=laid, drawn=drawn)
        if not self.drawn:
            return say("{who} can't draw: no cards are left.", who=who)
        return say("{who} draws {drawn}.", who=who, drawn=drawn)


class CardsDrawn(PrivateEvent):
    """Which cards a seat drew."""

    sentence = say("{who} draws {cards}.")
    cards: Cards


class Kept(Event):
    """A seat that dropped out keeps what it holds."""

    sentence = say("{who} keeps their cards.")
    seat: Seat


class TomatoesShown(Event):
    """Fighters with the same total show their tomatoes, the highest first."""

    sentence = say("Tie at {total}: {tied}. The higher tomato takes first.")
    total: int
    tied: Annotated[tuple[Held, ...], Named(Held.text)]


class TriumphTaken(Event):
    """A fighter takes a triumph card; once face down it may not be looked up."""

    reveals = False

    seat: Seat
    card: TriumphId
    assigned: bool
    """True for the very last card, which is taken without a choice."""
    open: bool
    """True if won cards are face up."""

    def text(self) -> Text:
        who, card = seat(self.seat), texts.TRIUMPH_NAMES[self.card]
        if self.assigned:
            return say("{who} gets the last card: {card}.", who=who, card=card)
        return say("{who} takes {card}.", who=who, card=card)

    def logged_for(self) -> frozenset[Seat] | None:
        return None if self.open else frozenset({self.seat})


class TomatoesSwapped(Event):
    """Tied seats have exchanged tomatoes, the highest for the lowest."""

    sentence = say("Tomatoes traded: {now}.")
    reveals = False

    now: Annotated[tuple[Held, ...], Named(Held.text)]


class RoundOver(Event):
    """The fight is over and the cards played are discarded."""

    round: int
    left: int
    """Triumph cards that nobody took."""
    barren: int
    """Consecutive rounds in which nobody took a card."""

    def text(self) -> Text:
        if self.barren:
            return say_many(
                "Round {round} is over, and nobody took a triumph card.",
                "Round {round} is over. Nobody has taken a triumph card for {n} rounds in a row.",
                self.barren,
                round=self.round,
            )
        if self.left:
            return say(
                "Round {round} is over. Still on offer: {left}.",
                round=self.round,
                left=texts.triumph_cards(self.left),
            )
        return say("Round {round} is over.", round=self.round)


KarateEvent = Annotated[Event, AnyOf(__name__)]
