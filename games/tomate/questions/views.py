"""One viewer's view, built up field by field from nothing."""

from typing import Literal

from games.core.game import Awaiting, View, ranked, tell_points
from games.core.open_fields import show
from games.core.text import Text, say
from games.core.values import Frozen, Seat
from games.tomate.options import TomateOptions
from games.tomate.rules.cards import SUIT, Card
from games.tomate.rules.records import Aftermath, Settlement, Trick
from games.tomate.rules.state import NOBODY, Bid, Stage, State
from games.tomate.rules.texts import waiting_for, why_blocked
from games.tomate.rules.tricks import as_trick, duty


class SeatView(Frozen):
    """The public facts about one seat."""

    seat: Seat
    score: int
    bid: Bid
    need: int
    """Tricks needed to avoid a Tomate: 2 for a dealer who took the trump card."""
    tricks: int
    """Tricks taken in this hand."""
    cards: int
    """Cards held; a hand that was passed lies face down in front of its seat."""
    asked: bool
    """Whether the stock is being offered to this seat."""
    answered: bool
    """Whether it has answered that offer; the answer itself is secret."""


class HandCard(Frozen):
    """One card of the viewer's own hand."""

    card: Card
    playable: bool
    """Whether it may be played or discarded now."""
    why: Text | None = None
    """Why it may not, if it is the viewer's turn to choose a card."""


class TomateView(View):
    """The table as one viewer sees it; private fields are the viewer's own."""

    options: TomateOptions
    seats: tuple[SeatView, ...]
    hand_number: int
    """From 1."""
    hands_total: int
    stage: Stage
    dealer: Seat
    mano: Seat
    """The first in turn order: the dealer's neighbour."""
    turn: Seat | None
    """The only seat that may act; None while several may, and at the end."""
    trump: Card
    """The card turned up; its suit is trump."""
    trump_taken: bool
    trump_holder: Seat | None
    """The dealer while holding the card taken; None on the table, and once it is played."""
    stock: int
    """Cards left in the stock."""
    stock_taker: Seat | None
    pot: int
    reserves: int
    trick: Trick | None
    """The current trick, even before its first card; None outside the tricks."""
    tricks: tuple[Trick, ...]
    """Tricks taken in this hand."""
    settlement: Settlement | None
    """The last settlement, shown until the next hand ends."""
    aftermath: Aftermath
    ranking: tuple[tuple[Seat, ...], ...]
    """At the end: places from the first; empty while the match runs."""

    hand: tuple[HandCard, ...] = ()
    hand_hidden: bool = False
    """True for the dealer who must decide before looking."""
    own_discard: Card | None = None
    """The card the viewer discarded as dealer."""
    own_laid: tuple[Card, ...] = ()
    """The hand the viewer had passed with before taking the stock."""
    own_answer: Literal["take", "decline"] | None = None
    """The viewer's sealed answer to the stock."""

    @property
    def from_mano(self) -> list[Seat]:
        """All seats in turn order: mano first, the dealer last."""
        return [(self.mano + step) % len(self.seats) for step in range(len(self.seats))]

    @property
    def has_stock(self) -> bool:
        """Tell whether somebody who passed may still take the stock."""
        return self.options.stock_mode != "off" and self.stock >= 3

    def price(self, seat: Seat | None) -> int:
        """What a hand without a trick costs this seat, as far as is known (sections 3.6, 3.7)."""
        if self.options.stock_mode == "protective" and self.stock_taker is not None:
            return 0 if seat == self.stock_taker else self.options.reserve_amount
        return self.options.tomate_price(self.pot)


def look(state: State, viewer: Seat | None) -> TomateView:
    """Return what this seat, or a spectator, may see."""
    trick = _trick(state)
    mine = _private(state, viewer) if viewer is not None else {}
    over = state.stage is Stage.END
    played = state.trump in state.trick or any(
        play.card == state.trump for taken in state.tricks for play in taken.plays
    )
    return show(
        TomateView,
        state,
        viewer,
        awaiting=_awaiting(state),
        seats=tuple(_seat(state, seat) for seat in range(state.seats)),
        mano=state.next_seat(state.dealer),
        trump_taken=state.took,
        trump_holder=state.dealer if state.took and not played else None,
        stock_taker=None if state.taker == NOBODY else state.taker,
        trick=trick,
        aftermath=state.recent,
        ranking=ranked(state.scores) if over else (),
        **mine,
    )


def waiting_seats(state: State) -> list[Seat]:
    """The seats that owe an answer, in turn order."""
    if state.stage is Stage.STOCK_OFFER:
        return [seat for seat in state.passers() if not state.answers[seat]]
    return [] if state.turn == NOBODY else [state.turn]


def _awaiting(state: State) -> Awaiting:
    """Say whom the table waits for; only the stock is ever offered to several, and openly."""
    if state.stage is Stage.END:
        return Awaiting(text=tell_points(ranked(state.scores)[0], max(state.scores)))
    names = waiting_seats(state)
    text = waiting_for(state.stage, names, state.trump, len(state.tricks) + 1, not state.trick)
    if state.stage is Stage.STOCK_OFFER:
        asked = len(state.passers())
        return Awaiting(text=text, seats=tuple(names), answered=asked - len(names), of=asked)
    return Awaiting(text=text, seats=tuple(names))


def _seat(state: State, seat: Seat) -> SeatView:
    asked = state.stage is Stage.STOCK_OFFER and state.bids[seat] == "pass"
    return SeatView(
        seat=seat,
        score=state.scores[seat],
        bid=state.bids[seat],
        need=state.need(seat),
        tricks=state.won[seat],
        cards=len(state.hands[seat]),
        asked=asked,
        answered=asked and bool(state.answers[seat]),
    )


def _trick(state: State) -> Trick | None:
    if state.stage is not Stage.TRICKS:
        return None
    number = len(state.tricks) + 1
    return as_trick(number, state.order, state.trick, state.trump)


def _private(state: State, viewer: Seat) -> dict[str, object]:
    """Private fields of this seat: its hand, once it may look, and its discard."""
    if state.stage is Stage.DEALER_OPTION and viewer == state.dealer:
        return {"hand_hidden": True}
    mine: dict[str, object] = {"hand": _hand(state, viewer)}
    if viewer == state.dealer:
        mine["own_discard"] = state.discard
    if viewer == state.taker:
        mine["own_laid"] = tuple(state.laid)
    if state.answers[viewer]:
        mine["own_answer"] = state.answers[viewer]
    return mine


def _hand(state: State, viewer: Seat) -> tuple[HandCard, ...]:
    hand = state.hands[viewer]
    if state.turn != viewer or state.stage not in {Stage.DEALER_DISCARD, Stage.TRICKS}:
        return tuple(HandCard(card=card, playable=False) for card in hand)
    if state.stage is Stage.DEALER_DISCARD:
        why = say("You have to keep the trump card you took.")
        hand_card = HandCard(card=state.trump, playable=False, why=why)
        return tuple(
            hand_card if card == state.trump else HandCard(card=card, playable=True)
            for card in hand
        )
    trump = SUIT[state.trump]
    binding, allowed = duty(hand, state.trick, trump, state.options)
    return tuple(
        HandCard(card=card, playable=True)
        if card in allowed
        else HandCard(card=card, playable=False, why=why_blocked(binding, card, state.trick, trump))
        for card in hand
    )
