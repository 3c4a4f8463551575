"""What a viewer of Dojo may not know, row by row of the table of hidden information.

1. The order of both piles is known to nobody.
2. The card in the dealer's hand is known to the dealer.
3. A dealt card is known to its receiver and the dealer, until it is placed or turned up in a duel.
4. A throw is known to its thrower until both have thrown; a cell, to its chooser until all have.

All else is public, except the cards that never leave the pile.
"""

from collections import Counter
from typing import get_args

from games.core.cloning import clone
from games.core.rng import Rng
from games.core.values import Seat
from games.dojo import DOJO
from games.dojo.options import DojoOptions
from games.dojo.rules.cards import Card
from games.dojo.rules.frame import free_places, put_at
from games.dojo.rules.moves import CHALLENGE, Throw
from games.dojo.rules.state import NOWHERE, Stage, State

Place = tuple[str, int]
"""A name and a number: ("held", seat), ("deck", 0) ..."""


def census(state: State) -> Counter[str]:
    """Count every card and every trophy, wherever it is: 60 and 12."""
    cards = [*state.deck, *state.held, state.drawn, *(c for dojo in state.dojos for c in dojo)]
    tokens = [*state.pile, *state.removed, state.face_up, state.prize]
    tokens += [token for lines in state.lines for token in lines]
    tokens += [token for held in state.tokens for token in held]
    return Counter(thing for thing in (*cards, *tokens) if thing)


def unseen(state: State, viewer: Seat | None) -> dict[Place, list[str]]:
    """Return what this viewer may not look at, by place."""
    deals = viewer is not None and viewer == state.dealer
    places: dict[Place, list[str]] = {("deck", 0): [*state.deck], ("pile", 0): [*state.pile]}
    if state.drawn and not deals:
        places["drawn", 0] = [state.drawn]
    for seat in hidden_hands(state, viewer):
        places["held", seat] = [card for card in (state.held[seat],) if card]
    return places


def hidden_hands(state: State, viewer: Seat | None) -> list[Seat]:
    """Return the seats whose card of this round the viewer may not look at."""
    if viewer is not None and viewer == state.dealer:
        return []
    open_ones = {viewer}
    if state.challenger >= 0:
        open_ones |= {state.dealer, state.challenger}
    return [seat for seat, card in enumerate(state.held) if card and seat not in open_ones]


def reshuffle(state: State, viewer: Seat | None, rng: Rng) -> State:
    """Exchange at random all that the viewer may not know, by the rows of the table."""
    twin = clone(state)
    rng.shuffle(twin.pile)
    hands = hidden_hands(twin, viewer)
    pool: list[Card] = [*twin.deck, *(card for seat in hands if (card := twin.held[seat]))]
    secret = twin.drawn is not None and viewer != twin.dealer
    if twin.drawn is not None and secret:
        pool.append(twin.drawn)
    rng.shuffle(pool)
    for seat in hands:
        twin.held[seat] = pool.pop()
    if secret:
        twin.drawn = pool.pop()
    twin.deck = pool
    _reseal(twin, viewer, rng)
    twin.rng = rng.fork("coming draws")
    return twin


def _reseal(twin: State, viewer: Seat | None, rng: Rng) -> None:
    for seat, place in enumerate(twin.choices):
        if place != NOWHERE and seat != viewer:
            twin.choices[seat] = rng.choice(free_places(twin.frame, twin.dojos[seat]))
    dealers, challengers = (
        throws if seat == viewer else tuple(rng.choice(get_args(Throw)) for _ in throws)
        for seat, throws in zip(twin.duellists, twin.sealed, strict=True)
    )
    twin.sealed = (dealers, challengers)


def tiny() -> tuple[State, Seat | None]:
    """Return a state with little hidden: the last dealer of five, who sees the whole round.

    Every earlier round had its duel, so two trophies are left, and of five cards four are two
    pairs.
    """
    state = DOJO.setup(5, DojoOptions(), Rng("tiny")).state
    chance = Rng("tiny play")
    while state.round < 11 or state.stage is not Stage.TRAIN:
        legal = list(DOJO.moves(state, seat := min(DOJO.awaited(state))))
        DOJO.advance(state, seat, CHALLENGE if CHALLENGE in legal else chance.choice(legal))
    wanted: list[Card] = ["M1", "M1", "F2", "F2", "C3"]
    for place, card in enumerate(wanted):
        if state.deck[place] != card:
            _swap_into_deck(state, place, card)
    return state, state.dealer


def _swap_into_deck(state: State, place: int, card: Card) -> None:
    """Put a card at this place of the deck, in exchange for the card there."""
    later = [
        position for position in range(place + 1, len(state.deck)) if state.deck[position] == card
    ]
    if later:
        state.deck[later[0]] = state.deck[place]
    elif card in state.held:
        state.held[state.held.index(card)] = state.deck[place]
    else:
        seat = next(seat for seat, dojo in enumerate(state.dojos) if card in dojo)
        dojo = state.dojos[seat]
        changed = put_at(dojo, dojo.index(card), state.deck[place])
        state.dojos = put_at(state.dojos, seat, changed)
    state.deck[place] = card
