"""Drawing number cards, and the options after dropping out (sections 3.4 and 3.8)."""

from games.core.values import Seat, shared
from games.karate_tomate.rules import events
from games.karate_tomate.rules.cards import Card
from games.karate_tomate.rules.state import State, in_order, without

# Few different ones exist and they are made often, so they are cached.
_drew, _kept, _discarded = shared(events.Drew), shared(events.Kept), shared(events.Discarded)

DRAWN = 2
"""Cards drawn for the tomato alone."""
DRAWN_FOR_TWO = 4
"""Cards drawn after discarding two first."""


def draw(
    state: State, seat: Seat, count: int, log: list[events.KarateEvent], laid: int = 0
) -> None:
    """Section 3.8: one by one; the discards are shuffled when a card is needed (A3, A4, A5)."""
    drawn = _off_the_top(state, count)
    if len(drawn) < count and state.discard:
        deck, state.discard = list(state.discard), ()
        if state.rng.turn_to(f"pile of round {state.round}"):
            deck.sort()  # the order in which cards were discarded is no chance
        state.rng.shuffle(deck)
        state.deck = tuple(deck)
        log.append(events.PileRenewed(cards=len(deck)))
        drawn += _off_the_top(state, count - len(drawn))
    log.append(_drew(seat=seat, laid=laid, drawn=len(drawn)))
    if drawn:
        state.hands[seat] = in_order([*state.hands[seat], *drawn])
        state.drawn[seat] += drawn
        log.append(events.CardsDrawn(seat=seat, cards=drawn))


def _off_the_top(state: State, count: int) -> tuple[Card, ...]:
    """Take up to `count` cards, at least 1, from the draw pile."""
    drawn = state.deck[: -count - 1 : -1]
    state.deck = state.deck[:-count]
    return drawn


def carry_out(
    state: State, seat: Seat, laid: tuple[Card, ...], log: list[events.KarateEvent]
) -> None:
    """Section 3.4: discard two and draw four, or draw two; if two were drawn before, two more.

    Each seat discards and draws completely before the next one starts (A6, A10, A42).
    """
    for card in laid:
        state.hands[seat] = without(state.hands[seat], card)
    if laid:
        state.discard += laid
        shown = state.options.open_discards
        log.append(_discarded(seat=seat, cards=laid, open=shown))
    if not state.options.swap_after_draw:
        draw(state, seat, DRAWN_FOR_TWO if laid else DRAWN, log, len(laid))
    elif laid:
        draw(state, seat, DRAWN, log, len(laid))
    else:
        log.append(_kept(seat=seat))
