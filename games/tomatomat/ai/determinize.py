"""Draws a whole state that fits one view; hidden cards are dealt at random."""

from dataclasses import dataclass

from games.core.ai.memory import Memory
from games.core.cards import take, without
from games.core.open_fields import imagine
from games.core.rng import Rng
from games.core.values import Seat
from games.tomatomat.ai.recollection import Recollection, recollect
from games.tomatomat.questions.views import TomatomatView
from games.tomatomat.rules.cards import CARDS, MACHINES, Card, Machine, in_order
from games.tomatomat.rules.moves import SLOTS
from games.tomatomat.rules.state import BATCH, DECK, DECKS, RING, State


@dataclass(frozen=True, slots=True)
class _Own:
    """The viewer's own cards of this round, as far as they are known."""

    hand: tuple[Card, ...] = ()
    piles: tuple[tuple[Card, ...], ...] = ()
    """By slot; empty if the viewer does not know what lies there."""
    sealed: tuple[int, ...] = ()

    def cards(self) -> list[Card]:
        return [*self.hand, *(card for pile in self.piles for card in pile)]


def determinize(view: TomatomatView, memory: Memory, rng: Rng) -> State:
    """Deal every hidden card and machine; a deck played before keeps its twelve cards."""
    seats = len(view.seats)
    past = recollect(memory, -1 if view.viewer is None else view.viewer, seats)
    own = _own(view, past, rng)
    state = imagine(
        State,
        view,
        rng=rng.branch("imagined"),
        seats=seats,
        decks=_decks(view, past, own, rng),
        pile=_pile(view, rng),
        hands=[()] * seats,
        face_down=[()] * (seats * len(SLOTS)),
        sealed=[()] * seats,
        won=[seat.won for seat in view.seats],
        added=[seat.added for seat in view.seats],
    )
    if view.stage != "end":
        for seat in range(seats):
            _spread(view, state, seat, own if seat == view.viewer else _Own(), rng)
    return state


def _own(view: TomatomatView, past: Recollection, rng: Rng) -> _Own:
    """The viewer's cards, from the view or else from memory."""
    if view.viewer is None or view.stage == "end":
        return _Own()
    if view.own:
        return _Own(view.hand, view.own, view.placed)
    laid, answered = view.batch - 1, view.seats[view.viewer].answered
    if len(past.own) != laid + answered:
        return _Own(view.hand)
    piles: list[list[Card]] = [[] for _ in SLOTS]
    for batch in past.own[:laid]:
        for card, slot in zip(batch.cards, batch.places(rng), strict=True):
            piles[slot].append(card)
    lying = tuple(in_order(pile) for pile in piles)
    if not answered:
        return _Own(view.hand, lying)
    return _Own(past.own[-1].cards, lying, past.own[-1].places(rng))


def known_decks(view: TomatomatView, past: Recollection) -> dict[int, list[Card]]:
    """Return the decks whose cards the viewer knows, by their place in the ring.

    The last round's cards stay on view until the next batch is complete, and those decks have moved
    one place since; the tracker shows the viewer's own.
    """
    places = RING[len(view.seats)]
    moved = 0 if view.stage == "end" else 1
    known: dict[int, list[Card]] = {}
    for place in range(DECKS):
        remembered = past.deck_at(place, view.round)
        if remembered is not None:
            known[place] = list(remembered)
    if view.resolution is not None:
        for seat, place in enumerate(places):
            known[(place + moved) % DECKS] = view.resolution.deck(seat)
    if view.own_deck and view.viewer is not None:
        known[places[view.viewer]] = list(view.own_deck)
    return known


def _decks(view: TomatomatView, past: Recollection, own: _Own, rng: Rng) -> list[tuple[Card, ...]]:
    """All four decks of twelve, including cards already drawn; the viewer's own cards last."""
    known, cards = known_decks(view, past), own.cards()
    pool = without(CARDS, [card for deck in known.values() for card in deck])
    mine = None if view.viewer is None else RING[len(view.seats)][view.viewer]
    if mine not in known:
        pool = without(pool, cards)
    rng.shuffle(pool)
    decks = []
    for place in range(DECKS):
        seen = cards if place == mine else []
        if place in known:
            hidden = without(known[place], seen)
            rng.shuffle(hidden)
        else:
            hidden = take(pool, DECK - len(seen))
        deck = (*hidden, *seen)
        decks.append(in_order(deck) if view.stage == "end" and place in known else deck)
    return decks


def _spread(view: TomatomatView, state: State, seat: Seat, own: _Own, rng: Rng) -> None:
    """Take one seat's hand and face-down cards from its deck, as many as lie there."""
    place, panel = RING[state.seats][seat], view.seats[seat]
    deck = list(state.decks[place])
    if own.cards():
        deck = deck[: len(deck) - len(own.cards())]
    state.hands[seat] = own.hand or in_order(take(deck, BATCH))
    piles = own.piles or tuple(in_order(take(deck, count)) for count in panel.counts)
    state.face_down[4 * seat : 4 * seat + 4] = piles
    state.decks[place] = tuple(deck)
    if panel.answered:
        state.sealed[seat] = own.sealed or tuple(rng.below(len(SLOTS)) for _ in range(BATCH))


def _pile(view: TomatomatView, rng: Rng) -> tuple[Machine, ...]:
    """The machines never turned up, in random order."""
    seen = [machine for stack in view.stacks for machine in stack]
    seen += [machine for seat in view.seats for machine in seat.won]
    pile = without(MACHINES, seen)
    rng.shuffle(pile)
    return tuple(pile)
