"""The facts behind a decision in Tomate, cheap enough for thousands of playouts."""

from dataclasses import dataclass

from games.core.values import Seat
from games.tomate.options import TomateOptions
from games.tomate.questions.views import TomateView
from games.tomate.rules.cards import SUIT, Card
from games.tomate.rules.state import Bid, Stage, State
from games.tomate.rules.tricks import duty


@dataclass(frozen=True, slots=True)
class Glance:
    """The facts the policy uses, all visible to its seat."""

    options: TomateOptions
    stage: Stage
    seat: Seat
    dealer: Seat
    took: bool
    trump: Card
    pot: int
    bids: tuple[Bid, ...]
    hand: tuple[Card, ...]
    allowed: tuple[Card, ...]
    """The cards that may be played or discarded."""
    on_table: tuple[Card, ...]
    gone: frozenset[Card]
    """Cards of finished tricks, and the seat's discard."""
    need: int
    """Tricks the seat still needs."""


def of_view(view: TomateView) -> Glance:
    """Return the facts from a view."""
    viewer = -1 if view.viewer is None else view.viewer
    gone = {play.card for trick in view.tricks for play in trick.plays}
    mine = view.seats[viewer]
    return Glance(
        options=view.options,
        stage=view.stage,
        seat=viewer,
        dealer=view.dealer,
        took=view.trump_taken,
        trump=view.trump,
        pot=view.pot,
        bids=tuple(seat.bid for seat in view.seats),
        hand=tuple(hand_card.card for hand_card in view.hand),
        allowed=tuple(hand_card.card for hand_card in view.hand if hand_card.playable),
        on_table=() if view.trick is None else tuple(play.card for play in view.trick.plays),
        gone=frozenset(gone if view.own_discard is None else gone | {view.own_discard}),
        need=mine.need - mine.tricks,
    )


def of_state(state: State, seat: Seat) -> Glance:
    """Return the facts from a state, limited to what the seat may see."""
    hidden = state.stage is Stage.DEALER_OPTION and seat == state.dealer
    hand = () if hidden else tuple(state.hands[seat])
    gone = {card for trick in state.tricks for card in trick.cards}
    if seat == state.dealer and state.discard is not None:
        gone.add(state.discard)
    return Glance(
        options=state.options,
        stage=state.stage,
        seat=seat,
        dealer=state.dealer,
        took=state.took,
        trump=state.trump,
        pot=state.pot,
        bids=tuple(state.bids),
        hand=hand,
        allowed=_allowed(state, seat, hand),
        on_table=tuple(state.trick),
        gone=frozenset(gone),
        need=state.need(seat) - state.won[seat],
    )


def _allowed(state: State, seat: Seat, hand: tuple[Card, ...]) -> tuple[Card, ...]:
    if state.turn == seat and state.stage is Stage.DEALER_DISCARD:
        return tuple(card for card in hand if card != state.trump)
    if state.turn == seat and state.stage is Stage.TRICKS:
        return tuple(duty(hand, state.trick, SUIT[state.trump], state.options)[1])
    return ()
