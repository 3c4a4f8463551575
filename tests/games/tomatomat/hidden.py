"""What a viewer of Tomatomat may not know, written from the table of hidden information.

Section 5 of the rules, row by row: the order of any deck, nobody; the four cards of a batch, their
owner until they are committed; cards placed earlier, nobody, their owner neither (unless the table
agreed on `own_peek`); the machine pile, nobody; which twelve cards a deck holds, whoever can look
at the last resolution, and with `deck_tracker` its holder. A sealed batch is known by nobody.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain

from games.core.cards import take
from games.core.game import apply
from games.core.rng import Rng
from games.core.values import Seat
from games.tomatomat import TOMATOMAT
from games.tomatomat.options import TomatomatOptions
from games.tomatomat.rules.cards import Card, in_order
from games.tomatomat.rules.moves import ALLOTS, SLOTS
from games.tomatomat.rules.state import RING, State, was_played

Place = tuple[str, int]
"""A name and a number: ("deck", place), ("pile", 4 * seat + slot), ("hand", seat) ..."""


def census(state: State) -> Counter[str]:
    """Count every card and every machine wherever they lie: 48 and 36."""
    cards = chain(*state.decks, *state.hands, *state.face_down)
    return Counter([*cards, *state.pile, *chain(*state.stacks), *chain(*state.won)])


def unseen(state: State, viewer: Seat | None) -> dict[Place, list[str]]:
    """Return what this viewer may not look at, by where it lies."""
    places: dict[Place, list[str]] = {("machines", 0): list(state.pile)}
    for place, deck in enumerate(state.decks):
        shown = state.stage == "end" and place in RING[state.seats]
        if not shown:
            places["deck", place] = list(deck)
    for seat in range(state.seats):
        mine = seat == viewer
        if not (mine and (state.options.own_peek or not state.sealed[seat])):
            places["hand", seat] = list(state.hands[seat])
        if not (mine and state.options.own_peek):
            for slot, pile in enumerate(state.piles_of(seat)):
                places["pile", 4 * seat + slot] = list(pile)
    return places


def reshuffle(state: State, viewer: Seat | None, rng: Rng) -> State:
    """Exchange what the viewer may not know; a deck whose cards are known changes only inside."""
    twin = state.clone()
    places = unseen(state, viewer)
    groups: dict[int, list[Place]] = {}
    for place in places:
        if place[0] != "machines":
            ring = _ring_place(state, place)
            groups.setdefault(ring if _is_known(state, viewer, ring) else -1, []).append(place)
    for members in groups.values():
        _mix(twin, members, rng)
    machines = list(twin.pile)
    rng.shuffle(machines)
    twin.pile = tuple(machines)
    for seat, slots in enumerate(twin.sealed):
        if ("hand", seat) in places:
            twin.sealed[seat] = tuple(rng.below(len(SLOTS)) for _ in slots)
    twin.rng = rng.fork("coming draws")
    return twin


def _ring_place(state: State, place: Place) -> int:
    """Return to which of the four decks a place belongs."""
    name, number = place
    if name == "deck":
        return number
    return RING[state.seats][number // 4 if name == "pile" else number]


def _is_known(state: State, viewer: Seat | None, ring: int) -> bool:
    """Tell whether the viewer may look up which twelve cards a deck holds."""
    seated = RING[state.seats]
    if state.resolution is not None and (ring - (state.stage != "end")) % 4 in seated:
        return True
    mine = viewer is not None and ring == seated[viewer]
    return mine and state.options.deck_tracker and was_played(state.seats, ring, state.round)


def _mix(state: State, members: list[Place], rng: Rng) -> None:
    """Deal the cards of some places out to them again."""
    lists = {"deck": state.decks, "hand": state.hands, "pile": state.face_down}
    pool: list[Card] = [card for name, number in members for card in lists[name][number]]
    rng.shuffle(pool)
    for name, number in members:
        cards = take(pool, len(lists[name][number]))
        lists[name][number] = tuple(cards) if name == "deck" else in_order(cards)


def tiny() -> tuple[State, Seat | None]:
    """Return the end of the longest match of four: only four machines were never seen."""
    state = TOMATOMAT.setup(4, TomatomatOptions(rounds=8), Rng("tiny")).state
    chance = Rng("tiny play")
    while awaited := TOMATOMAT.awaited(state):
        state = apply(TOMATOMAT, state, min(awaited), chance.choice(ALLOTS)).state
    return state, None
