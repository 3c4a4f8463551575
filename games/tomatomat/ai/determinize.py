"""A whole match that a view cannot be told from, what is hidden dealt by chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

from games.core.cards import take
from games.core.rng import Rng
from games.core.values import Seat
from games.tomatomat.questions.views import TomatomatView
from games.tomatomat.rules.cards import CARDS, MACHINES, Card, Machine, in_order
from games.tomatomat.rules.moves import SLOTS
from games.tomatomat.rules.state import BATCH, DECK, DECKS, RING, State

T = TypeVar("T")


def determinize(view: TomatomatView, rng: Rng) -> State:
    """Deal every hidden card and machine; decks that lie open for now keep their twelve cards."""
    seats = len(view.seats)
    state = State(
        options=view.options,
        rng=rng.fork("imagined"),
        seats=seats,
        decks=_decks(view, rng),
        pile=_pile(view, rng),
        stacks=list(view.stacks),
        hands=[()] * seats,
        face_down=[()] * (seats * len(SLOTS)),
        sealed=[()] * seats,
        won=[seat.won for seat in view.seats],
        added=[seat.added for seat in view.seats],
        round=view.round,
        batch=view.batch,
        stage=view.stage,
        resolution=view.resolution,
    )
    if view.stage != "end":
        for seat in range(seats):
            _spread(view, state, seat, rng)
    return state


def known_decks(view: TomatomatView) -> dict[int, list[Card]]:
    """Return the decks whose cards the viewer can look up now, by their place in the ring.

    What the last round turned up is on view until the next batch is complete, and those decks have
    moved on by a place since; the tracker tells of the viewer's own.
    """
    places = RING[len(view.seats)]
    known: dict[int, list[Card]] = {}
    if view.resolution is not None:
        moved = 0 if view.stage == "end" else 1
        for seat, place in enumerate(places):
            known[(place + moved) % DECKS] = view.resolution.deck(seat)
    if view.own_deck and view.viewer is not None:
        known[places[view.viewer]] = list(view.own_deck)
    return known


def _decks(view: TomatomatView, rng: Rng) -> list[tuple[Card, ...]]:
    """All four decks of twelve, whatever of them is drawn, the viewer's own cards last."""
    known = known_decks(view)
    own = _own(view)
    pool = _without(CARDS, [card for deck in known.values() for card in deck])
    mine = None if view.viewer is None else RING[len(view.seats)][view.viewer]
    if mine not in known:
        pool = _without(pool, own)
    rng.shuffle(pool)
    decks = []
    for place in range(DECKS):
        seen = own if place == mine else []
        if place in known:
            hidden = _without(known[place], seen)
            rng.shuffle(hidden)
        else:
            hidden = take(pool, DECK - len(seen))
        deck = (*hidden, *seen)
        decks.append(in_order(deck) if view.stage == "end" and place in known else deck)
    return decks


def _own(view: TomatomatView) -> list[Card]:
    """The cards of the viewer's deck that the viewer may look at, the hand first."""
    return [*view.hand, *(card for pile in view.own for card in pile)]


def _spread(view: TomatomatView, state: State, seat: Seat, rng: Rng) -> None:
    """Take one seat's hand and its cards face down from its deck, as many as lie there."""
    place, panel = RING[state.seats][seat], view.seats[seat]
    deck = list(state.decks[place])
    mine = seat == view.viewer
    if mine:
        deck = deck[: len(deck) - len(_own(view))]
    hand = view.hand if mine else ()
    state.hands[seat] = hand or in_order(take(deck, BATCH))
    own = view.own if mine else ()
    piles = own or tuple(in_order(take(deck, count)) for count in panel.counts)
    state.face_down[4 * seat : 4 * seat + 4] = piles
    state.decks[place] = tuple(deck)
    if panel.answered:
        placed = view.placed if mine else ()
        state.sealed[seat] = placed or tuple(rng.below(len(SLOTS)) for _ in range(BATCH))


def _pile(view: TomatomatView, rng: Rng) -> tuple[Machine, ...]:
    """The machines that never came to light, in any order."""
    seen = [machine for stack in view.stacks for machine in stack]
    seen += [machine for seat in view.seats for machine in seat.won]
    pile = _without(MACHINES, seen)
    rng.shuffle(pile)
    return tuple(pile)


def _without(things: Sequence[T], gone: Sequence[T]) -> list[T]:
    """Return what is left; raises ValueError where more is gone than there was."""
    left = Counter(things)
    left.subtract(gone)
    if min(left.values(), default=0) < 0:
        raise ValueError("no match of Tomatomat shows these cards")
    return list(left.elements())
